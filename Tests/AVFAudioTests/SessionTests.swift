import AppLink
import Foundation
import Testing

@testable import AVFAudio
@testable import UIKit

extension Sound {
  @Suite @MainActor
  struct SessionTests {
    private var session: AVAudioSession { AVAudioSession.sharedInstance() }

    @Test("A2: a session is solo ambient at first, in the default mode")
    func defaults() throws {
      try onDevice { device in
        #expect(session.category == .soloAmbient)
        #expect(session.mode == .default)
        #expect(session.categoryOptions == [])
        #expect(session.routeSharingPolicy == .default)
        #expect(session.recordPermission == .denied)
        #expect(device.requests.isEmpty)
      }
    }

    @Test("A8: every form of setCategory is one message with Apple's raw values")
    func categories() throws {
      try onDevice { device in
        try session.setCategory(.playback)
        try session.setCategory(.playback, options: .mixWithOthers)
        try session.setCategory(.playback, mode: .spokenAudio)
        try session.setCategory(.playback, mode: .moviePlayback, options: [.mixWithOthers])
        try session.setCategory(.playback, mode: .default, policy: .longFormAudio)
        try session.setCategory(AVAudioSessionCategoryAmbient, with: .duckOthers)
        let expected: [AudioConfiguration] = [
          AudioConfiguration(
            category: "AVAudioSessionCategoryPlayback", mode: "AVAudioSessionModeDefault",
            options: 0),
          AudioConfiguration(
            category: "AVAudioSessionCategoryPlayback", mode: "AVAudioSessionModeDefault",
            options: 1),
          AudioConfiguration(
            category: "AVAudioSessionCategoryPlayback", mode: "AVAudioSessionModeSpokenAudio",
            options: 0),
          AudioConfiguration(
            category: "AVAudioSessionCategoryPlayback", mode: "AVAudioSessionModeMoviePlayback",
            options: 1),
          AudioConfiguration(
            category: "AVAudioSessionCategoryPlayback", mode: "AVAudioSessionModeDefault",
            options: 0, policy: 1),
          AudioConfiguration(
            category: "AVAudioSessionCategoryAmbient", mode: "AVAudioSessionModeDefault",
            options: 3),
        ]
        #expect(device.requests == expected.map { .configure($0) })
        #expect(session.category == .ambient)
      }
    }

    @Test("A8: ducking and interrupting spoken audio imply mixing")
    func implied() throws {
      try onDevice { _ in
        try session.setCategory(.playback, options: .duckOthers)
        #expect(session.categoryOptions == [.duckOthers, .mixWithOthers])
        try session.setCategory(.playback, options: .interruptSpokenAudioAndMixWithOthers)
        #expect(session.categoryOptions.contains(.mixWithOthers))
        try session.setCategory(.ambient)
        #expect(session.categoryOptions == .mixWithOthers)
      }
    }

    @Test(
      "A8: options that a category does not allow are a bad parameter, and nothing changes",
      arguments: [
        (AVAudioSession.Category.soloAmbient, AVAudioSession.CategoryOptions.mixWithOthers),
        (.record, .mixWithOthers), (.soloAmbient, .duckOthers), (.record, .duckOthers),
        (.ambient, .interruptSpokenAudioAndMixWithOthers), (.playback, .defaultToSpeaker),
        (.playback, .allowBluetooth), (.multiRoute, .allowBluetoothA2DP), (.record, .allowAirPlay),
      ])
    func notAllowed(
      _ category: AVAudioSession.Category, _ options: AVAudioSession.CategoryOptions
    ) throws {
      try onDevice { device in
        let error = try #require(error { try session.setCategory(category, options: options) })
        #expect(error.domain == NSOSStatusErrorDomain)
        #expect(error.code == AVAudioSession.ErrorCode.badParam.rawValue)
        #expect(session.category == .soloAmbient)
        #expect(device.requests.isEmpty)
      }
    }

    @Test("What is no category, no mode, or a policy without its category is a bad parameter")
    func nonsense() throws {
      try onDevice { device in
        let calls: [() throws -> Void] = [
          { try session.setCategory(AVAudioSession.Category(rawValue: "music")) },
          { try session.setMode(AVAudioSession.Mode(rawValue: "loud")) },
          { try session.setCategory(.ambient, mode: .default, policy: .longFormVideo) },
          { try session.setPreferredSampleRate(.nan) },
          { try session.setPreferredIOBufferDuration(-1) },
        ]
        for call in calls { #expect(error(call)?.code == -50) }
        #expect(device.requests.isEmpty)
      }
    }

    @Test("What the device refuses is thrown as Apple's error, and nothing changes")
    func refused() throws {
      try onDevice(FakeDevice.refusing(.insufficientPriority) { _ in true }) { _ in
        let refusal = try #require(error { try session.setCategory(.playback) })
        #expect(refusal.domain == NSOSStatusErrorDomain)
        #expect(refusal.code == 561_017_449)
        #expect(refusal.localizedDescription == "no")
        #expect(session.category == .soloAmbient)
        // A10.
        #expect(error { try session.setActive(true) }?.code == 561_017_449)
      }
    }

    @Test("A11: deactivation tells others where asked to")
    func activation() throws {
      try onDevice { device in
        try session.setActive(true)
        try session.setActive(false, options: .notifyOthersOnDeactivation)
        try session.setActive(false, with: .notifyOthersOnDeactivation)
        try session.setActive(true, withOptions: [])
        #expect(
          device.requests == [
            .setActive(true, notifiesOthers: false), .setActive(false, notifiesOthers: true),
            .setActive(false, notifiesOthers: true), .setActive(true, notifiesOthers: false),
          ])
      }
    }

