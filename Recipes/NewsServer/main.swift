import FlyingFox
import Foundation
import NewsFeed

// A server of news on this machine alone: `GET /news?after=SECONDS` answers with what came since then.
func value(of option: String) -> String? {
  let arguments = CommandLine.arguments
  guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else {
    return nil
  }
  return arguments[index + 1]
}

if CommandLine.arguments.contains("--help") {
  print(
    """
    usage: NewsServer [--port PORT] [--seed SEED] [--per-hour NUMBER]

    Serves random news on 127.0.0.1; PORT 0, the default, takes a free one and prints it.
      GET /news?after=SECONDS   news since then (since 1970; default: of the last day), as JSON
    """)
  exit(0)
}
guard let port = UInt16(value(of: "--port") ?? "0"),
  let seed = UInt64(value(of: "--seed") ?? "1"),
  let perHour = Double(value(of: "--per-hour") ?? "1"), (0...40).contains(perHour)
else {
  FileHandle.standardError.write(
    Data("NewsServer: --port and --seed take whole numbers, --per-hour 0 to 40\n".utf8))
  exit(64)
}
let feed = NewsFeed(seed: seed, perHour: perHour)
let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port))

await server.appendRoute("GET /news") { request in
  let text = request.query["after"] ?? "\(Date.now.timeIntervalSince1970 - 86_400)"
  guard let after = Double(text) else {
    return HTTPResponse(statusCode: .badRequest, body: Data("after=SECONDS since 1970\n".utf8))
  }
  let items = feed.items(after: Date(timeIntervalSince1970: after), upTo: .now)
  let encoder = JSONEncoder()
  encoder.dateEncodingStrategy = .secondsSince1970
  return HTTPResponse(
    statusCode: .ok, headers: [.contentType: "application/json"], body: try encoder.encode(items))
}

let running = Task { try await server.run() }
try await server.waitUntilListening()
if case .ip4(_, let port)? = await server.listeningAddress {
  // Whoever started it waits for this line.
  FileHandle.standardOutput.write(Data("listening on http://127.0.0.1:\(port)\n".utf8))
}
try await running.value
