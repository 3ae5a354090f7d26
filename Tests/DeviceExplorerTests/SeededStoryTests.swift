import ControlAPI
import Stories
import Testing

@testable import device_explorer

/// Stories that follow from seeds.
struct SeededStoryTests {
  @Test("A seed is always the same story, and every story can be read")
  func readable() throws {
    for seed in UInt64(0)..<300 {
      let (story, again) = (SeededStory(seed: seed), SeededStory(seed: seed))
      #expect(story.boots.map(\.steps) == again.boots.map(\.steps))
      #expect(story.boots.last?.endsAfterEffects == nil)
      for boot in story.boots {
        let text = story.text(of: boot, installing: "bundles")
        let read = try Story(reading: Array(text.utf8), file: "seed.yaml")
        #expect(read.keepsGoing == true)
        #expect(read.steps.count == max(1, boot.steps.count) + story.apps.count)
      }
    }
  }
}
