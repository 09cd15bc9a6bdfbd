import Platform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A folder of a test's own, removed with everything in it when the test lets it go.
public final class TemporaryFolder: Sendable {
  /// Where it lies.
  public let path: String

  /// Makes an empty folder.
  ///
  /// - Throws: ``SystemError``.
  public init() throws {
    let name = Machine.randomBytes(8).map { String($0, radix: 16) }.joined()
    path = "\(Machine.environment("TMPDIR") ?? "/tmp")/understudy-\(name)"
    guard mkdir(path, 0o755) == 0 else { throw SystemError.last("mkdir") }
  }

  deinit { Self.removeTree(path) }

  /// Writes a file in place, as an editor does that does not rename; makes its folders.
  public func write(_ name: String, _ bytes: [UInt8]) throws {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/\(part)"
      mkdir(folder, 0o755)
    }
    guard let file = fopen("\(path)/\(name)", "w") else { throw SystemError.last("fopen") }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw SystemError.last("fwrite")
    }
  }

  /// Writes text as UTF-8.
  public func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  /// Writes a file whose content comes at its end alone: what lies before takes no room and is zeros.
  public func writeSparse(_ name: String, size: Int, end: [UInt8]) throws {
    try write(name, [])
    guard let file = fopen("\(path)/\(name)", "r+") else { throw SystemError.last("fopen") }
    defer { fclose(file) }
    guard fseeko(file, off_t(size - end.count), SEEK_SET) == 0,
      fwrite(end, 1, end.count, file) == end.count
    else { throw SystemError.last("fwrite") }
  }

  /// Says when a file was changed last, in seconds since 1970.
  public func setModified(_ name: String, to seconds: Int) throws {
    let time = timeval(tv_sec: seconds, tv_usec: 0)
    guard utimes("\(path)/\(name)", [time, time]) == 0 else { throw SystemError.last("utimes") }
  }

  /// Cuts a file off, or makes it longer with zeros, as it lies open elsewhere.
  public func truncate(_ name: String, to size: Int) throws {
    #if canImport(Darwin)
      let status = Darwin.truncate("\(path)/\(name)", off_t(size))
    #else
      let status = Glibc.truncate("\(path)/\(name)", off_t(size))
    #endif
    guard status == 0 else { throw SystemError.last("truncate") }
  }

  /// Makes a symbolic link.
  public func symlink(_ name: String, to target: String) throws {
    #if canImport(Darwin)
      let status = Darwin.symlink(target, "\(path)/\(name)")
    #else
      let status = Glibc.symlink(target, "\(path)/\(name)")
    #endif
    guard status == 0 else { throw SystemError.last("symlink") }
  }

  /// Removes a file.
  public func remove(_ name: String) { unlink("\(path)/\(name)") }

  private static func removeTree(_ path: String) {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard name != ".", name != ".." else { continue }
        if unlink("\(path)/\(name)") != 0 { removeTree("\(path)/\(name)") }
      }
      closedir(directory)
    }
    rmdir(path)
  }
}
