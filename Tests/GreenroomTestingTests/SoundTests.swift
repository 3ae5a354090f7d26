import AVFoundation
import Foundation
import GreenroomTesting
import Testing
import UIKit

/// An app that plays, in the test's process: sounds last exactly as long as they are.
@Suite(.device(profile: .classic)) struct SoundTests {
  private let device = Device.current

  private func playing() async throws -> AppUnderTest<PlayingApp> {
    try await device.launch(PlayingApp.self, info: ["UIBackgroundModes": ["audio"]])
  }

  @Test("A1, A3, A4: two sounds of three minutes play in the background, and then it is suspended")
  func background() async throws {
    let app = try await playing()
    #expect(await app.delegate.error == nil)
    try await device.pressHome()
    try await device.advance(by: .seconds(179))
    #expect(app.state == .background)
    #expect(await app.delegate.position == 179)
    #expect(await app.delegate.finished == 0)
    try await device.advance(by: .seconds(1))
    #expect(await app.delegate.finished == 1)
    try await device.advance(by: .seconds(180))
    #expect(await app.delegate.finished == 2)
    try await device.advance(by: .seconds(1))
    #expect(app.state == .suspended(because: .audio(.stopped(.finished))))
  }

  @Test("A12, A15, L54: a call interrupts to the instant, and the app resumes where it was")
  func call() async throws {
    let app = try await playing()
    try await device.advance(by: .milliseconds(12_345))
    try await device.receiveCall()
    #expect(await app.delegate.heard == ["began"])
    #expect(await app.delegate.position == 12.345)
    try await device.advance(by: .seconds(60))
    #expect(await app.delegate.position == 12.345)
    try await device.declineCall()
    #expect(await app.delegate.heard == ["began", "ended, should resume"])
    try await device.advance(by: .seconds(1))
    #expect(await app.delegate.position == 13.345)
  }

  @Test("A8, A11: another app's sound interrupts, and its end gives the sound back")
  func otherApp() async throws {
    let app = try await playing()
    try await device.openOther("com.example.radio")
    try await device.playSound(inOther: "com.example.radio")
    #expect(await app.delegate.heard == ["began"])
    try await device.advance(by: .seconds(10))
    #expect(
      app.state == .suspended(because: .audio(.stopped(.interrupted(.app("com.example.radio"))))))
    try await device.stopSound(inOther: "com.example.radio")
    #expect(await app.delegate.heard == ["began", "ended, should resume"])
    #expect(app.state == .background)
  }

  @Test("A18, A19: unplugged headphones and lost media services are told")
  func routesAndServices() async throws {
    let app = try await playing()
    try await device.plugHeadphones()
    try await device.unplugHeadphones()
    #expect(await app.delegate.routes == [1, 2])
    try await device.resetMediaServices()
    #expect(await app.delegate.heard == ["lost", "reset"])
  }

  @Test("A sound that is none is an error, and the app goes on")
  func badSound() async throws {
    let app = try await playing()
    _ = await MainActor.run {
      #expect(throws: (any Error).self) { try AVAudioPlayer(data: Data("no sound".utf8)) }
    }
    #expect(app.state == .active)
  }
}

private final class PlayingApp: UIResponder, UIApplicationDelegate,
  @preconcurrency AVAudioPlayerDelegate
{
  private var player: AVAudioPlayer?
  private var observers: [any NSObjectProtocol] = []
  var finished = 0
  var heard: [String] = []
  var routes: [UInt] = []
  var error: String?

  /// To the millisecond.
  var position: Double { ((player?.currentTime ?? -1) * 1_000).rounded() / 1_000 }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    observe()
    play()
    return true
  }

  private func play() {
    do {
      try AVAudioSession.sharedInstance().setCategory(.playback)
      player = try AVAudioPlayer(data: Self.silence(seconds: 180))
      player?.delegate = self
      if player?.play() != true { error = "it does not play" }
    } catch {
      self.error = "\(error)"
    }
  }

  private func observe() {
    let center = NotificationCenter.default
    observers = [
      center.addObserver(
        forName: AVAudioSession.interruptionNotification, object: nil, queue: nil
      ) { [weak self] note in
        let began = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt == 1
        let options = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
        MainActor.assumeIsolated {
          self?.heard.append(began ? "began" : options == 1 ? "ended, should resume" : "ended")
          if !began, options == 1 { self?.player?.play() }
        }
      },
      center.addObserver(
        forName: AVAudioSession.mediaServicesWereLostNotification, object: nil, queue: nil
      ) { [weak self] _ in MainActor.assumeIsolated { self?.heard.append("lost") } },
      center.addObserver(
        forName: AVAudioSession.mediaServicesWereResetNotification, object: nil, queue: nil
      ) { [weak self] _ in MainActor.assumeIsolated { self?.heard.append("reset") } },
      center.addObserver(
        forName: AVAudioSession.routeChangeNotification, object: nil, queue: .main
      ) { [weak self] note in
        let reason = note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt ?? 99
        MainActor.assumeIsolated { self?.routes.append(reason) }
      },
    ]
  }

  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    finished += 1
    if finished < 2 { play() }
  }

  /// A WAV file, 8 kHz.
  private static func silence(seconds: Int) -> Data {
    let count = UInt32(seconds * 8_000)
    func little(_ value: UInt32, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes = Array("RIFF".utf8) + little(36 + count, 4) + Array("WAVEfmt ".utf8)
    bytes += little(16, 4) + little(1, 2) + little(1, 2) + little(8_000, 4) + little(8_000, 4)
    bytes += little(1, 2) + little(8, 2) + Array("data".utf8) + little(count, 4)
    return Data(bytes) + Data(repeating: 128, count: Int(count))
  }
}
