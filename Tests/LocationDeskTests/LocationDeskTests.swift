import LocationDesk
import Multitasking
import Testing

/// A desk that can be asked within an expectation.
private final class Desk {
  private var desk = LocationDesk()

  var nextFix: Instant? { desk.nextFix }

  func use(_ source: LocationDesk.Source, at now: Instant) -> PositionEvent? {
    desk.use(source, at: now)
  }

  func setDuty(_ duty: ReceiverDuty, at now: Instant) -> PositionEvent? {
    desk.setDuty(duty, at: now)
  }

  func takeFix(at now: Instant) -> PositionEvent? { desk.takeFix(at: now) }
  func accepts(at now: Instant) -> Bool { desk.accepts(at: now) }
}

/// Which fix is next, and when.
struct LocationDeskTests {
  static let start = Instant(nanoseconds: 1_000_000_000_000)

  private static func fix(_ event: PositionEvent?) -> Fix? {
    guard case .fix(let fix) = event else { return nil }
    return fix
  }

  private static func track(seconds: Int) -> RecordedTrack {
    RecordedTrack(
      (0...seconds).map { second in
        (.seconds(second), Fix(Place(latitude: Double(second) / 1_000, longitude: 0)))
      })
  }

  @Test("nothing is given while nobody wants to know")
  func off() {
    let desk = Desk()
    #expect(desk.use(.place(Fix(Place(latitude: 1, longitude: 2))), at: Self.start) == nil)
    #expect(desk.nextFix == nil)
    #expect(
      Self.fix(desk.setDuty(.on, at: Self.start + .seconds(5)))?.at == Self.start + .seconds(5))
    #expect(desk.setDuty(.sleeping(every: .seconds(10)), at: Self.start + .seconds(6)) == nil)
    #expect(desk.use(.nowhere, at: Self.start + .seconds(7)) == .lost)
  }

  @Test("a track gives each fix at its instant while the receiver is on")
  func on() {
    let desk = Desk()
    _ = desk.setDuty(.on, at: Self.start)
    let first = desk.use(
      .track(Self.track(seconds: 3), name: "t", since: Self.start), at: Self.start)
    #expect(Self.fix(first)?.latitude == 0)
    var times: [Instant] = []
    while let next = desk.nextFix, times.count < 10 {
      times.append(next)
      #expect(Self.fix(desk.takeFix(at: next))?.at == next)
    }
    #expect(times == (1...3).map { Self.start + .seconds($0) })
    #expect(desk.takeFix(at: Self.start + .seconds(9)) == nil)
  }

  @Test("a receiver that sleeps gives the first fix after its time")
  func sleeping() {
    let desk = Desk()
    _ = desk.setDuty(.sleeping(every: .seconds(10)), at: Self.start)
    _ = desk.use(.track(Self.track(seconds: 30), name: "t", since: Self.start), at: Self.start)
    #expect(desk.nextFix == Self.start + .seconds(10))
    #expect(desk.takeFix(at: Self.start + .seconds(9)) == nil)
    #expect(Self.fix(desk.takeFix(at: Self.start + .seconds(10)))?.latitude == 0.01)
    // More is wanted: at once.
    #expect(Self.fix(desk.setDuty(.on, at: Self.start + .milliseconds(12_400)))?.latitude == 0.012)
    #expect(desk.nextFix == Self.start + .seconds(13))
  }

  @Test("a driver that comes late gives the latest")
  func late() {
    let desk = Desk()
    _ = desk.setDuty(.on, at: Self.start)
    _ = desk.use(.track(Self.track(seconds: 30), name: "t", since: Self.start), at: Self.start)
    #expect(Self.fix(desk.takeFix(at: Self.start + .milliseconds(5_500)))?.latitude == 0.005)
    #expect(desk.nextFix == Self.start + .seconds(6))
  }

  @Test("fixes of a receiver are handed on as the duty says")
  func receiver() {
    let desk = Desk()
    _ = desk.use(.receiver(name: "gps"), at: Self.start)
    #expect(!desk.accepts(at: Self.start))
    _ = desk.setDuty(.sleeping(every: .seconds(10)), at: Self.start)
    #expect(desk.accepts(at: Self.start))
    #expect(!desk.accepts(at: Self.start + .seconds(9)))
    #expect(desk.accepts(at: Self.start + .seconds(10)))
  }

  @Test("a route goes at its speed, ends at its last place and stays there")
  func route() throws {
    let places = [
      Place(latitude: 0, longitude: 0), Place(latitude: 0, longitude: 0.001),
      Place(latitude: 0.001, longitude: 0.001),
    ]
    let route = try Route(places, speed: 10, every: .seconds(1))
    let middle = try #require(route.last(at: .seconds(5)))
    #expect(abs(middle.longitude - 50 / 111_195) < 1e-6)
    #expect(abs(middle.course - 90) < 1e-6 && middle.speed == 10)
    var (elapsed, count) = (Duration.zero, 0)
    while let next = route.next(after: elapsed) {
      #expect(next.at > elapsed)
      (elapsed, count) = (next.at, count + 1)
    }
    #expect(count == 23)
    let end = try #require(route.last(at: .seconds(1_000)))
    #expect(abs(end.latitude - 0.001) < 1e-9 && end.speed == 0)
    let steps = try Route(places, speed: 10, every: 50.0)
    #expect(steps.next(after: .zero)?.at == .seconds(5))
  }

  @Test("what is no route is said")
  func badRoutes() {
    let place = Place(latitude: 0, longitude: 0)
    #expect(throws: Route.Problem.tooFewPlaces) { try Route([place], every: .seconds(1)) }
    #expect(throws: Route.Problem.badSpeed(0)) {
      try Route([place, place], speed: 0, every: .seconds(1))
    }
    #expect(throws: Route.Problem.badStep) { try Route([place, place], every: .zero) }
    let bad = Place(latitude: 91, longitude: 0)
    #expect(throws: Route.Problem.notAPlace(bad)) { try Route([place, bad], every: .seconds(1)) }
    // Standing still is a route that is over at once.
    #expect((try? Route([place, place], every: .seconds(1)))?.next(after: .zero) == nil)
  }

  @Test(
    "places are read as people write them",
    arguments: [
      ("53.9,27.56", true), ("53.9, 27.56", true), ("-33.9,151.2,20", true), ("91,0", false),
      ("0,181", false), ("1", false), ("a,b", false), ("nan,0", false), ("1,2,3,4", false),
      ("", false),
    ])
  func places(text: String, isPlace: Bool) {
    #expect((Place(text: text) != nil) == isPlace)
  }
}
