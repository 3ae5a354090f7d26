import AppLink
import CGStreamer
import Dispatch
import Glibc
import MediaLink
import ProcessControl

/// One stream: a sound that is played, stands, or is only known.
@MainActor
final class PlayerStream {
  let id: UInt64
  let owner: String
  let sound: SoundDescription
  private let file: OwnedDescriptor
  private let server: SoundServer
  private var settings = PlayerSettings()
  private var gain = 1.0
  private var pipeline: Pipeline?
  private var messages: (any DispatchSourceRead)?
  private var start: (any DispatchSourceTimer)?
  private var startsAt: Int64?
  /// Where it stands while there is no pipeline, or has to be before it plays.
  private var place = 0.0
  private var loopsLeft = 0
  private var isPlaying = false
  private var isCorked = false

  var onFinish: () -> Void = {}
  var onFailure: (MediaFailure) -> Void = { _ in }

  init(
    _ id: UInt64, owner: String, _ sound: SoundDescription, _ file: OwnedDescriptor,
    _ server: SoundServer
  ) {
    self.id = id
    self.owner = owner
    self.sound = sound
    self.file = file
    self.server = server
  }

  var isSounding: Bool { pipeline != nil }

  // MARK: What can be done

  func prepare() throws(MediaFailure) { _ = try prepared() }

  func play(at instant: Int64?) throws(MediaFailure) {
    let pipeline = try prepared()
    if !isPlaying { loopsLeft = settings.loops }
    isPlaying = true
    isCorked = false
    if let instant, instant > MonotonicTime.now { return wait(until: instant) }
    guard pipeline.go(GREENROOM_PIPELINE_PLAYING) else { throw lost(pipeline) }
  }

  private func wait(until instant: Int64) {
    let timer = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
    timer.schedule(
      deadline: DispatchTime(uptimeNanoseconds: UInt64(instant)), leeway: .nanoseconds(0))
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        self?.cancelStart()
        self?.pipeline?.go(GREENROOM_PIPELINE_PLAYING)
      }
    }
    start = timer
    startsAt = instant
    timer.resume()
  }

  private func cancelStart() {
    start?.cancel()
    start = nil
    startsAt = nil
  }

  func pause() {
    cancelStart()
    isPlaying = false
    isCorked = false
    pipeline?.go(GREENROOM_PIPELINE_PAUSED)
    place = position
  }

  /// Lets go of the pipeline; the place stays (A9).
  func stop() {
    pause()
    release()
  }

  func seek(to position: Double) {
    place = position.isFinite && position > 0 && position < sound.duration ? position : 0
    if let pipeline { move(pipeline) }
  }

  func set(_ new: PlayerSettings) {
    let old = settings
    settings = new
    if new.loops != old.loops { loopsLeft = new.loops }
    guard let pipeline else { return }
    applyVolume(pipeline)
    if new.rate != old.rate || (new.loops != 0) != (old.loops != 0) {
      place = position
      move(pipeline)
    }
  }

  func setGain(_ new: Double) {
    gain = new
    if let pipeline { applyVolume(pipeline) }
  }

  func cork() {
    guard isPlaying, !isCorked else { return }
    isCorked = true
    cancelStart()
    pipeline?.go(GREENROOM_PIPELINE_PAUSED)
    place = position
  }

  func uncork() throws(MediaFailure) {
    guard isPlaying, isCorked else { return }
    isCorked = false
    guard try prepared().go(GREENROOM_PIPELINE_PLAYING) else { return }
  }

  func close() {
    cancelStart()
    release()
  }

  // MARK: Where it is

  private var position: Double {
    guard let pipeline, let position = pipeline.position else { return place }
    return sound.duration > 0 ? min(position, sound.duration) : position
  }

  var playback: Playback {
    Playback(
      isPlaying: isPlaying, position: position, at: startsAt ?? MonotonicTime.now,
      speed: isPlaying && !isCorked ? settings.rate : 0)
  }

  var status: StreamStatus {
    StreamStatus(
      stream: id, owner: owner, format: sound.format, playback: playback, gain: gain,
      isCorked: isCorked)
  }

  // MARK: The pipeline

  private func prepared() throws(MediaFailure) -> Pipeline {
    if let pipeline { return pipeline }
    let path = "/proc/self/fd/\(file.rawValue)"
    let pipeline = try Pipeline(
      "filesrc location=\(path) ! decodebin ! audioconvert ! scaletempo ! audioconvert "
        + "! audioresample ! audiopanorama name=pan ! volume name=volume "
        + "! pulsesink server=\(server.address) client-name=\(Self.word(owner)) "
        + "buffer-time=100000 latency-time=10000")
    guard pipeline.go(GREENROOM_PIPELINE_PAUSED, within: 5) else { throw lost(pipeline) }
    self.pipeline = pipeline
    applyVolume(pipeline)
    if place > 0 || settings.rate != 1 || settings.loops != 0 { move(pipeline) }
    listen(to: pipeline)
    return pipeline
  }

  /// Nothing that a description could take for something else.
  private static func word(_ text: String) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) ? $0 : "_" })
  }

  private func move(_ pipeline: Pipeline) {
    pipeline.seek(to: place, rate: settings.rate, segment: settings.loops != 0)
    // A seek in a pipeline that stands takes a moment.
    pipeline.go(
      isPlaying && !isCorked && startsAt == nil
        ? GREENROOM_PIPELINE_PLAYING : GREENROOM_PIPELINE_PAUSED)
  }

  private func applyVolume(_ pipeline: Pipeline) {
    pipeline.set("volume", of: "volume", to: "\(settings.volume * gain)")
    pipeline.set("panorama", of: "pan", to: "\(settings.pan)")
  }

  private func release() {
    messages?.cancel()
    messages = nil
    pipeline = nil
  }

  private func lost(_ pipeline: Pipeline) -> MediaFailure {
    defer {
      isPlaying = false
      release()
    }
    if case .error(let why)? = pipeline.nextMessage() { return MediaFailure(.system, why) }
    return MediaFailure(.system, "the sound could not be played")
  }

  private func listen(to pipeline: Pipeline) {
    let source = DispatchSource.makeReadSource(fileDescriptor: pipeline.descriptor, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.takeMessages() } }
    // The descriptor is the pipeline's.
    source.setCancelHandler { withExtendedLifetime(pipeline) {} }
    messages = source
    source.resume()
  }

  private func takeMessages() {
    while let message = pipeline?.nextMessage() {
      switch message {
      case .end: finish()
      case .segmentDone: repeatOrFinish()
      case .error(let why):
        place = position
        isPlaying = false
        release()
        onFailure(MediaFailure(.notASound, why))
      }
    }
  }

  private func repeatOrFinish() {
    guard loopsLeft != 0, let pipeline else { return finish() }
    if loopsLeft > 0 { loopsLeft -= 1 }
    // Without a flush: what is under way is heard to its end.
    pipeline.seek(to: 0, rate: settings.rate, flush: false, segment: loopsLeft != 0)
  }

  private func finish() {
    guard isPlaying else { return }
    isPlaying = false
    isCorked = false
    place = 0
    // A9: the end undoes what `prepare` has done.
    release()
    onFinish()
  }
}

/// `CLOCK_MONOTONIC`, which device and apps share.
enum MonotonicTime {
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
