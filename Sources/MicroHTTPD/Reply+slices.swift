internal import CMicroHTTPD
import Platform

extension Reply {
  /// Whether the body lies in memory, so that keeping the answer keeps no file open.
  public var isInMemory: Bool {
    slices.allSatisfy { slice in
      if case .bytes = slice { true } else { false }
    }
  }

  /// Queues a body that lies in slices.
  func queueSlices(on connection: OpaquePointer, of exchange: Exchange) -> Bool {
    guard slices.count == 1, case .file(let file, let range) = slices[0] else {
      return unsafe queue(
        WholeBody(.slices(slices), exchange), size: UInt64(slices.byteCount), on: connection)
    }
    // The library sends a file by itself, with sendfile(2) where it can, and closes the descriptor.
    guard let descriptor = try? file.duplicate() else { return false }
    guard
      let response = unsafe MHD_create_response_from_fd_at_offset64(
        UInt64(range.count), descriptor, UInt64(range.lowerBound))
    else {
      umhd_discard(descriptor)
      return false
    }
    return unsafe queue(response, on: connection)
  }
}
