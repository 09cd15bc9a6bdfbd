internal import CMicroHTTPD

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The head that each request of a connection has had, behind its request line.
///
/// Most clients send the same lines with each request. Where the library has made the same bytes of
/// them, and found every name and every value at the same place in these, there is nothing to be read
/// anew. The bytes alone would not do: it writes NULs over what parts them, which a client can send too.
@safe
final class KnownHead: Sendable {
  /// What it says.
  let head: Head
  /// What the library's memory holds, from the end of the version to that of the empty line.
  private let bytes: [UInt8]
  /// Four numbers for each line: where its name and its value lie, and how long they are.
  private let places: [UInt32]

  /// Keeps a head that is that of the last request too; nil where it is not, or is broken.
  ///
  /// - Parameters:
  ///   - head: what was read.
  ///   - connection: whose.
  ///   - line: where its request line begins.
  ///   - version: where the version in that line begins.
  init?(
    _ head: Head, _ connection: OpaquePointer, _ line: UnsafePointer<CChar>,
    _ version: UnsafePointer<CChar>
  ) {
    guard !head.isNew, !head.hasBrokenLine,
      let rest = unsafe Self.rest(connection, line, version)
    else { return nil }
    self.head = head
    bytes = unsafe Array(rest)
    let count = unsafe umhd_note_places(connection, version, nil, 0)
    places = unsafe Array(unsafeUninitializedCapacity: count) { numbers, filled in
      filled = unsafe min(count, umhd_note_places(connection, version, numbers.baseAddress, count))
    }
  }

  /// Whether a request has the same.
  func isSame(
    _ connection: OpaquePointer, _ line: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>
  ) -> Bool {
    guard let rest = unsafe Self.rest(connection, line, version), rest.count == bytes.count
    else { return false }
    let isEqual = unsafe bytes.withUnsafeBytes { bytes in
      guard let one = bytes.baseAddress, let other = rest.baseAddress else { return true }
      return unsafe memcmp(one, other, rest.count) == 0
    }
    guard isEqual else { return false }
    return unsafe places.withUnsafeBufferPointer { places in
      unsafe umhd_has_places(connection, version, places.baseAddress, places.count) != 0
    }
  }

  /// What lies behind the version, as long as the library says that the whole head is.
  private static func rest(
    _ connection: OpaquePointer, _ line: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>
  ) -> UnsafeRawBufferPointer? {
    let end = unsafe version + strlen(version)
    let size = unsafe umhd_head_size(connection)
    let before = unsafe end - line
    guard before > 0, size >= before else { return nil }
    return unsafe UnsafeRawBufferPointer(start: end, count: size - before)
  }
}
