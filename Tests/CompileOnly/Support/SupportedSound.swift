// Every supported member of sound in the API census, used once. It only has to compile.
// Above each use: the census name | the number of repositories that use it.

import AVFoundation
import MediaPlayer

// MARK: AVAudioSession

func useSession() throws {
  // sharedInstance() | 44
  let session = AVAudioSession.sharedInstance()
  // setCategory (any) | 43
  // setCategory(_:) alone | 13
  // .playback | 36
  try session.setCategory(.playback)
  // setCategory(_:options:) | 8
  // .playAndRecord | 19
  // .defaultToSpeaker | 8
  // .allowBluetooth (incl. A2DP/HFP) | 14
  // .allowAirPlay | 5
  try session.setCategory(
    .playAndRecord,
    options: [
      .defaultToSpeaker, .allowBluetooth, .allowBluetoothHFP, .allowBluetoothA2DP, .allowAirPlay,
    ])
  // setCategory(_:mode:...) | 30
  // .spokenAudio | 10
  // .mixWithOthers | 10
  // .duckOthers | 6
  // .interruptSpokenAudioAndMixWithOthers | 2
  try session.setCategory(
    .playback, mode: .spokenAudio,
    options: [.mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers])
  // setCategory(_:mode:policy:options:) | 9
  // .moviePlayback | 5
  // AVAudioSession.RouteSharingPolicy / .longForm* | 9
  let policy = AVAudioSession.RouteSharingPolicy.longFormVideo
  try session.setCategory(.playback, mode: .moviePlayback, policy: policy, options: [])
  // setActive (any) | 38
  try session.setActive(true)
  // setActive(_:options:) | 18
  // .notifyOthersOnDeactivation | 12
  try session.setActive(false, options: .notifyOthersOnDeactivation)
  // AVAudioSession.Category (type) | 24
  // category | 13
  // .ambient | 7
  // .soloAmbient | 4
  // .record (category) | 4
  let category: AVAudioSession.Category = session.category
  _ = [.ambient, .soloAmbient, .record].contains(category)
  // AVAudioSession.Mode (type) | 15
  // .voiceChat | 5
  // .videoChat | 3
  // .measurement | 4
  let mode: AVAudioSession.Mode = session.mode
  _ = [.voiceChat, .videoChat, .measurement].contains(mode)
  // setMode(_:) | 4
  try session.setMode(.default)
  // AVAudioSession.CategoryOptions (type) | 14
  // categoryOptions | 6
  let options: AVAudioSession.CategoryOptions = session.categoryOptions
  _ = options.contains(.mixWithOthers)
  // AVAudioSessionCategoryX (legacy constants) | 3
  try session.setCategory(AVAudioSessionCategoryPlayback)
  // isOtherAudioPlaying | 4
  // secondaryAudioShouldBeSilencedHint | 2
  _ = session.isOtherAudioPlaying || session.secondaryAudioShouldBeSilencedHint
  // outputVolume | 6
  _ = session.outputVolume > 0
  // requestRecordPermission | 11
  session.requestRecordPermission { print($0) }
  // recordPermission | 7
  _ = session.recordPermission == .granted
  // isInputAvailable | 0
  _ = session.isInputAvailable
  // AVAudioSession.ErrorCode | 0
  _ = AVAudioSession.ErrorCode.cannotStartPlaying.rawValue
}

func useHardware() throws {
  let session = AVAudioSession.sharedInstance()
  // currentRoute | 13
  // AVAudioSessionRouteDescription | 7
  let route: AVAudioSessionRouteDescription = session.currentRoute
  // AVAudioSession.Port / .portType | 11
  // AVAudioSessionPortDescription | 6
  let port: AVAudioSessionPortDescription? = route.outputs.first
  _ = port?.portType == AVAudioSession.Port.headphones
  // availableInputs | 3
  // setPreferredInput | 4
  // preferredInput | 4
  try session.setPreferredInput(session.availableInputs?.first)
  _ = session.preferredInput?.uid
  // overrideOutputAudioPort(_:) | 5
  try session.overrideOutputAudioPort(.speaker)
  // sampleRate | 5
  // setPreferredSampleRate | 2
  try session.setPreferredSampleRate(session.sampleRate)
  // setPreferredIOBufferDuration | 4
  // ioBufferDuration | 2
  try session.setPreferredIOBufferDuration(session.ioBufferDuration)
}

