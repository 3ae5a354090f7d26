import Foundation

/// One line of the list.
struct NewsItem: Hashable {
  var date: Date
  var text: String
}
