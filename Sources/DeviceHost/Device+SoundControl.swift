import ControlAPI
import Multitasking
import SoundDesk

// What people ask about sound, and do to it.
extension Device {
  func perform(_ command: SoundCommand, _ responder: Responder) {
    switch command {
    case .list: responder.answer(.sound(soundInfo()))
    case .headphones(let isPlugged): act([.sound(.headphones(isPlugged: isPlugged))], responder)
    case .volume(let percent):
      guard (0...100).contains(percent) else {
        return responder.fail(
          ControlError(
            .badRequest, "\(percent) % is no volume", nextStep: "give a number from 0 to 100"))
      }
      handle(.sound(.volume(percent)))
      setVolume()
      responder.answer(.done)
    case .silentSwitch(let isSilent): act([.sound(.silentSwitch(isSilent))], responder)
    case .remote(let command): act([.sound(.remoteCommand(command))], responder)
    case .resetServices: resetMediaServices(responder)
    }
  }

  private func soundInfo() -> SoundInfo {
    let now = clock.monotonic(clock.now)
    return SoundInfo(
      server: sound.media?.server, servicePID: sound.media?.processID, conditions: policy.sound,
      apps: policy.soundStatuses.map { status in
        AppSound(
          status: status,
          players: sound.desk.players(of: status.app, at: now).map { player in
            AppSound.Player(
              number: player.player, sound: player.sound, position: player.playback.position,
              isPlaying: player.playback.isPlaying, isRunning: player.playback.speed > 0)
          })
      })
  }
}
