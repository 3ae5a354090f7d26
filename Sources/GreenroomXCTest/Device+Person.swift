import GreenroomTesting
import Multitasking

// What a person does. For tests that don't wait.
extension Device {
  /// Presses Home.
  public func pressHome() throws { try actBlocking(.homePressed) }

  /// Opens a URL in the app that declares its scheme (L19, L20).
  public func openURL(_ url: String) throws { try actBlocking(.urlOpened(url, source: nil)) }

  /// Opens the app switcher.
  public func openSwitcher() throws { try actBlocking(.switcherOpened) }

  /// Leaves the switcher towards the app that it was opened over (L50).
  public func closeSwitcher() throws { try actBlocking(.switcherClosed) }

  /// Shows a system alert over whatever is in front (L52).
  public func showAlert() throws { try actBlocking(.alertShown) }

  /// Dismisses the system alert.
  public func dismissAlert() throws { try actBlocking(.alertDismissed) }

  /// A call comes in (L54, L55).
  public func receiveCall() throws { try actBlocking(.callIncoming) }

  /// Answers the call.
  ///
  /// - Parameter overApp: the call lies over the app, which stays inactive until it ends (C21).
  public func answerCall(overApp: Bool = false) throws {
    try actBlocking(.callAnswered(covering: overApp ? .overlay : .phone))
  }

  /// Declines the call.
  public func declineCall() throws { try actBlocking(.callDeclined) }

  /// Ends the call.
  public func endCall() throws { try actBlocking(.callEnded) }

  /// Locks the device (L56).
  public func lock() throws { try actBlocking(.locked) }

  /// Unlocks the device.
  public func unlock() throws { try actBlocking(.unlocked) }
}
