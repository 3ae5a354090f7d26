import Multitasking

/// 14.8: an app that does not want to be in the background.
struct OptOutChapter: Chapter {
  let phone: Phone

  let section = "14.8"
  let title = "Opting out"
  let lead = "UIApplicationExitsOnSuspend in Info.plist: Home is the end of the app."

  func play() throws {
    let app = Recipe.noMultitasking
    let start = ["didFinishLaunching", "didBecomeActive"]
    try phone.launch(app)
    try phone.expect(app, Deed.coldLaunch, says: start)
    try phone.act("Home is pressed", .home)
    let end = ["didEnterBackground", "willTerminate"]
    try phone.expect(
      app, Deed.tell(end, .exit(.exitsOnSuspend)) + [.exit(.exitsOnSuspend)], says: end)
    try phone.expectState(app, .notRunning)
    try phone.launch(app)
    let heard = try phone.expect(app, Deed.coldLaunch, says: start)
    try phone.check(
      heard.launch?.lastExit?.reason == .exitsOnSuspend,
      "the next launch knows how the last one ended",
      else: "the launch was told of \(heard.launch?.lastExit?.reason.description ?? "no exit")")
  }
}
