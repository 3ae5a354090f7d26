import AppBundles
import ArgumentParser
import ControlAPI
import Glibc
import ProcessControl

/// Why a command failed: one line on stderr, with the next step, and an exit code.
struct Failure: Error, CustomStringConvertible {
  enum Code: CInt {
    case usage = 64
    case badBundle = 65
    case notFound = 66
    case notBooted = 69
    case system = 70
    case launchFailed = 71
    case timedOut = 74
    case refused = 75
  }

  var code: Code
  var message: String
  var nextStep: String?

  init(_ code: Code, _ message: String, nextStep: String? = nil) {
    self.code = code
    self.message = message
    self.nextStep = nextStep
  }

  var description: String {
    "greenroom: \(message)" + (nextStep.map { "\n  next: \($0)" } ?? "")
  }
}

/// Runs a verb; whatever it throws becomes a ``Failure`` on stderr.
func reporting(_ body: () throws -> Void) throws {
  do {
    try body()
  } catch let failure as Failure {
    try report(failure)
  } catch let error as ControlError {
    try report(Failure(error))
  } catch let error as ControlClientError {
    try report(
      Failure(error.code == .notBooted ? .notBooted : .system, error.message))
  } catch let error as BundleError {
    try report(Failure(.badBundle, "\(error)", nextStep: error.nextStep))
  } catch let error as ProcessError {
    try report(Failure(.system, "\(error)"))
  }
}

private func report(_ failure: Failure) throws -> Never {
  StandardError.write("\(failure)\n")
  throw ExitCode(failure.code.rawValue)
}

extension Failure {
  init(_ error: ControlError) {
    let code: Code =
      switch error.code {
      case .badRequest, .version, .system: .system
      case .refused: .refused
      case .notFound: .notFound
      case .badBundle: .badBundle
      case .launchFailed: .launchFailed
      case .timedOut: .timedOut
      }
    self.init(code, error.message, nextStep: error.nextStep)
  }
}

enum StandardError {
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
