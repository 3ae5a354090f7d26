import Multitasking

// What a person does.
extension Device {
  /// Presses Home.
  public func pressHome() async throws { try await act(.homePressed) }

  /// Opens a URL in the app that declares its scheme (L19, L20).
  public func openURL(_ url: String) async throws { try await act(.urlOpened(url, source: nil)) }

  /// Opens the app switcher.
  public func openSwitcher() async throws { try await act(.switcherOpened) }

  /// Leaves the switcher towards the app that it was opened over (L50).
  public func closeSwitcher() async throws { try await act(.switcherClosed) }

  /// Shows a system alert over whatever is in front (L52).
  public func showAlert() async throws { try await act(.alertShown) }

  /// Dismisses the system alert.
  public func dismissAlert() async throws { try await act(.alertDismissed) }

  /// A call comes in (L54, L55).
  public func receiveCall() async throws { try await act(.callIncoming) }

  /// Answers the call.
  ///
  /// - Parameter overApp: the call lies over the app, which stays inactive until it ends (C21).
  public func answerCall(overApp: Bool = false) async throws {
    try await act(.callAnswered(covering: overApp ? .overlay : .phone))
  }

  /// Declines the call.
  public func declineCall() async throws { try await act(.callDeclined) }

  /// Ends the call.
  public func endCall() async throws { try await act(.callEnded) }

  /// Locks the device (L56).
  public func lock() async throws { try await act(.locked) }

  /// Unlocks the device.
  public func unlock() async throws { try await act(.unlocked) }
}
