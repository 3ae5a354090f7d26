import ControlAPI
import Foundation
import LocationDesk
import Multitasking
import Stories
import Testing

struct StoryReadingTests {
  private func read(_ text: String, file: String = "/stories/tour.yaml") throws -> Story {
    try Story(reading: Array(text.utf8), file: file)
  }

  private func action(_ step: String) throws -> StoryStep.Action {
    try #require(try read("- " + step).steps.first).action
  }

  @Test("A list of steps is a story, and a map says more")
  func shapes() throws {
    let list = try read("- home\n- lock")
    #expect(list.name == "tour")
    #expect(list.steps.map(\.text) == ["home", "lock"])
    #expect(list.steps.map(\.line) == [1, 2])
    let map = try read(
      "name: A day\nprofile: classic\nsettings: {suspensionGrace: 0.5}\nsteps:\n- home")
    #expect(map.name == "A day")
    #expect(map.profile == .classic)
    #expect(map.settings == ["suspensionGrace": "0.5"])
    #expect(map.steps.count == 1)
  }

  @Test(
    "Every verb means the command of the same name",
    arguments: [
      ("uninstall: com.a", .uninstall(app: "com.a")),
      ("terminate: com.a", .terminate(app: "com.a")),
      ("kill: com.a", .kill(app: "com.a")), ("suspend: com.a", .suspend(app: "com.a")),
      ("resume: {app: com.a}", .resume(app: "com.a")),
      ("open: com.a", .open(app: "com.a", scene: nil, newScene: false)),
      ("open: {app: com.a, scene: 2}", .open(app: "com.a", scene: 2, newScene: false)),
      ("open: {app: com.a, new-scene: yes}", .open(app: "com.a", scene: nil, newScene: true)),
      ("openurl: a://b?c=d", .openURL(url: "a://b?c=d")), ("home", .home), ("lock", .lock),
      ("unlock:", .unlock), ("switcher", .switcher(.open)), ("switcher: close", .switcher(.close)),
      ("switcher: {quit: com.a}", .switcher(.quit(app: "com.a"))),
      (
        "switcher: {close-scene: 2, app: com.a}",
        .switcher(.closeScene(app: "com.a", scene: 2))
      ),
      ("alert: show", .alert(show: true)), ("alert: dismiss", .alert(show: false)),
      ("call: incoming", .call(.incoming)), ("call: answer", .call(.answer(covering: .phone))),
      ("call: answer-over-app", .call(.answer(covering: .overlay))),
      ("call: decline", .call(.decline)), ("call: end", .call(.end)),
      ("memory-warning", .memoryWarning(critical: false)),
      ("memory-warning: critical", .memoryWarning(critical: true)),
      (
        "power: {battery: 20, charging: off, low-power: on}",
        .environment([.battery(percent: 20), .batteryState(.unplugged), .lowPowerMode(true)])
      ),
      ("rotate: landscapeLeft", .environment([.orientation(.landscapeLeft)])),
      ("locale: fr_FR", .environment([.locale("fr_FR")])),
      ("time-change", .environment([.significantTimeChange])),
      ("location: 53.9,27.5", .location(.set(Place(latitude: 53.9, longitude: 27.5)))),
      ("location: clear", .location(.clear)),
      ("location: {run: walk.gpx}", .location(.run(path: "/stories/walk.gpx"))),
      ("location: {service: off}", .location(.service(isEnabled: false))),
      (
        "location: {start: [\"0,0\", \"0,1\"], speed: 5, interval: 2}",
        .location(
          .start(
            places: [Place(latitude: 0, longitude: 0), Place(latitude: 0, longitude: 1)],
            speed: 5, intervalSeconds: 2, distance: nil))
      ),
      (
        "privacy: {grant: location-always, app: com.a}", .privacy(app: "com.a", .always)
      ),
      ("privacy: {revoke: location, app: com.a}", .privacy(app: "com.a", .denied)),
      ("privacy: {reset: all, app: com.a}", .privacy(app: "com.a", .reset)),
      (
        "launch: {app: com.a, arguments: [--x, '1'], environment: {A: b}, background: true}",
        .launch(
          ControlCommand.Launch(
            app: "com.a", arguments: ["--x", "1"], environment: ["A": "b"], inBackground: true))
      ),
    ] as [(String, ControlCommand)])
  func commands(_ step: String, _ command: ControlCommand) throws {
    #expect(try action(step) == .command(command))
  }

  @Test("Paths of bundles are relative to the story")
  func paths() throws {
    #expect(try action("install: Build/A.app") == .command(.install(path: "/stories/Build/A.app")))
    #expect(try action("install: /B.app") == .command(.install(path: "/B.app")))
  }

