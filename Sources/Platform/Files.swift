#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes small files whole.
public enum Files {
  /// Puts bytes into a file in one step: who reads it sees all of them or none.
  ///
  /// - Throws: ``SystemError`` where the folder cannot be written.
  public static func writeAtomically(
    _ bytes: [UInt8], to path: String, mode: UInt16 = 0o644
  ) throws(SystemError) {
    let draft = "\(path).\(getpid()).tmp"
    let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_t(mode))
    guard descriptor >= 0 else { throw .last("open") }
    do throws(SystemError) {
      defer { close(descriptor) }
      try writeAll(bytes, to: descriptor)
    } catch {
      unsafe unlink(draft)
      throw error
    }
    guard unsafe rename(draft, path) == 0 else {
      let failure = SystemError.last("rename")
      unsafe unlink(draft)
      throw failure
    }
  }

  /// Removes a file, if it is there.
  public static func remove(_ path: String) {
    unsafe unlink(path)
  }
}

private func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno != EINTR { throw .last("write") }
    rest = rest.dropFirst(max(0, count))
  }
}

/// Reads a descriptor to its end.
func readAll(_ descriptor: Int32, expecting size: Int) throws(SystemError) -> [UInt8] {
  // One byte more than the size, so that the end is seen without growing.
  var bytes = [UInt8](repeating: 0, count: max(size, 0) + 1)
  var filled = 0
  while true {
    if filled == bytes.count { bytes += [UInt8](repeating: 0, count: max(4096, bytes.count)) }
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
    }
    if count < 0 {
      if errno == EINTR { continue }
      throw .last("read")
    }
    if count == 0 { break }
    filled += count
  }
  bytes.removeLast(bytes.count - filled)
  return bytes
}
