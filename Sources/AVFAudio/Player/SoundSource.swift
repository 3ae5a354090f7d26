import CAVFAudio
import Foundation

/// A sound on its way to whoever decodes it: a descriptor, because bytes do not travel in messages.
struct SoundSource: ~Copyable {
  let descriptor: CInt
  /// The file's extension or the type that the app has named; nil: the content alone says.
  let type: String?

  /// What Core Audio says where a file can't be opened: 'wht?'.
  static let unspecifiedFileError = 2_003_334_207

  /// - Throws: an error in `NSOSStatusErrorDomain` with code 2003334207 ('wht?').
  init(contentsOf url: URL, type hint: String?) throws {
    guard url.isFileURL else {
      throw NSError(
        sound: SoundSource.unspecifiedFileError, "\(url.absoluteString) is no file on this device")
    }
    let path = url.path
    let opened = cavfaudio_open_file(path)
    guard opened >= 0 else {
      let reason = errno == EINVAL ? "it is no file" : String(cString: strerror(errno))
      throw NSError(
        sound: SoundSource.unspecifiedFileError, "\(path) can't be opened to be played: \(reason)")
    }
    descriptor = opened
    type = hint ?? (url.pathExtension.isEmpty ? nil : url.pathExtension)
  }

  init(data: Data, type hint: String?) throws {
    let copy = data.withUnsafeBytes {
      cavfaudio_sealed_copy("AVAudioPlayer", $0.baseAddress, $0.count)
    }
    guard copy >= 0 else {
      throw NSError(
        sound: SoundSource.unspecifiedFileError,
        "\(data.count) bytes of sound can't be passed on: \(String(cString: strerror(errno)))")
    }
    descriptor = copy
    type = hint
  }

  deinit { close(descriptor) }
}
