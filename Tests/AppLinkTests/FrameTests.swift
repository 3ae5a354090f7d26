import Testing

@testable import AppLink

struct FrameTests {
  @Test("A stream is cut into frames, however it arrives")
  func pieces() throws {
    let frames = try (1...3).map { try Frame.encode(Delivery(id: $0, message: .memoryWarning)) }
    let stream = frames.flatMap { $0 }
    for size in [1, 2, 3, 7, stream.count] {
      var decoder = FrameDecoder()
      var ids: [UInt64] = []
      for start in stride(from: 0, to: stream.count, by: size) {
        decoder.append(stream[start..<min(start + size, stream.count)])
        while let payload = try decoder.next() {
          ids.append(try Frame.decode(Delivery.self, from: payload).id)
        }
      }
      #expect(ids == [1, 2, 3])
      #expect(decoder.bufferedBytes == 0)
    }
  }

  @Test("A length beyond the limit is an error before any of it has arrived")
  func tooLarge() {
    var decoder = FrameDecoder(bytesMax: 100)
    decoder.append([0, 0, 0, 101] as [UInt8])
    #expect { try decoder.next() } throws: { ($0 as? FrameError)?.code == .tooLarge }
  }

  @Test("A message that exceeds the limit is not sent")
  func tooLargeToSend() {
    let url = String(repeating: "u", count: LinkLimits.frameBytesMax)
    #expect {
      try Frame.encode(AppMessage.openURL(request: 1, url: url))
    } throws: {
      ($0 as? FrameError)?.code == .tooLarge
    }
  }

  @Test(
    "What is no message is an error that shows it",
    arguments: [
      "", "{", "{}", "[]", "nonsense", "handled", "handled x", "handled 1 1", "handled 1 0 0",
      "started -1", "started 18446744073709551616", "willTerminate 1", "\0\0", "handled  ",
    ])
  func malformed(_ text: String) {
    #expect {
      try Frame.decode(AppMessage.self, from: Array(text.utf8))
    } throws: {
      ($0 as? FrameError)?.code == .malformed
    }
  }
}
