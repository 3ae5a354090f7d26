import AppLink
import CLinux
import Glibc
import MediaLink
import ProcessControl

/// A run of `greenroom-media` that says what a sound is, or how loud, and ends.
///
/// For drivers in virtual time, where nobody plays: it lives in real time, and the world stands still for
/// it.
package struct SoundDecoder {
  package enum Question: String, Sendable { case describe = "--describe", levels = "--levels" }

  package let process: SpawnedProcess
  private let output: OwnedDescriptor
  private let errors: OwnedDescriptor

  /// Starts it on the sound behind a descriptor.
  package init(_ question: Question, of sound: CInt) throws(MediaFailure) {
    output = try Self.memoryFile("decoder output")
    errors = try Self.memoryFile("decoder errors")
    let program = try MediaProgram.path()
    do {
      process = try spawnDetached(
        SpawnRequest(
          executable: program, arguments: [question.rawValue],
          environment: MediaProgram.environment, standardInput: sound,
          standardOutput: output.rawValue, standardError: errors.rawValue))
    } catch {
      throw MediaFailure(.system, "\(program) could not be started: \(error)")
    }
  }

  private static func memoryFile(_ name: String) throws(MediaFailure) -> OwnedDescriptor {
    let descriptor = greenroom_memory_file(name)
    guard descriptor >= 0 else {
      throw MediaFailure(.system, "no memory file: \(String(cString: strerror(errno)))")
    }
    return OwnedDescriptor(owning: descriptor)
  }

  /// What it said; nil while it runs.
  package func result() -> MediaReply? {
    guard let exit = (try? process.reap()) ?? nil else { return nil }
    guard case .exited(code: 0) = exit,
      let reply = try? Frame.decode(MediaReply.self, from: Self.contents(of: output))
    else {
      let complaint = String(decoding: Self.contents(of: errors).prefix(300), as: UTF8.self)
      return .failed(MediaFailure(.system, "the decoder ended with \(exit): \(complaint)"))
    }
    return reply
  }

  private static func contents(of file: OwnedDescriptor) -> [UInt8] {
    let size = Int(lseek(file.rawValue, 0, SEEK_END))
    guard size > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: min(size, MediaLimits.frameBytesMax))
    let count = pread(file.rawValue, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }
}

/// Where `greenroom-media` is, and what it is started with.
package enum MediaProgram {
  package static let name = "greenroom-media"

  /// Beside this program, or where `$GREENROOM_MEDIA` says, or on `PATH`.
  package static func path() throws(MediaFailure) -> String {
    if let named = getenv("GREENROOM_MEDIA") { return String(cString: named) }
    let searched =
      [ownFolder]
      + (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":")
      .map(String.init)
    for folder in searched where access("\(folder)/\(name)", X_OK) == 0 {
      return "\(folder)/\(name)"
    }
    throw MediaFailure(
      .system,
      "\(name) is neither in \(ownFolder) nor on PATH: there is no sound; `make install` puts it beside "
        + "greenroomd, `swift build --product \(name)` builds it")
  }

  private static let ownFolder: String = {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    let text = String(
      decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return String(text[..<(text.lastIndex(of: "/") ?? text.startIndex)])
  }()

  /// Its environment: that of this process, but for what has it live in virtual time.
  package static var environment: [String: String] {
    var environment: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee.map({ String(cString: $0) }) {
      entry += 1
      guard let equals = text.firstIndex(of: "=") else { continue }
      environment[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    for key in environment.keys where key.hasPrefix("VIRTUAL_TIME") { environment[key] = nil }
    environment["LD_PRELOAD"] = nil
    return environment
  }
}
