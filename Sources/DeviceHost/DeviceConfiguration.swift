import ControlAPI
import Foundation
import Multitasking
import ProcessControl

/// What is asked for at a boot. A boot that asks for nothing gets what the one before had.
public struct BootOptions: Hashable, Sendable, Codable {
  public var profile: Profile.Name?
  /// Keys and values of ``Multitasking/Profile/settings``.
  public var settings: [String: String]
  public var isMultitaskingSupported: Bool?
  /// `auto`, `cgroup` or `signal`.
  public var freezer: String?
  /// Boots locked, as a phone does: nothing is done in the background before the first unlock (F25).
  /// Of this boot only.
  public var isLocked: Bool
  /// Where sound goes: `auto`, `user` or `private`.
  public var sound: String?

  public init(
    profile: Profile.Name? = nil, settings: [String: String] = [:],
    isMultitaskingSupported: Bool? = nil, freezer: String? = nil, isLocked: Bool = false,
    sound: String? = nil
  ) {
    self.profile = profile
    self.settings = settings
    self.isMultitaskingSupported = isMultitaskingSupported
    self.freezer = freezer
    self.isLocked = isLocked
    self.sound = sound
  }

  private enum CodingKeys: CodingKey {
    case profile, settings, isMultitaskingSupported, freezer, sound
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    profile = try values.decodeIfPresent(Profile.Name.self, forKey: .profile)
    settings = try values.decode([String: String].self, forKey: .settings)
    isMultitaskingSupported = try values.decodeIfPresent(
      Bool.self, forKey: .isMultitaskingSupported)
    freezer = try values.decodeIfPresent(String.self, forKey: .freezer)
    isLocked = false
    sound = try values.decodeIfPresent(String.self, forKey: .sound)
  }

  var asksForNothing: Bool {
    profile == nil && settings.isEmpty && isMultitaskingSupported == nil && freezer == nil
      && sound == nil
  }
}

/// What a booted device is.
struct DeviceConfiguration: Sendable {
  var profile: Profile
  var isMultitaskingSupported: Bool
  var freezer: FreezerPreference
  /// `auto`, `user` or `private`.
  var sound: String

  /// - Throws: ``DeviceError`` with code `badProfile`.
  init(_ options: BootOptions) throws(DeviceError) {
    profile = Profile.named(options.profile ?? .modern)
    isMultitaskingSupported = options.isMultitaskingSupported ?? true
    guard let freezer = FreezerPreference(rawValue: options.freezer ?? "auto") else {
      throw DeviceError(
        .badProfile, "there is no freezer \"\(options.freezer ?? "")\"",
        nextStep: "choose auto, cgroup or signal")
    }
    self.freezer = freezer
    sound = options.sound ?? "auto"
    guard ["auto", "user", "private"].contains(sound) else {
      throw DeviceError(
        .badProfile, "sound can't go to \"\(sound)\"", nextStep: "choose auto, user or private")
    }
    do {
      for (key, value) in options.settings.sorted(by: { $0.key < $1.key }) {
        try profile.set(key, to: value)
      }
      try profile.validate()
    } catch {
      throw DeviceError(.badProfile, error.message)
    }
  }

  /// The options of this boot, or of the one before if this one asks for nothing; kept for the
  /// next.
  @MainActor
  static func resolve(
    _ options: BootOptions, _ store: DeviceStore
  ) throws(DeviceError) -> DeviceConfiguration {
    var options = options
    do {
      if options.asksForNothing, let stored = try store.setting("boot") {
        options = try JSONDecoder().decode(BootOptions.self, from: Data(stored.utf8))
      }
    } catch {
      throw DeviceError(
        .store, "the settings of the previous boot can't be read: \(error)",
        nextStep: "boot with --profile to choose new ones")
    }
    let configuration = try DeviceConfiguration(options)
    do {
      let json = try JSONEncoder().encode(options)
      try store.set("boot", to: String(decoding: json, as: UTF8.self))
    } catch {
      throw DeviceError(.store, "the settings of this boot can't be kept: \(error)")
    }
    return configuration
  }
}
