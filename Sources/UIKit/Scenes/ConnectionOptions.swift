import Foundation

extension UIScene {
  /// Why a scene is connected.
  @preconcurrency @MainActor
  open class ConnectionOptions: NSObject {
    /// The URLs that the scene is to open.
    public let urlContexts: Set<UIOpenURLContext>
    /// The bundle identifier of the app that asked for them; nil when a person did.
    public let sourceApplication: String?
    /// The activities to continue. This device has nothing to hand over: empty.
    public let userActivities: Set<NSUserActivity> = []
    /// The type of an activity that is on its way: none.
    public let handoffUserActivityType: String? = nil
    /// The quick action that was chosen: none, there are no icons to press.
    public let shortcutItem: UIApplicationShortcutItem? = nil

    init(urlContexts: Set<UIOpenURLContext>, sourceApplication: String?) {
      self.urlContexts = urlContexts
      self.sourceApplication = sourceApplication
      super.init()
    }
  }

  /// How a URL is to be opened.
  @preconcurrency @MainActor
  open class OpenURLOptions: NSObject {
    /// The bundle identifier of the app that asked; nil when a person did.
    public let sourceApplication: String?
    /// What that app passed along. A Greenroom device passes nothing.
    public let annotation: Any? = nil
    /// Whether a document may be opened where it is.
    public let openInPlace = false

    init(sourceApplication: String?) {
      self.sourceApplication = sourceApplication
      super.init()
    }
  }

  /// How ``UIScene/open(_:options:completionHandler:)`` opens a URL.
  @preconcurrency @MainActor
  open class OpenExternalURLOptions: NSObject {
    /// Open only if an app claims the URL as a universal link; none can on a Greenroom device.
    open var universalLinksOnly = false
  }
}

/// A URL to open, and how.
@preconcurrency @MainActor
open class UIOpenURLContext: NSObject {
  /// What to open.
  public let url: URL
  /// Who asked, and how to treat it.
  public let options: UIScene.OpenURLOptions

  init(url: URL, options: UIScene.OpenURLOptions) {
    self.url = url
    self.options = options
    super.init()
  }
}
