/// Everything that an app controls on its link, bounded, and what happens beyond.
public enum LinkLimits {
  /// The version that app and device must share. A different one ends the app before launch.
  public static let protocolVersion = 1
  /// Bytes of one frame. Beyond: the link is in violation and the app is ended.
  public static let frameBytesMax = 256 * 1024
  /// Bytes waiting for an app that does not read. Beyond: the link is in violation.
  public static let queuedBytesMax = 1024 * 1024
  /// Messages of an app in one second. Beyond: the device reads on in the next second.
  public static let messagesPerSecondMax = 1_000
  /// Characters of a background task's name. Beyond: cut, with an ellipsis.
  public static let taskNameLengthMax = 128
  /// Names told to the device in one report. Beyond: only counted.
  public static let taskNamesMax = 32
  /// Characters of a URL handed to the device. Beyond: refused in the app.
  public static let urlLengthMax = 8 * 1024
  /// URL schemes that an app is told of, all installed apps together. Beyond: `canOpenURL` says no.
  public static let urlSchemesMax = 1_000
  /// Characters of a task's identifier or title. Beyond: refused in the app.
  public static let taskIdentifierLengthMax = 256
  /// Launch handlers of one app. Beyond: only the first are known to the device.
  public static let taskHandlersMax = 1_000
  /// Bytes of a remote notification's payload. Beyond: refused before it is sent.
  public static let pushPayloadBytesMax = 4_096
  /// Location managers that one app may have do something, and sessions of background activity.
  /// Beyond: the device does not hear of them, and says so.
  public static let locationManagersMax = 256
  /// Characters of a region's identifier. Beyond: cut.
  public static let regionIdentifierLengthMax = 256
  /// Players of sounds that one app may hold. Beyond: refused.
  public static let playersMax = 256
  /// Views in one description of the view tree. Beyond: cut, and said so.
  public static let viewsMax = 1_000
  /// Characters of a label's text in such a description. Beyond: cut.
  public static let viewTextLengthMax = 200
  /// Items of a display list. Beyond: left out, and said so.
  public static let displayItemsMax = 1_000
  /// Unicode scalars of one text in a display list. Beyond: cut, with an ellipsis.
  public static let displayTextLengthMax = 2_000
  /// Bytes of an image that travels in a display list. Beyond: left out.
  public static let displayImageBytesMax = 64 * 1024
  /// Points of any length or position in a display list. Beyond: moved into that range.
  public static let displaySideMax = 10_000.0
  /// Points of a font's size in a display list. Beyond: as large as that.
  public static let displayFontSizeMax = 300.0
  /// The descriptor on which an app finds its link.
  public static let descriptor: Int32 = 3

  /// Environment variables that a device sets for its apps.
  public enum EnvironmentKey {
    /// The descriptor number of the link. Absent: not started by a device.
    public static let link = "GREENROOM_LINK_FD"
    /// The device's folder: marks every process of an app, grandchildren too.
    public static let deviceFolder = "GREENROOM_DEVICE_DIR"
    /// The bundle identifier.
    public static let bundleIdentifier = "GREENROOM_BUNDLE_ID"
    /// The bundle's folder.
    public static let bundlePath = "GREENROOM_BUNDLE_PATH"
    /// Why the previous process of this app ended, in a sentence. Absent: it never ran.
    public static let lastExit = "GREENROOM_LAST_EXIT"
  }
}
