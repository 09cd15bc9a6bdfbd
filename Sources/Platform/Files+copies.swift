internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Files {
  /// A path with its links followed; nil where nothing is there.
  public static func realPath(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// What changes when a file is saved; nil where none is there.
  public static func signature(of path: String) -> FileSignature? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? FileSignature(status) : nil
  }

  /// Copies a file, and who may read, write and run it.
  ///
  /// - Throws: ``SystemError``; nothing is left of the copy then.
  public static func copy(_ path: String, to other: String) throws(SystemError) {
    let source = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw .last("open") }
    defer { close(source) }
    var status = stat()
    guard unsafe fstat(source, &status) == 0 else { throw .last("fstat") }
    let target = unsafe open(
      other, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, status.st_mode & 0o777)
    guard target >= 0 else { throw .last("open") }
    do throws(SystemError) {
      defer { close(target) }
      try writeRest(of: source, to: target)
    } catch {
      unsafe unlink(other)
      throw error
    }
  }

  /// A file without a name, which is gone with its last descriptor; for what another program says.
  ///
  /// - Throws: ``SystemError``.
  public static func openNameless() throws(SystemError) -> Int32 {
    guard let file = unsafe tmpfile() else { throw .last("tmpfile") }
    defer { unsafe fclose(file) }
    let descriptor = unsafe fcntl(fileno(file), F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0 else { throw .last("fcntl") }
    return descriptor
  }

  /// All that was written to a descriptor that can be read from its beginning.
  public static func readBack(_ descriptor: Int32) -> [UInt8] {
    lseek(descriptor, 0, SEEK_SET)
    return (try? readAll(descriptor, expecting: 0)) ?? []
  }
}

private func writeRest(of source: Int32, to target: Int32) throws(SystemError) {
  var buffer = [UInt8](repeating: 0, count: 1 << 20)
  while true {
    let count = unsafe read(source, &buffer, buffer.count)
    if count == 0 { return }
    guard count > 0 else { throw .last("read") }
    try writeAll(Array(buffer.prefix(count)), to: target)
  }
}
