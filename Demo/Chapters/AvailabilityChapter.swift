import Multitasking

/// 14.1: an app asks before it relies on the background.
struct AvailabilityChapter: Chapter {
  let phone: Phone
  let old: Phone

  let section = "14.1"
  let title = "Is there multitasking?"
  let lead =
    "One app on two devices asks UIDevice.current.isMultitaskingSupported, and plans accordingly."

  func play() throws {
    try withMultitasking()
    phone.film.scene()
    try withoutMultitasking()
  }

  private func withMultitasking() throws {
    let app = Recipe.multitaskingCheck
    try phone.launch(app)
    try phone.expect(app, Deed.coldLaunch, says: ["multitasking: yes"], inDetail: true)
    try phone.act("Home is pressed", .home)
    try phone.expect(app, Deed.home, says: ["sending the draft in the background"])
    try phone.expect(app, says: ["the draft is sent"])
    try phone.expect(app, [.suspend(.lastBackgroundTaskEnded("SendDraft"))])
    try phone.expectState(app, .suspended)
  }

  private func withoutMultitasking() throws {
    let app = Recipe.multitaskingCheck
    try old.launch(app, ["--try-task"], "on iPhone3G, a device without multitasking, ")
    try old.expect(
      app, Deed.coldLaunch, says: ["multitasking: no", "a background task is refused"])
    try old.act("Home is pressed", .home)
    try old.expect(
      app,
      Deed.tell(["willResignActive", "willTerminate"], .exit(.noMultitasking))
        + [.exit(.noMultitasking)],
      says: ["saving the draft"])
    try old.expectState(app, .notRunning)
  }
}