  @Test(
    "Waits and expectations",
    arguments: [
      ("wait: 1h30m", .wait(nanoseconds: 5_400_000_000_000)),
      ("wait: {duration: 1s}", .wait(nanoseconds: 1_000_000_000)),
      ("run-until: idle", .waitUntilIdle(limitNanoseconds: 604_800_000_000_000)),
      ("run-until: {idle: true, limit: 1s}", .waitUntilIdle(limitNanoseconds: 1_000_000_000)),
      (
        "run-until: 2026-01-01T06:30:00Z",
        .waitUntil(instant: Instant(nanoseconds: 1_767_249_000_000_000_000))
      ),
      (
        "run-until: com.a=suspended",
        .waitUntilState(app: "com.a", state: .suspended, limitNanoseconds: 604_800_000_000_000)
      ),
      (
        "run-until: {app: com.a, state: not running, limit: 1s}",
        .waitUntilState(app: "com.a", state: .notRunning, limitNanoseconds: 1_000_000_000)
      ),
      ("expect: com.a is active", .expect(.state("com.a", .active), withinNanoseconds: nil)),
      (
        "expect: {app: com.a, state: not-running, within: 2s}",
        .expect(.state("com.a", .notRunning), withinNanoseconds: 2_000_000_000)
      ),
      (
        "expect: {log: 'suspend: ', app: com.a, times: 2}",
        .expect(.log("suspend: ", app: "com.a", times: 2), withinNanoseconds: nil)
      ),
      ("expect-no: {log: kill}", .expectNot(.log("kill", app: nil, times: 1))),
      ("expect-no: com.a is suspended", .expectNot(.state("com.a", .suspended))),
    ] as [(String, StoryStep.Action)])
  func waits(_ step: String, _ wanted: StoryStep.Action) throws {
    #expect(try action(step) == wanted)
  }

  @Test(
    "A mistake is told with its line, its step, and what was probably meant",
    arguments: [
      ("opne: com.a", .unknownVerb, "did you mean `open`?"),
      ("dance", .unknownVerb, "the verbs are `install`"),
      ("memory_warning", .unknownVerb, "did you mean `memory-warning`?"),
      ("open:", .missingField, "`open: APP`"), ("open: {scene: 1}", .missingField, "`app`"),
      ("open: {ap: com.a}", .unknownField, "did you mean `app`?"),
      ("open: {app: com.a, colour: red}", .unknownField, "it has `app`, `scene`, `new-scene`"),
      ("open: {app: com.a, scene: none}", .badValue, "not a number"),
      ("open: {app: com.a, scene: +1}", .badValue, "not a number"),
      ("open: [com.a]", .wrongType, "not a list"),
      ("open: {app: {a: b}}", .wrongType, "not a map"),
      ("home: com.a", .wrongType, "takes nothing"),
      ("home: {a: b}", .unknownField, "write `home` alone"),
      ("alert: shwo", .badValue, "did you mean `show`?"),
      ("call: hang-up", .badValue, "it takes `incoming`"), ("wait: soon", .badValue, "3h, 90m"),
      ("wait: 20", .badValue, "20s"), ("wait: -1s", .badValue, "3h, 90m"),
      ("wait: 99999d", .badValue, "100 years"), ("power: {}", .missingField, "`battery`"),
      ("power: {battery: 101}", .badValue, "0 on to 100"),
      ("power: {charging: maybe}", .badValue, "true nor false"),
      ("rotate: upwards", .badValue, "it takes `portrait`"),
      ("run-until: tomorrow", .badValue, "it takes `idle`"),
      ("run-until: com.a=asleep", .badValue, "it takes `not running`"),
      ("run-until: {idle: false}", .badValue, "only be true"),
      ("expect: com.a", .badValue, "`APP is STATE`"),
      ("expect: com.a is suspendd", .badValue, "did you mean `suspended`?"),
      ("expect: {log: a, times: 0}", .badValue, "not a number"),
      ("expect-no: {log: a, within: 1s}", .unknownField, "`within`"),
      ("launch: {app: com.a, arguments: x}", .wrongType, "takes a list"),
      ("launch: {app: com.a, environment: [x]}", .wrongType, "takes a map"),
      ("{open: com.a, home: }", .wrongType, "one verb"), ("[home]", .wrongType, "not a list"),
      ("", .wrongType, "not nothing"), ("install: {}", .missingField, "`path`"),
    ] as [(String, StoryError.Code, String)])
  func mistakes(_ step: String, _ code: StoryError.Code, _ words: String) {
    #expect { try read("# c\n- home\n- \(step)\n") } throws: { error in
      guard let error = error as? StoryError else { return false }
      return error.code == code && error.line == 3 && error.step == 2
        && error.place.hasPrefix("/stories/tour.yaml:3: step 2: ")
        && error.description.contains(words)
    }
  }

  @Test(
    "A file that is no story at all is refused",
    arguments: [
      ("", "begin with \"steps:\""), ("42", "not a text"), ("name: a", "needs `steps`"),
      ("steps: home", "`steps` is a list"), ("stepps: []", "did you mean `steps`?"),
      ("profile: modren\nsteps: []", "did you mean `modern`?"),
      ("settings: [a]\nsteps: []", "takes a map"), ("name: [a]\nsteps: []", "takes a name"),
    ])
  func noStories(_ text: String, _ words: String) {
    #expect { try read(text) } throws: { "\($0)".contains(words) }
  }

  @Test("More steps than a device plays are refused")
  func tooMany() {
    let text = String(repeating: "- home\n", count: ControlLimits.storyStepsMax + 1)
    #expect { try read(text) } throws: { ($0 as? StoryError)?.code == .tooLarge }
  }

  @Test("A story travels as JSON and arrives as it was")
  func coding() throws {
    let story = try read(
      """
      profile: modern
      settings: {releaseGrace: 1}
      steps:
        - launch: {app: com.a, environment: {A: b}}
        - run-until: com.a=suspended
        - run-until: idle
        - run-until: 2026-01-02
        - expect: {log: a, app: com.a, within: 1s}
        - expect-no: com.a is active
        - switcher: {quit: com.a}
      """)
    let request = ControlRequest(id: 1, command: .runStory(story))
    let data = try JSONEncoder().encode(request)
    #expect(try JSONDecoder().decode(ControlRequest.self, from: data) == request)
  }
}
