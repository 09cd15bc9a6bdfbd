internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads and writes small files whole.
public enum Files {
  /// The bytes of a file; nil where there is none.
  ///
  /// - Throws: ``SystemError`` where it cannot be read.
  public static func read(_ path: String) throws(SystemError) -> [UInt8]? {
    // A pipe that nobody writes to must not keep its reader.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .last("open")
    }
    defer { close(descriptor) }
    return try readAll(descriptor, expecting: 0)
  }

  /// Makes sure that ``writeAtomically(_:to:mode:isDurable:)`` can do its work, as far as can be
  /// told before.
  ///
  /// - Throws: ``SystemError`` where the folder cannot be written.
  public static func checkWritable(_ path: String) throws(SystemError) {
    let draft = draft(of: resolved(path))
    close(try open(draft: draft, mode: 0o644))
    unsafe unlink(draft)
  }

  /// Puts bytes into a file in one step: who reads it sees all of them or none.
  ///
  /// - Parameters:
  ///   - bytes: what the file has from then on.
  ///   - path: where it is.
  ///   - mode: who may read and write it where it is new.
  ///   - isDurable: whether the bytes are on the disk before they are the file's, and stay there
  ///     whatever happens to the machine.
  /// - Throws: ``SystemError`` where the folder cannot be written.
  public static func writeAtomically(
    _ bytes: [UInt8], to path: String, mode: UInt16 = 0o644, isDurable: Bool = false
  ) throws(SystemError) {
    // The file that a link leads to is written, not the link.
    let path = resolved(path)
    let draft = draft(of: path)
    let descriptor = try open(draft: draft, mode: mode)
    do throws(SystemError) {
      defer { close(descriptor) }
      var old = stat()
      if unsafe stat(path, &old) == 0 { fchmod(descriptor, old.st_mode & 0o777) }
      try writeAll(bytes, to: descriptor)
      if isDurable, fsync(descriptor) != 0 { throw .last("fsync") }
    } catch {
      unsafe unlink(draft)
      throw error
    }
    guard unsafe rename(draft, path) == 0 else {
      let failure = SystemError.last("rename")
      unsafe unlink(draft)
      throw failure
    }
    if isDurable { syncFolder(of: path) }
  }

  /// Removes a file, if it is there.
  public static func remove(_ path: String) {
    unsafe unlink(path)
  }
}

func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno != EINTR { throw .last("write") }
    rest = rest.dropFirst(max(0, count))
  }
}

/// Where a file is made ready before it takes the place of the old one.
private func draft(of path: String) -> String { "\(path).\(getpid()).tmp" }

/// The file that a path leads to, links followed; the path itself where there is none.
private func resolved(_ path: String) -> String { Files.realPath(path) ?? path }

private func open(draft: String, mode: UInt16) throws(SystemError) -> Int32 {
  // What lies there is what an earlier process of this number has left.
  unsafe unlink(draft)
  let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))
  guard descriptor >= 0 else { throw .last("open") }
  return descriptor
}

/// Puts a name on the disk; a file system that cannot do that has its own way.
private func syncFolder(of path: String) {
  let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
  let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return }
  fsync(descriptor)
  close(descriptor)
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
