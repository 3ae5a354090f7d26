import Foundation
import Glibc
import Multitasking

/// What a virtual device checks and risks on the way: it has the time, and repeats what it finds.
struct SelfCheck {
  /// The name of a variable in the daemon's environment: after as many effects the daemon dies by
  /// SIGKILL, between one instruction and the next, as a machine that is switched off.
  static let endVariable = "GREENROOM_END_AFTER_EFFECTS"

  private var invariants = Invariants()
  private var effectsLeft: Int?

  init() {
    effectsLeft = ProcessInfo.processInfo.environment[SelfCheck.endVariable].flatMap { Int($0) }
  }

  /// What of the policy does not hold, in sentences (``Multitasking/Invariants``).
  mutating func violations(of policy: Policy, after effects: [Effect]) -> [String] {
    invariants.check(policy, after: effects)
  }

  /// One more effect has been performed.
  mutating func hasPerformed() {
    guard let left = effectsLeft else { return }
    effectsLeft = left - 1
    if left <= 1 { Glibc.kill(getpid(), SIGKILL) }
  }
}
