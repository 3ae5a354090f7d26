import Glibc

/// The executables of this package, which lie beside the test program.
enum BuiltPrograms {
  static let greenroom = folder + "/greenroom"
  static let greenroomd = folder + "/greenroomd"
  static let spinningApp = folder + "/spinning-app"
  static let virtualTime = folder + "/libVirtualTime.so"
  static let probe = folder + "/LifeCycleProbe"
  static let listProbe = folder + "/ListProbe"
  static let soundProbe = folder + "/SoundProbe"
  static let media = folder + "/greenroom-media"

  private static let folder: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(
      decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let beside = own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    if access(beside + "/greenroomd", X_OK) == 0 { return beside }
    // Started by a runner from elsewhere: the test bundle is among its arguments.
    for argument in CommandLine.arguments where argument.hasSuffix(".xctest") {
      let folder = argument.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
      if access(folder + "/greenroomd", X_OK) == 0 { return folder }
    }
    return beside
  }()
}
