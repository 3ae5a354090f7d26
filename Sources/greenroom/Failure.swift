import AppBundles
import ArgumentParser
import ControlAPI
import Glibc
import ProcessControl

/// Why a command failed: one line on stderr, with the next step, and an exit code. With `--json` an
/// object instead.
struct Failure: Error, CustomStringConvertible {
  enum Code: CInt {
    case usage = 64
    case badBundle = 65
    case badStory = 67
    case notFound = 66
    case notBooted = 69
    case system = 70
    case launchFailed = 71
    case timedOut = 74
    case refused = 75
    case notAsExpected = 76
  }

  var code: Code
  var message: String
  var nextStep: String?

  /// What a device or a bundle says may end with its next step already: that is said once.
  init(_ code: Code, _ message: String, nextStep: String? = nil) {
    self.code = code
    self.message = message
    self.nextStep = nextStep
    if let nextStep, message.hasSuffix(nextStep) {
      let rest = message.dropLast(nextStep.count)
      if let end = rest.lastIndex(where: { !" ;".contains($0) }) {
        self.message = String(rest[...end])
      }
    }
  }

  var description: String {
    "greenroom: \(message)" + (nextStep.map { "\n  next: \($0)" } ?? "")
  }
}

/// Runs a verb; whatever it throws becomes a ``Failure`` on stderr.
func reporting(json: Bool, _ body: () throws -> Void) throws {
  let failure: Failure
  do {
    return try body()
  } catch let error as Failure {
    failure = error
  } catch let error as ControlError {
    failure = Failure(error)
  } catch let error as ControlClientError {
    failure = Failure(error.code == .notBooted ? .notBooted : .system, error.message)
  } catch let error as BundleError {
    failure = Failure(.badBundle, "\(error)", nextStep: error.nextStep)
  } catch let error as ProcessError {
    failure = Failure(.system, "\(error)")
  }
  StandardError.write(json ? try JSON.line(FailureObject(failure)) : "\(failure)\n")
  throw ExitCode(failure.code.rawValue)
}

/// `{"error": {"code": …, "message": …, "nextStep": …}}`
private struct FailureObject: Encodable {
  struct Content: Encodable {
    var code: String
    var message: String
    var nextStep: String?
  }

  var error: Content

  init(_ failure: Failure) {
    error = Content(
      code: "\(failure.code)", message: failure.message, nextStep: failure.nextStep)
  }
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
  /// Something that a person should know and that is no failure.
  static func note(_ text: String, json: Bool) throws {
    write(json ? try JSON.line(["note": text]) : "greenroom: \(text)\n")
  }

  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
