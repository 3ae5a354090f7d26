import AppLink

extension AVAudioSession {
  /// Codes of errors in `NSOSStatusErrorDomain`: four characters each.
  public enum ErrorCode: Int, Sendable {
    case none = 0
    /// 'msrv': during or after a failure of the media services (A19).
    case mediaServicesFailed = 1_836_282_486
    /// '!act': deactivated while something played; it is inactive all the same (A11).
    case isBusy = 560_030_580
    /// '!cat': not in this category.
    case incompatibleCategory = 560_161_140
    /// '!int': a nonmixable session can't become active in the background.
    case cannotInterruptOthers = 560_557_684
    /// 'ent?'.
    case missingEntitlement = 1_701_737_535
    /// 'siri'.
    case siriIsRecording = 1_936_290_409
    /// '!pla': may not start to play (A20).
    case cannotStartPlaying = 561_015_905
    /// '!rec'.
    case cannotStartRecording = 561_145_187
    /// What was passed is not allowed.
    case badParam = -50
    /// '!pri': a session with a higher priority is active, such as a call (A10).
    case insufficientPriority = 561_017_449
    /// '!res': the device has none.
    case resourceNotAvailable = 561_145_203
    /// 'what'.
    case unspecified = 2_003_329_396
    /// '!ses'.
    case expiredSession = 561_210_739
    /// 'inac'.
    case sessionNotActive = 1_768_841_571
  }
}

extension NSError {
  /// An error of sound, as apps look at it.
  convenience init(sound code: Int, _ message: String) {
    self.init(
      domain: NSOSStatusErrorDomain, code: code, userInfo: [NSLocalizedDescriptionKey: message])
  }

  convenience init(_ code: AVAudioSession.ErrorCode, _ message: String) {
    self.init(sound: code.rawValue, message)
  }

  convenience init(_ refusal: AudioRefusal) { self.init(sound: refusal.code, refusal.message) }
}
