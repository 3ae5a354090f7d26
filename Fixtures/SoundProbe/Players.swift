import AVFoundation

/// The players, by number; what they tell is printed.
@MainActor
final class Players: NSObject, @preconcurrency AVAudioPlayerDelegate {
  private var players: [Int: AVAudioPlayer] = [:]

  subscript(number: Int) -> AVAudioPlayer? { players[number] }

  func load(_ number: Int, _ path: String, asData: Bool) throws {
    let url = URL(fileURLWithPath: path)
    let player =
      asData
      ? try AVAudioPlayer(data: Data(contentsOf: url)) : try AVAudioPlayer(contentsOf: url)
    player.delegate = self
    player.isMeteringEnabled = true
    players[number] = player
    let milliseconds = Int((player.duration * 1_000).rounded())
    Transcript.line("loaded \(number) \(milliseconds) ms, \(player.numberOfChannels) channels")
  }

  /// As many as there is room for.
  func loadMany(_ count: Int, _ path: String) throws {
    for number in 1...count { try load(1_000 + number, path, asData: false) }
    var playing = 0
    for number in 1...count where players[1_000 + number]?.play() == true { playing += 1 }
    Transcript.line("many: \(playing) of \(count) play")
    for number in 1...count { forget(1_000 + number) }
  }

  func forget(_ number: Int) { players[number] = nil }

  func tell(_ number: Int) {
    guard let player = players[number] else { return Transcript.line("no player \(number)") }
    Transcript.line(
      "player \(number) \(player.isPlaying ? "plays" : "is still") "
        + "\(Int((player.currentTime * 1_000).rounded()))")
  }

  func tellLevels(_ number: Int) {
    guard let player = players[number] else { return Transcript.line("no player \(number)") }
    player.updateMeters()
    Transcript.line(
      "levels \(Int(player.averagePower(forChannel: 0))) \(Int(player.peakPower(forChannel: 0)))")
  }

  func resume() {
    for (number, player) in players.sorted(by: { $0.key < $1.key }) {
      Transcript.line("play \(number) \(player.play())")
    }
  }

  func pause() {
    for (_, player) in players.sorted(by: { $0.key < $1.key }) { player.pause() }
    Transcript.line("paused")
  }

  private func number(of player: AVAudioPlayer) -> Int {
    players.first { $0.value === player }?.key ?? 0
  }

  // MARK: AVAudioPlayerDelegate

  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    Transcript.line("finished \(number(of: player)) \(flag)")
    // `--next`: as a music player goes on with the next track.
    guard CommandLine.arguments.contains("--next"), let next = players[number(of: player) + 1]
    else { return }
    Transcript.line("play \(number(of: next)) \(next.play())")
  }

  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
    Transcript.line("decode error \(number(of: player))")
  }

  func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {
    Transcript.line("delegate begin \(number(of: player))")
  }

  func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {
    Transcript.line("delegate end \(number(of: player)) \(flags)")
  }
}
