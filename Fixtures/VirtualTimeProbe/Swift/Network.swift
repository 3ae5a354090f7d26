import CVirtualTimeProbe
import Foundation
import FoundationNetworking
import Glibc

/// What can be fetched where there is no network.
enum Network {
  static let parts: [String: @Sendable ([String]) -> Void] = [
    "url-stub": { _ in Concurrency.run(fetchFromStub) },
    "url-loopback": { _ in Concurrency.run(fetchFromLoopback) },
    "url-timeout": { _ in Concurrency.run(fetchFromSilentServer) },
  ]

  /// Answers after 2.5 s.
  private final class Stub: URLProtocol {
    /// Carries the protocol to the queue on which it answers; nobody else touches it meanwhile.
    private struct Loading: @unchecked Sendable { let stub: Stub }

    override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "stub" }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}
    override func startLoading() {
      let loading = Loading(stub: self)
      DispatchQueue.global().asyncAfter(deadline: .now() + 2.5) { loading.stub.answer() }
    }

    private func answer() {
      guard let url = request.url,
        let response = HTTPURLResponse(
          url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
      else { return }
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: Data("hello".utf8))
      client?.urlProtocolDidFinishLoading(self)
    }
  }

  private static func session(_ change: (URLSessionConfiguration) -> Void) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    change(configuration)
    return URLSession(configuration: configuration)
  }

  @Sendable private static func fetch(_ url: String, with session: URLSession) async {
    guard let url = URL(string: url) else { return }
    do {
      let (data, response) = try await session.data(from: url)
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      tell("\(status): \(String(decoding: data, as: UTF8.self))")
    } catch {
      tell("error \((error as? URLError)?.code.rawValue ?? 0)")
    }
  }

  @Sendable private static func fetchFromStub() async {
    await fetch("http://stub/a", with: session { $0.protocolClasses = [Stub.self] })
  }

  /// Listens on this machine; each connection gets its answer after a time, or none.
  private static func serve(answerAfter seconds: Double?) -> Int {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutableBytes(of: &address) { bytes in
      guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return }
      bind(server, pointer, length)
      listen(server, 8)
      getsockname(server, pointer, &length)
    }
    Thread.detachNewThread {
      while case let peer = accept(server, nil, nil), peer >= 0 {
        var request = [UInt8](repeating: 0, count: 4_096)
        guard recv(peer, &request, request.count, 0) > 0, let seconds else { continue }
        Thread.sleep(forTimeInterval: seconds)
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
        send(peer, answer, answer.utf8.count, 0)
        close(peer)
      }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  @Sendable private static func fetchFromLoopback() async {
    let port = serve(answerAfter: 20)
    await fetch("http://127.0.0.1:\(port)/", with: session { _ in })
  }

  @Sendable private static func fetchFromSilentServer() async {
    let port = serve(answerAfter: nil)
    await fetch(
      "http://127.0.0.1:\(port)/", with: session { $0.timeoutIntervalForRequest = 40 })
  }
}
