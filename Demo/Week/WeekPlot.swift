import FoundationEssentials

/// A week as a picture: a line for each day, with what came, who looked, and when the app was woken.
struct WeekPlot {
  let week: Week

  private let left = 64.0
  private let width = 960.0
  private let rowHeight = 74.0
  private let top = 96.0

  /// An SVG file.
  var svg: String {
    let height = top + rowHeight * Double(Week.days) + 40
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Int(left + width + 24))" height="\(Int(height))" \
      font-family="Inter, DejaVu Sans, sans-serif" font-size="12">
      <rect width="100%" height="100%" fill="#ffffff"/>
      <text x="\(left)" y="28" font-size="18" font-weight="600">A week of background fetches</text>
      """
    ]
    parts.append(legend)
    for hour in stride(from: 0, through: 24, by: 3) {
      let x = left + width * Double(hour) / 24
      parts.append(
        ##"<line x1="\##(x)" y1="\##(top)" x2="\##(x)" y2="\##(height - 36)" stroke="#e5e5ea"/>"##
          + ##"<text x="\##(x)" y="\##(height - 18)" fill="#8e8e93" text-anchor="middle">\##(hour):00</text>"##
      )
    }
    for day in 0..<Week.days { parts.append(row(day)) }
    parts.append("</svg>\n")
    return parts.joined(separator: "\n")
  }

  private var legend: String {
    let entries = [
      ("#ff3b3022", "how old the oldest news is that the phone lacks (up to 4 h)"),
      ("#8e8e93", "news at the server"), ("#007aff", "the app is woken"),
      ("#34c759", "the person looks"),
    ]
    var x = left
    return entries.map { color, text in
      defer { x += Double(text.count) * 6.6 + 36 }
      return ##"<rect x="\##(x)" y="46" width="12" height="12" fill="\##(color)"/>"##
        + ##"<text x="\##(x + 18)" y="56" fill="#3c3c43">\##(text)</text>"##
    }.joined(separator: "\n")
  }

  private func row(_ day: Int) -> String {
    let base = top + rowHeight * Double(day + 1) - 18
    func x(_ date: Date) -> Double {
      left + width * (date.timeIntervalSince(Week.start) / 86_400 - Double(day))
    }
    func isToday(_ date: Date) -> Bool { week.day(of: date) == day }
    var parts = [
      ##"<text x="\##(left - 12)" y="\##(base - 16)" text-anchor="end" fill="#3c3c43">\##(Self.names[day % 7])</text>"##,
      ##"<line x1="\##(left)" y1="\##(base)" x2="\##(left + width)" y2="\##(base)" stroke="#c7c7cc"/>"##,
    ]
    let highest = rowHeight - 30
    let points = (0...288).map { step -> String in
      let date = Week.start.addingTimeInterval(Double(day) * 86_400 + Double(step) * 300)
      let part = min(week.staleness(at: date) / 14_400, 1)
      return "\(x(date)),\(base - part * highest)"
    }
    parts.append(
      ##"<polygon points="\##(left),\##(base) \##(points.joined(separator: " ")) \##(left + width),\##(base)" "##
        + ##"fill="#ff3b30" fill-opacity="0.14"/>"##)
    for arrival in week.arrivals where isToday(arrival) {
      parts.append(##"<circle cx="\##(x(arrival))" cy="\##(base + 7)" r="2.5" fill="#8e8e93"/>"##)
    }
    for wake in week.wakes where isToday(wake) {
      parts.append(
        ##"<line x1="\##(x(wake))" y1="\##(base)" x2="\##(x(wake))" y2="\##(base - highest)" "##
          + ##"stroke="#007aff" stroke-width="2"/>"##)
    }
    for open in week.opens where isToday(open) {
      let (cx, y) = (x(open), base - highest)
      parts.append(
        ##"<path d="M \##(cx - 5) \##(y - 6) h 10 l -5 10 z" fill="#34c759"/>"##)
    }
    return parts.joined(separator: "\n")
  }

  private static let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}
