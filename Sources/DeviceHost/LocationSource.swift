import ControlAPI
import LocationDesk
import Multitasking

/// Where locations come from beside places that people type: the one place that knows who reads files
/// and who talks to receivers.
enum LocationSource {
  /// A recorded track.
  static func track(at path: String) throws(ControlError) -> any Track {
    throw ControlError(
      .refused, "\(path) can't be played: this device has no reader of GPX files",
      nextStep: "`greenroom location start LAT,LON LAT,LON` plays a route")
  }

  /// A client of gpsd at `HOST:PORT`.
  @MainActor
  static func receiver(_ server: String) throws(ControlError) -> any LocationReceiver {
    throw ControlError(
      .refused, "\(server) can't be asked: this device has no client of gpsd",
      nextStep: "`greenroom location set LAT,LON` gives it a place")
  }
}
