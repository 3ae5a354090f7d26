import AppLink
import Foundation
import Testing

@testable import AVFAudio

extension Sound {
  @Suite @MainActor
  struct NotificationTests {
    /// What an observer finds, in the ways in which apps look.
    struct Heard: Sendable, Equatable {
      var unsigned: [String: UInt] = [:]
      var numbers: [String: Int] = [:]
      var keys: Set<String> = []
      var isOnMain = false
      var isFromSession = false
      var previousRoute: AVAudioSessionRouteDescription?

      init(_ notification: Notification) {
        for (key, value) in notification.userInfo ?? [:] {
          guard let key = key as? String else { continue }
          keys.insert(key)
          if let value = value as? UInt { unsigned[key] = value }
          if let value = value as? NSNumber { numbers[key] = value.intValue }
        }
        previousRoute =
          notification.userInfo?[AVAudioSessionRouteChangePreviousRouteKey]
          as? AVAudioSessionRouteDescription
        isOnMain = isMain
        isFromSession = notification.object as AnyObject === AVAudioSession.sharedInstance()
      }
    }

    private func observing(
      _ name: NSNotification.Name, _ body: (Seen<Heard>) throws -> Void
    ) throws {
      let seen = Seen<Heard>()
      let token = NotificationCenter.default.addObserver(
        forName: name, object: AVAudioSession.sharedInstance(), queue: nil
      ) { seen.add(Heard($0)) }
      defer { NotificationCenter.default.removeObserver(token) }
      try body(seen)
    }

    @Test("A12: an interruption begins with its type and reason, on the main thread")
    func began() throws {
      try onDevice { device in
        try observing(AVAudioSession.interruptionNotification) { seen in
          device.tell(.interruptionBegan(.default))
          let heard = try #require(seen.values.first)
          #expect(heard.unsigned == [typeKey: 1, reasonKey: 0])
          #expect(heard.numbers == [typeKey: 1, reasonKey: 0])
          #expect(heard.keys == [typeKey, reasonKey])
          #expect(heard.isOnMain && heard.isFromSession)
        }
      }
    }

    @Test("A12: it ends with its type and whether the app may go on", arguments: [true, false])
    func ended(_ shouldResume: Bool) throws {
      try onDevice { device in
        try observing(.AVAudioSessionInterruption) { seen in
          device.tell(.interruptionEnded(shouldResume: shouldResume))
          let heard = try #require(seen.values.first)
          let optionKey = AVAudioSessionInterruptionOptionKey
          #expect(heard.unsigned == [typeKey: 0, optionKey: shouldResume ? 1 : 0])
          #expect(heard.keys == [typeKey, optionKey])
          #expect(heard.isOnMain)
        }
      }
    }

    @Test("A14: an app that was suspended hears so in both spellings")
    func suspended() throws {
      try onDevice { device in
        try observing(AVAudioSession.interruptionNotification) { seen in
          device.tell(.interruptionBegan(.appWasSuspended))
          let heard = try #require(seen.values.first)
          #expect(heard.unsigned[reasonKey] == 1)
          #expect(heard.numbers[AVAudioSessionInterruptionWasSuspendedKey] == 1)
        }
      }
    }

    @Test("A18: a change of the route is told on another thread, with the previous route")
    func routeChange() throws {
      try onDevice { device in
        try observing(AVAudioSession.routeChangeNotification) { seen in
          device.tell(
            .routeChanged(
              .oldDeviceUnavailable, previous: FakeDevice.headset, FakeDevice.state()))
          try wait { !seen.values.isEmpty }
          let heard = try #require(seen.values.first)
          #expect(heard.unsigned[AVAudioSessionRouteChangeReasonKey] == 2)
          #expect(heard.previousRoute?.outputs.first?.portType == .headphones)
          #expect(heard.isFromSession)
          #expect(!heard.isOnMain)
        }
      }
    }

    @Test("A18: an observer of the route may ask the device for the new one")
    func askingInObserver() throws {
      try onDevice { device in
        let seen = Seen<[AVAudioSession.Port]>()
        let token = NotificationCenter.default.addObserver(
          forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
        ) { _ in
          seen.add(AVAudioSession.sharedInstance().currentRoute.outputs.map(\.portType))
        }
        defer { NotificationCenter.default.removeObserver(token) }
        device.tell(
          .routeChanged(.newDeviceAvailable, previous: FakeDevice.headset, FakeDevice.state()))
        try wait { !seen.values.isEmpty }
        #expect(seen.values == [[.builtInSpeaker]])
      }
    }

    @Test("A17: the hint to be silent begins and ends on the main thread")
    func hint() throws {
      try onDevice { device in
        try observing(AVAudioSession.silenceSecondaryAudioHintNotification) { seen in
          device.tell(.silenceSecondaryAudio(true))
          device.tell(.silenceSecondaryAudio(false))
          let key = AVAudioSessionSilenceSecondaryAudioHintTypeKey
          #expect(seen.values.map { $0.unsigned[key] } == [1, 0])
          #expect(seen.values.allSatisfy { $0.isOnMain })
        }
      }
    }

    @Test("A19: media services are lost and there again; observers stay, players are void")
    func mediaServices() throws {
      try onDevice { device in
        let player = try AVAudioPlayer(data: Data([1]))
        player.play()
        try observing(AVAudioSession.mediaServicesWereLostNotification) { lost in
          try observing(AVAudioSession.mediaServicesWereResetNotification) { reset in
            device.tell(.mediaServicesLost)
            #expect(!player.isPlaying)
            device.tell(.mediaServicesReset)
            #expect(lost.values.count == 1)
            #expect(reset.values.count == 1)
          }
        }
        device.forgetRequests()
        #expect(!player.play())
        #expect(device.requests.isEmpty)
        #expect(try AVAudioPlayer(data: Data([1])).play())
      }
    }

    private let typeKey = "AVAudioSessionInterruptionTypeKey"
    private let reasonKey = "AVAudioSessionInterruptionReasonKey"
  }
}
