import AppLink
import FoundationEssentials
import Glibc
import MediaLink

/// Says what the sound on standard input is, or how loud, as a line of JSON.
package enum OneShot {
  package static func describe() -> String {
    answer { () throws(MediaFailure) in .loaded(try SoundFile(STDIN_FILENO).describe()) }
  }

  package static func levels() -> String {
    answer { () throws(MediaFailure) in .levels(try SoundFile(STDIN_FILENO).levels()) }
  }

  private static func answer(_ body: () throws(MediaFailure) -> MediaReply) -> String {
    let reply: MediaReply
    do {
      reply = try body()
    } catch {
      reply = .failed(error)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(reply)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