func useUserInfo(_ info: [AnyHashable: Any]) {
  // AVAudioSessionInterruptionTypeKey | 20
  let type = info[AVAudioSessionInterruptionTypeKey] as? UInt
  // AVAudioSession.InterruptionType | 20
  _ = type.flatMap(AVAudioSession.InterruptionType.init(rawValue:)) == .began
  // AVAudioSessionInterruptionOptionKey | 19
  let options = info[AVAudioSessionInterruptionOptionKey] as? UInt
  // AVAudioSession.InterruptionOptions | 19
  // .shouldResume | 18
  _ = options.map(AVAudioSession.InterruptionOptions.init(rawValue:))?.contains(.shouldResume)
  // AVAudioSessionInterruptionReasonKey / InterruptionReason | 3
  let reason = info[AVAudioSessionInterruptionReasonKey] as? UInt
  _ = reason.flatMap(AVAudioSession.InterruptionReason.init(rawValue:)) == .appWasSuspended
  // AVAudioSessionInterruptionWasSuspendedKey | 0
  _ = info[AVAudioSessionInterruptionWasSuspendedKey] as? Bool
  // AVAudioSessionRouteChangeReasonKey | 14
  let change = info[AVAudioSessionRouteChangeReasonKey] as? UInt
  // AVAudioSession.RouteChangeReason | 14
  // .oldDeviceUnavailable | 12
  // .newDeviceAvailable | 9
  switch change.flatMap(AVAudioSession.RouteChangeReason.init(rawValue:)) {
  case .oldDeviceUnavailable?, .newDeviceAvailable?: break
  default: break
  }
  // AVAudioSessionRouteChangePreviousRouteKey | 6
  _ = info[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
}

// MARK: Notifications (names)

let soundNotifications: [NSNotification.Name] = [
  // AVAudioSession.interruptionNotification | 21
  AVAudioSession.interruptionNotification,
  // AVAudioSession.routeChangeNotification | 16
  AVAudioSession.routeChangeNotification,
  // AVAudioSession.mediaServicesWereResetNotification | 7
  AVAudioSession.mediaServicesWereResetNotification,
  // AVAudioSession.mediaServicesWereLostNotification | 2
  AVAudioSession.mediaServicesWereLostNotification,
  // AVAudioSession.silenceSecondaryAudioHintNotification | 1
  AVAudioSession.silenceSecondaryAudioHintNotification,
]

// MARK: AVAudioPlayer

// AVAudioPlayerDelegate (type) | 11
final class SoundListener: NSObject, AVAudioPlayerDelegate {
  // audioPlayerDidFinishPlaying(_:successfully:) | 11
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  // audioPlayerDecodeErrorDidOccur(_:error:) | 8
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: Error?) {}
  // audioPlayerBeginInterruption(_:) | 1
  func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {}
  // audioPlayerEndInterruption(_:withOptions:) | 1
  func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {}
}

func usePlayer(_ url: URL, _ data: Data, _ listener: SoundListener) throws {
  // AVAudioPlayer (type) | 15
  // init(contentsOf:) | 12
  let player: AVAudioPlayer = try AVAudioPlayer(contentsOf: url)
  // init(contentsOf:fileTypeHint:) | 0
  _ = try AVAudioPlayer(contentsOf: url, fileTypeHint: AVFileType.wav.rawValue)
  // init(data:) | 2
  _ = try AVAudioPlayer(data: data)
  // init(data:fileTypeHint:) | 1
  _ = try AVAudioPlayer(data: data, fileTypeHint: AVFileType.mp3.rawValue)
  // AVAudioPlayer.delegate | 10
  player.delegate = listener
  // prepareToPlay() | 6
  player.prepareToPlay()
  // play() | 13
  if player.play() { print("plays") }
  // play(atTime:) | 0
  // deviceCurrentTime | 0
  player.play(atTime: player.deviceCurrentTime + 1)
  // pause() | 6
  player.pause()
  // stop() | 13
  player.stop()
  // isPlaying | 8
  // duration | 11
  // currentTime | 8
  if !player.isPlaying { player.currentTime = player.duration / 2 }
  // AVAudioPlayer.url | 11
  _ = player.url
  // numberOfLoops | 9
  player.numberOfLoops = -1
  // volume | 5
  player.volume = 0.5
  // setVolume(_:fadeDuration:) | 2
  player.setVolume(1, fadeDuration: 2)
  // enableRate | 2
  player.enableRate = true
  // rate | 3
  player.rate = 1.5
  // pan | 1
  player.pan = -1
  // isMeteringEnabled | 1
  player.isMeteringEnabled = true
  // updateMeters() | 2
  player.updateMeters()
  // averagePower(forChannel:) / peakPower | 1
  _ = player.averagePower(forChannel: 0) + player.peakPower(forChannel: 0)
}

// MARK: Sound beside it

func useRemoteControl() {
  // MPRemoteCommandCenter | 18
  MPRemoteCommandCenter.shared().playCommand.addTarget { _ in .success }
  // MPNowPlayingInfoCenter | 14
  MPNowPlayingInfoCenter.default().nowPlayingInfo = [MPMediaItemPropertyTitle: "title"]
}