    @Test("Codes of errors are the four characters that Apple has")
    func codes() {
      let codes: [(AVAudioSession.ErrorCode, String)] = [
        (.mediaServicesFailed, "msrv"), (.isBusy, "!act"), (.incompatibleCategory, "!cat"),
        (.cannotInterruptOthers, "!int"), (.missingEntitlement, "ent?"), (.siriIsRecording, "siri"),
        (.cannotStartPlaying, "!pla"), (.cannotStartRecording, "!rec"),
        (.insufficientPriority, "!pri"), (.resourceNotAvailable, "!res"), (.unspecified, "what"),
        (.expiredSession, "!ses"), (.sessionNotActive, "inac"),
      ]
      for (code, text) in codes {
        #expect(code.rawValue == text.utf8.reduce(0) { $0 << 8 | Int($1) }, "\(code)")
      }
      #expect(AVAudioSession.PortOverride.speaker.rawValue == 0x73_70_6B_72)
      #expect(AVAudioSession.RecordPermission.denied.rawValue == 0x64_65_6E_79)
    }

    @Test("A17: what other apps play, the volume and the rate are what the device says now")
    func deviceState() throws {
      try onDevice { device in
        #expect(session.isOtherAudioPlaying)
        #expect(session.secondaryAudioShouldBeSilencedHint)
        #expect(session.outputVolume == 0.5)
        #expect(session.sampleRate == 48_000)
        device.answer { _ in .refused(AudioRefusal(code: -50, "")) }
        device.tell(.stateChanged(FakeDevice.state(FakeDevice.headset)))
        // A device that has nothing to say: what it has told last counts.
        #expect(session.currentRoute.outputs.map(\.portType) == [.headphones])
        // An app of another test may be there after this one: nobody else answers here.
        ServiceLink.setCurrent(nil)
        #expect(session.outputVolume == 0.5)
      }
    }

    @Test("A18: the route names its devices, and inputs can be chosen among them")
    func route() throws {
      try onDevice { device in
        device.answer { _ in .state(FakeDevice.state(FakeDevice.headset)) }
        let route = session.currentRoute
        #expect(route.outputs.first?.portName == "Headphones")
        #expect(route.outputs.first?.uid == "headphones")
        #expect(route == session.currentRoute)
        #expect(session.isInputAvailable)
        let input = try #require(session.availableInputs?.first)
        #expect(input.portType == .headsetMic)
        try session.setPreferredInput(input)
        #expect(session.preferredInput == input)
        let wrong = error { try session.setPreferredInput(route.outputs[0]) }
        #expect(wrong?.code == AVAudioSession.ErrorCode.resourceNotAvailable.rawValue)
        try session.setPreferredInput(nil)
        #expect(session.preferredInput == nil)
      }
    }

    @Test("Only play and record can be sent to the speaker")
    func override() throws {
      try onDevice { device in
        let refusal = error { try session.overrideOutputAudioPort(.speaker) }
        #expect(refusal?.code == AVAudioSession.ErrorCode.incompatibleCategory.rawValue)
        try session.setCategory(.playAndRecord)
        try session.overrideOutputAudioPort(.speaker)
        try session.overrideOutputAudioPort(.none)
        #expect(
          device.requests.dropFirst() == [
            .overrideOutput(toSpeaker: true), .overrideOutput(toSpeaker: false),
          ])
      }
    }

    @Test("Nobody may record, which is said on a thread that is not the main thread")
    func recording() throws {
      try onDevice { _ in
        let seen = Seen<[Bool]>()
        session.requestRecordPermission { seen.add([$0, isMain]) }
        try wait { !seen.values.isEmpty }
        #expect(seen.values == [[false, false]])
      }
    }

    @Test("Preferences are kept; what the device does is its own")
    func preferences() throws {
      try onDevice { _ in
        #expect(session.ioBufferDuration == 1_024.0 / 44_100)
        try session.setPreferredSampleRate(22_050)
        try session.setPreferredIOBufferDuration(0.005)
        #expect(session.preferredSampleRate == 22_050)
        #expect(session.sampleRate == 48_000)
        #expect(session.ioBufferDuration == 0.005)
      }
      // With the app they are gone.
      #expect(session.preferredSampleRate == 0)
    }

    @Test("Without a device every change is an error")
    func noDevice() {
      let current = ServiceLink.current
      ServiceLink.setCurrent(nil)
      defer { ServiceLink.setCurrent(current) }
      #expect(error { try session.setCategory(.playback) }?.domain == NSOSStatusErrorDomain)
      #expect(error { try session.setActive(true) } != nil)
      #expect(session.currentRoute.outputs.isEmpty)
    }
  }
}
