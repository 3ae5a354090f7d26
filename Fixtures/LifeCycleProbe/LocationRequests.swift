import AppLink
import Foundation
import UIKit

/// Says to the device what `CoreLocation` would say, and tells what comes back: `--location JSON`, a
/// list of requests as they travel on the link.
@MainActor
enum LocationRequests {
  static func sendIfAsked() {
    guard let text = Arguments.value(of: "--location") else { return }
    if let launch = ServiceLink.locationAtLaunch {
      Transcript.line(
        "location at launch status=\(launch.authorization.status) "
          + "regions=\(launch.monitored.map(\.identifier))")
    }
    ServiceLink.receive(location: ServiceLink.Receiver(onMain: { tell($0) }))
    do {
      let requests = try JSONDecoder().decode([LocationRequest].self, from: Data(text.utf8))
      for request in requests { ServiceLink.current?.tell(request) }
    } catch {
      Transcript.line("location: \(error)")
    }
  }

  private static func tell(_ notice: LocationNotice) {
    let state = UIApplication.shared.applicationState
    let words =
      switch notice {
      case .authorization(let authorization): "authorization \(authorization.status)"
      case .locations(_, let fixes):
        "\(fixes.count) locations"
          + (Arguments.has("--location-times") ? fixes.map { " \($0.timestamp)" }.joined() : "")
      case .failed(_, let code): "failed \(code)"
      case .regionEntered(let identifier): "entered \(identifier)"
      case .regionExited(let identifier): "left \(identifier)"
      case .monitored(let regions): "monitors \(regions.map(\.identifier))"
      default: "\(notice)"
      }
    Transcript.line("location \(words) state=\(state)")
  }
}
