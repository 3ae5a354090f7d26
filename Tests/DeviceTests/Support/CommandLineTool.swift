import Foundation
import Glibc
import ProcessControl
import Testing

/// Runs `greenroom` as a person does, in a home of its own.
final class CommandLineTool {
  let home: String
  private var count = 0

  /// What a command brought.
  struct Result: CustomStringConvertible {
    var code: CInt
    var output: String
    var error: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
    var description: String { "code \(code)\n\(output)\n\(error)" }
  }

  /// A command that still runs.
  final class Running {
    let process: SpawnedProcess
    let files: String

    init(_ process: SpawnedProcess, _ files: String) {
      self.process = process
      self.files = files
    }

    var output: String { Running.read(files + ".out") }
    var error: String { Running.read(files + ".err") }

    func finish() throws -> Result {
      let exit = try TestDevice.collect(process)
      let code: CInt =
        switch exit {
        case .exited(let code): code
        case .signaled(let signal, _): 128 + signal
        }
      return Result(code: code, output: output, error: error)
    }

    private static func read(_ path: String) -> String {
      String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
  }

  init(home: String) throws {
    self.home = home
    try FileManager.default.createDirectory(
      atPath: home + "/cli", withIntermediateDirectories: true)
  }

  @discardableResult
  func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Result {
    try start(arguments, environment: environment).finish()
  }

  func start(_ arguments: [String], environment: [String: String] = [:]) throws -> Running {
    count += 1
    let files = "\(home)/cli/\(count)"
    let output = Glibc.open(files + ".out", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    let error = Glibc.open(files + ".err", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer {
      close(output)
      close(error)
    }
    var all = TestDevice.environment
    all["GREENROOM_HOME"] = home
    all["GREENROOM_DEVICE"] = nil
    all.merge(environment) { $1 }
    let process = try spawnDetached(
      SpawnRequest(
        executable: BuiltPrograms.greenroom, arguments: arguments, environment: all,
        directory: home, standardOutput: output, standardError: error))
    return Running(process, files)
  }

  /// Runs a test with a home of its own, and shuts down whatever is booted in it afterwards.
  static func run(_ body: @Sendable @escaping (CommandLineTool) throws -> Void) async throws {
    try await inSlot {
      let home = "/tmp/grc-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
      let tool = try CommandLineTool(home: home)
      defer {
        for name in (try? tool.run("list", "--names").lines) ?? [] {
          _ = try? tool.run("shutdown", "--device", name)
        }
        let devices =
          (try? FileManager.default.contentsOfDirectory(atPath: home + "/devices")) ?? []
        for name in devices {
          let left = Leftovers.processes(of: "\(home)/devices/\(name)")
          #expect(left == [])
          for pid in left { kill(pid, SIGKILL) }
        }
        try? FileManager.default.removeItem(atPath: home)
      }
      try body(tool)
    }
  }
}
