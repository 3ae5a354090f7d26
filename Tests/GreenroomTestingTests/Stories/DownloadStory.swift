import Foundation
import FoundationNetworking
import GreenroomTesting
import Testing
import UIKit

@Suite("Story: a download meets a suspension") struct DownloadStory {
  /// A server that takes 20 seconds for each answer.
  final class SlowServer: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
      let answer = HTTPURLResponse(
        url: request.url!, statusCode: 200, httpVersion: nil, headerFields: nil)!
      nonisolated(unsafe) let server = self  // a protocol object is not used by anybody meanwhile
      DispatchQueue.global().asyncAfter(deadline: .now() + 20) {
        server.client?.urlProtocol(server, didReceive: answer, cacheStoragePolicy: .notAllowed)
        server.client?.urlProtocol(server, didLoad: Data("Issue 7".utf8))
        server.client?.urlProtocolDidFinishLoading(server)
      }
    }

    static func session() -> URLSession {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = [SlowServer.self]
      return URLSession(configuration: configuration)
    }
  }

  enum Before {
    final class AppDelegate: UIResponder, UIApplicationDelegate {
      var session = URLSession.shared
      var issue: String?

      func download(_ url: URL) {
        Task {
          let (data, _) = try await session.data(from: url)
          issue = String(decoding: data, as: UTF8.self)
        }
      }
    }
  }

  @Test(.device())
  func theAnswerWaitsUntilTheAppIsOpenedAgain() async throws {
    let device = Device.current
    let app = try await device.launch(Before.AppDelegate.self)
    await MainActor.run {
      app.delegate.session = SlowServer.session()
      app.delegate.download(URL(string: "https://example.com/issues/7")!)
    }
    try await device.pressHome()
    try await device.advance(by: .seconds(3_600))
    #expect(app.state == .suspended(because: .noReasonToRun))
    #expect(await app.delegate.issue == nil)

    try await device.open(app)
    #expect(await app.delegate.issue == "Issue 7")
  }

  enum After {
    final class AppDelegate: UIResponder, UIApplicationDelegate {
      var session = URLSession.shared
      var issue: String?
      var task = UIBackgroundTaskIdentifier.invalid

      func download(_ url: URL) {
        let application = UIApplication.shared
        let download = Task {
          defer { application.endBackgroundTask(task) }
          let (data, _) = try await session.data(from: url)
          issue = String(decoding: data, as: UTF8.self)
        }
        task = application.beginBackgroundTask(withName: "download") { download.cancel() }
      }
    }
  }

  @Test(.device())
  func theAppStaysAwakeForItsDownload() async throws {
    let device = Device.current
    let app = try await device.launch(After.AppDelegate.self)
    await MainActor.run {
      app.delegate.session = SlowServer.session()
      app.delegate.download(URL(string: "https://example.com/issues/7")!)
    }
    try await device.pressHome()
    try await device.advanceUntilIdle()
    #expect(await app.delegate.issue == "Issue 7")
    #expect(app.state == .suspended(because: .lastBackgroundTaskEnded("download")))
  }
}
