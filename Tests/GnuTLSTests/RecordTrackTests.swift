import Testing

@testable import GnuTLS

@Suite("The last record of a client")
struct RecordTrackTests {
  private static let hello: [UInt8] = [22, 3, 1, 0, 3, 21, 21, 21]
  private static let alert: [UInt8] = [21, 3, 3, 0, 2, 2, 42]
  private static let secretAlert: [UInt8] = [23, 3, 3, 0, 19] + [UInt8](repeating: 0, count: 19)
  private static let finished: [UInt8] = [23, 3, 3, 0, 69] + [UInt8](repeating: 21, count: 69)
  private static let change: [UInt8] = [20, 3, 3, 0, 1, 1]

  private static let examples: [(records: [[UInt8]], isAlert: Bool)] = [
    ([], false), ([hello], false), ([hello, alert], true), ([hello, change, secretAlert], true),
    ([hello, change, finished], false), ([alert, hello], false), ([hello, [21, 3, 3]], false),
  ]

  @Test(arguments: examples)
  func `is an alert or is none, however its bytes come`(records: [[UInt8]], isAlert: Bool) {
    for size in [1, 2, 5, 100] {
      var track = RecordTrack()
      var rest = records.flatMap(\.self)[...]
      while !rest.isEmpty {
        track.read(rest.prefix(size))
        rest = rest.dropFirst(size)
      }

      #expect(track.endsInAlert == isAlert, "\(size)")
    }
  }
}
