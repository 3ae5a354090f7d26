import AVFoundation
import MediaPlayer
import UIKit

// Swift 5 mode, as apps that play music are written.
@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?
  let music = MusicService()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    do {
      try AVAudioSession.sharedInstance().setCategory(
        .playback, mode: .default, options: [.mixWithOthers, .allowAirPlay])
      try AVAudioSession.sharedInstance().setActive(true)
    } catch {
      print("Setting category to AVAudioSessionCategoryPlayback failed: \(error)")
    }
    music.observe()
    let controller = PlayerViewController()
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = controller
    window?.makeKeyAndVisible()
    return true
  }
}

class PlayerViewController: UIViewController, AVAudioPlayerDelegate {
  var audioPlayer: AVAudioPlayer?

  // As the book has it: bytes off the main thread.
  override func viewDidLoad() {
    super.viewDidLoad()
    let dispatchQueue = DispatchQueue.global(qos: .default)
    dispatchQueue.async { [weak self] in
      let audioSession = AVAudioSession.sharedInstance()
      NotificationCenter.default.addObserver(
        forName: NSNotification.Name.AVAudioSessionInterruption, object: nil, queue: nil
      ) { notification in self?.handleInterruption(notification) }
      do {
        try audioSession.setActive(true)
        try audioSession.setCategory(AVAudioSessionCategoryPlayback)
      } catch {
        print("An error occurred in setting the audio session category. Error = \(error)")
      }
      guard let filePath = Bundle.main.path(forResource: "MySong", ofType: "mp3"),
        let fileData = try? Data(contentsOf: URL(fileURLWithPath: filePath), options: .mappedIfSafe)
      else { return }
      do {
        self?.audioPlayer = try AVAudioPlayer(data: fileData)
        guard let player = self?.audioPlayer else { return }
        player.delegate = self
        if player.prepareToPlay() && player.play() {
          print("Successfully started playing")
        } else {
          print("Failed to play")
        }
      } catch {
        self?.audioPlayer = nil
      }
    }
  }

  func handleInterruption(_ notification: Notification) {
    let interruptionTypeAsObject =
      notification.userInfo![AVAudioSessionInterruptionTypeKey] as! NSNumber
    let interruptionType = AVAudioSessionInterruptionType(
      rawValue: interruptionTypeAsObject.uintValue)
    if let type = interruptionType, type == .ended { print("ended") }
  }

  func audioPlayerBeginInterruption(_ player: AVAudioPlayer) { player.pause() }

  func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {
    if flags == AVAudioSessionInterruptionOptions.shouldResume.rawValue { player.play() }
  }

  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    audioPlayer = nil
  }
}
