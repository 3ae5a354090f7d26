import Foundation

/// The activity type of a web link that opens an app.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// What a person does in an app at a moment.
///
/// State only: there is no other device to hand an activity to, and nothing that searches or
/// predicts. Missing in Foundation for Linux. Apple's page: `NSUserActivity`.
open class NSUserActivity: NSObject {
  /// The kind of activity, in reverse-DNS form.
  public let activityType: String
  /// What people read.
  open var title: String?
  /// What is needed to continue.
  open var userInfo: [AnyHashable: Any]?
  /// The keys of ``userInfo`` that are needed to restore.
  open var requiredUserInfoKeys: Set<String>?
  /// Whether ``userInfo`` has to be brought up to date before it is used.
  open var needsSave = false
  /// A page that shows the same.
  open var webpageURL: URL?
  /// The page that led here.
  open var referrerURL: URL?
  /// When the activity is no longer of use.
  open var expirationDate: Date?
  /// Words by which people may look for it.
  open var keywords: Set<String> = []
  /// What identifies the content of the activity.
  open var targetContentIdentifier: String?
  /// Whether another device may take it up. None can.
  open var isEligibleForHandoff = true
  /// Whether people may find it on the device. Nothing searches.
  open var isEligibleForSearch = false
  /// Whether anybody may find it. Nothing searches.
  open var isEligibleForPublicIndexing = false
  /// Whether it may be suggested. Nothing predicts.
  open var isEligibleForPrediction = false

  private var isCurrent = false
  private var isInvalidated = false

  /// An activity of a type.
  public init(activityType: String) {
    self.activityType = activityType
    super.init()
  }

  /// Adds to what is needed to continue.
  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
  }

  /// Marks what the person does now. Without effect once invalidated.
  open func becomeCurrent() { isCurrent = !isInvalidated }

  /// Ends the mark of ``becomeCurrent()``.
  open func resignCurrent() { isCurrent = false }

  /// Takes the activity back for good.
  open func invalidate() {
    isInvalidated = true
    isCurrent = false
  }
}

/// Objects that can take up an activity.
@preconcurrency @MainActor
public protocol UIUserActivityRestoring: NSObjectProtocol {
  func restoreUserActivityState(_ userActivity: NSUserActivity)
}
