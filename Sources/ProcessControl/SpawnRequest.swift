/// What to start. The program gets descriptors 0 to 3 and nothing else: no other descriptor, no
/// signal mask and no ignored signal of this process reaches it.
public struct SpawnRequest: Sendable {
  /// The path of the program; `PATH` is not searched.
  public var executable: String
  /// The arguments after the program's name.
  public var arguments: [String]
  /// The whole environment. Nothing is inherited; a group adds the variables of its `AppMarker`.
  public var environment: [String: String]
  /// The working directory; nil keeps this process's.
  public var directory: String?
  /// What becomes descriptor 0; nil stands for /dev/null. Borrowed for the time of the spawn, like
  /// the three below.
  public var standardInput: CInt?
  /// What becomes descriptor 1; nil stands for /dev/null.
  public var standardOutput: CInt?
  /// What becomes descriptor 2; nil stands for /dev/null.
  public var standardError: CInt?
  /// What becomes descriptor 3: the app's end of its link, or the readiness pipe of a daemon. With
  /// nil the program has no descriptor 3.
  public var link: CInt?
  /// Whether a crash may leave a core dump.
  public var writesCoreDumps: Bool

  /// Describes a program to start; everything but the path has a default.
  public init(
    executable: String, arguments: [String] = [], environment: [String: String] = [:],
    directory: String? = nil, standardInput: CInt? = nil, standardOutput: CInt? = nil,
    standardError: CInt? = nil, link: CInt? = nil, writesCoreDumps: Bool = false
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
    self.standardInput = standardInput
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.link = link
    self.writesCoreDumps = writesCoreDumps
  }
}
