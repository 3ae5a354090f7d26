/// Why an app can't go on without its device, and the exit code that says so.
struct LinkFailure: Error, Hashable, CustomStringConvertible {
  enum Code: Int32 {
    /// Started by hand instead of by a device.
    case noDevice = 64
    /// The link ended, or can't be used.
    case lost = 69
    /// The device sent what this version does not understand.
    case misunderstood = 70
  }

  let code: Code
  let message: String
  let nextStep: String?

  init(_ code: Code, _ message: String, nextStep: String? = nil) {
    self.code = code
    self.message = message
    self.nextStep = nextStep
  }

  var description: String {
    let start = "UIKit: \(message)"
    return if let nextStep { "\(start) \(nextStep)" } else { start }
  }
}

extension LinkFailure {
  static let notStartedByDevice = LinkFailure(
    .noDevice, "this app was not started by a Greenroom device.",
    nextStep: "Next: `greenroom bundle` makes a bundle of it, `greenroom install` installs it, "
      + "`greenroom launch` starts it.")

  static func lost(_ reason: String) -> LinkFailure {
    LinkFailure(
      .lost, "the link to the device is gone (\(reason)); the app ends.",
      nextStep: "Next: `greenroom log` says what the device did.")
  }

  static func misunderstood(_ reason: String) -> LinkFailure {
    LinkFailure(
      .misunderstood, "a message from the device was not understood: \(reason).",
      nextStep: "Next: build the app with the Greenroom version of the device.")
  }
}
