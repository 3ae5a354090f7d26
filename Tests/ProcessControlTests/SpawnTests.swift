import CLinux
import Glibc
import Synchronization
import Testing

@testable import ProcessControl

@Suite struct SpawnTests {
  /// The numbers of the shell's descriptors. The one that the listing itself opens is gone when the
  /// entries are looked at.
  private let listDescriptors =
    "for f in /proc/$$/fd/*; do [ -e $f ] && printf '%s ' ${f##*/} >&3; done; echo >&3"

  @Test("A program gets descriptors 0 to 3 and no others", arguments: usableFreezers)
  func descriptors(freezer: FreezerKind) throws {
    // Inherited by mistake if anything could be: open without close-on-exec.
    let leak = open("/dev/null", O_RDONLY)
    defer { close(leak) }
    try TestDevice.withGroup(freezer) { group in
      let link = try TestLink()
      _ = try link.start(script: listDescriptors, in: group)
      #expect(link.line() == "0 1 2 3 ")
    }
  }

  @Test("A program without a link has no descriptor 3")
  func noLink() throws {
    try TestDevice.withGroup(.signal) { group in
      let process = try group.spawn(.script("[ ! -e /proc/$$/fd/3 ] && exit 7"))
      #expect(try process.waitForExit() == .exited(code: 7))
    }
  }

  @Test("Descriptors may be given in any order and more than once")
  func crossedDescriptors() throws {
    try TestDevice.withGroup(.signal) { group in
      var request = SpawnRequest.script("read a; read b <&3; echo \"$a $b\"; echo error >&2")
      var input: [CInt] = [-1, -1]
      var output: [CInt] = [-1, -1]
      try #require(pipe(&input) == 0 && pipe(&output) == 0)
      defer { for descriptor in input + output { close(descriptor) } }
      request.standardInput = input[0]
      request.link = input[0]
      request.standardOutput = output[1]
      request.standardError = output[1]
      // The shell reads a line byte by byte, so that the second one is left in the pipe.
      try #require(write(input[1], "one\ntwo\n", 8) == 8)
      #expect(try group.spawn(request).waitForExit() == .exited(code: 0))
      var buffer = [UInt8](repeating: 0, count: 64)
      let count = read(output[0], &buffer, buffer.count)
      #expect(String(decoding: buffer.prefix(count), as: UTF8.self) == "one two\nerror\n")
    }
  }

  @Test("A failed spawn names the step, the object and the error", arguments: usableFreezers)
  func failures(freezer: FreezerKind) throws {
    try TestDevice.withGroup(freezer) { group in
      let missing = #expect(throws: ProcessError.self) {
        try group.spawn(SpawnRequest(executable: "/nonexistent/app"))
      }
      #expect(missing?.code == .spawnFailed)
      #expect(missing?.operation == "spawn: execute")
      #expect(missing?.object == "/nonexistent/app")
      #expect(missing?.systemError == ENOENT)

      let notExecutable = #expect(throws: ProcessError.self) {
        try group.spawn(SpawnRequest(executable: "/etc/passwd"))
      }
      #expect(notExecutable?.operation == "spawn: execute")
      #expect(notExecutable?.systemError == EACCES)

      var elsewhere = SpawnRequest.script("exit 0")
      elsewhere.directory = "/nonexistent"
      let directory = #expect(throws: ProcessError.self) { try group.spawn(elsewhere) }
      #expect(directory?.operation == "spawn: directory")
      #expect(directory?.object == "/nonexistent")

      var closed = SpawnRequest.script("exit 0")
      closed.link = 9999
      let descriptors = #expect(throws: ProcessError.self) { try group.spawn(closed) }
      #expect(descriptors?.operation == "spawn: descriptors")
      #expect(descriptors?.systemError == EBADF)

      let zero = #expect(throws: ProcessError.self) { try group.spawn(.script("a\0b")) }
      #expect(zero?.operation == "spawn: prepare")
      let left = try group.processIDs()
      #expect(left.isEmpty)
    }
  }

  @Test("A program starts with default signals, an empty mask and a process group of its own")
  func cleanStart() throws {
    let before = signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, before) }
    try TestDevice.withGroup(.signal) { group in
      let link = try TestLink()
      let process = try link.start(
        script: """
          grep -E '^Sig(Ign|Blk):' /proc/self/status >&3
          read pid name state parent group rest </proc/$$/stat; echo $group >&3
          ulimit -c >&3; pwd >&3; cat <&0 >&3
          """, in: group)
      #expect(
        link.lines() == [
          "SigBlk:\t0000000000000000", "SigIgn:\t0000000000000000", "\(process.processID)", "0",
          workingDirectory(),
        ])
    }
  }

  @Test("The environment is the given one and the marker")
  func environment() throws {
    let device = try TestDevice(.signal)
    let group = try device.groups.group(named: "com.example.app")
    let link = try TestLink()
    let request = SpawnRequest(
      executable: "/bin/sh", arguments: ["-c", "tr '\\0' '\\n' </proc/$$/environ >&3"],
      environment: ["PATH": "/usr/bin:/bin", AppMarker.bundleVariable: "somebody.else"],
      directory: "/")
    let process = try link.start(request, in: group)
    #expect(
      link.lines() == [
        "GREENROOM_BUNDLE_ID=com.example.app",
        "GREENROOM_DEVICE_DIR=\(device.marker.deviceDirectory)", "PATH=/usr/bin:/bin",
      ])
    #expect(try process.waitForExit() == .exited(code: 0))
  }

  @Test("An exit is told as its code or its signal, and stays known")
  func exits() throws {
    try TestDevice.withGroup(.signal) { group in
      let link = try TestLink()
      let exiting = try link.start(script: "read line <&3; exit 7", in: group)
      #expect(try exiting.reap() == nil)
      try link.send("go\n")
      #expect(try exiting.waitForExit() == .exited(code: 7))
      #expect(try exiting.reap() == .exited(code: 7))
      let error = #expect(throws: ProcessError.self) { try exiting.send(signal: SIGTERM) }
      #expect(error?.code == .gone)

      let killed = try group.spawn(.script("kill -TERM $$"))
      #expect(try killed.waitForExit() == .signaled(signal: SIGTERM, coreDumped: false))
    }
  }

  @Test("A detached daemon leads a session of its own and says over descriptor 3 that it is ready")
  func detached() throws {
    let link = try TestLink()
    let process = try link.start(
      script: "read pid name state parent group session rest </proc/$$/stat; echo $session >&3",
      in: nil)
    #expect(link.line() == "\(process.processID)")
    #expect(try process.waitForExit() == .exited(code: 0))
  }

  @Test("Many threads can spawn at once", arguments: usableFreezers)
  func concurrentSpawns(freezer: FreezerKind) async throws {
    let device = try TestDevice(freezer)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for index in 0..<8 {
        let group = try device.groups.group(named: "app-\(index)")
        tasks.addTask {
          for _ in 0..<10 {
            let link = try TestLink()
            let process = try link.start(script: listDescriptors, in: group)
            #expect(link.line() == "0 1 2 3 ")
            #expect(try process.waitForExit() == .exited(code: 0))
          }
          try group.remove()
        }
      }
      try await tasks.waitForAll()
    }
  }

  private func workingDirectory() -> String {
    let path = getcwd(nil, 0)
    defer { free(path) }
    return path.map { String(cString: $0) } ?? ""
  }
}
