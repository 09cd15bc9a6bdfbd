internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file at whose end is written, and that does not grow over a limit: what is older lies beside it,
/// as `NAME.1`, up to the same limit.
///
/// One that somebody moves away, removes or cuts off is begun anew. Where standard output or standard
/// error of this process lead to the same file, they follow it.
public final class AppendedFile: Sendable {
  /// Where it lies.
  public let path: String
  /// How many bytes it may have, where no single text is longer.
  public let limit: Int
  /// Stays the same: another file takes its place by dup2(2).
  let descriptor: Int32

  /// Opens the file, which is made where it is missing, for this user alone.
  ///
  /// - Parameters:
  ///   - path: where it lies.
  ///   - limit: how many bytes it may have.
  /// - Throws: ``SystemError``.
  public init(_ path: String, limit: Int = .max) throws(SystemError) {
    descriptor = open(path)
    guard descriptor >= 0 else { throw .last("open") }
    self.path = path
    self.limit = limit
  }

  deinit { close(descriptor) }

  /// How many bytes are in the file that is open.
  public var size: Int { status(of: descriptor).map { Int($0.st_size) } ?? 0 }

  /// Where the file that moves aside goes.
  public static func older(_ path: String) -> String { "\(path).1" }

  /// Adds bytes; what cannot be written is dropped.
  ///
  /// One thread at a time may write.
  public func write(_ bytes: [UInt8]) {
    beginAnew(for: bytes.count)
    StandardStream(descriptor: descriptor).write(bytes)
  }

  /// What was added to the file that is open since it was so long.
  ///
  /// - Throws: ``SystemError``.
  public func text(since size: Int) throws(SystemError) -> String {
    guard let count = status(of: descriptor).map({ Int($0.st_size) - size }), count > 0 else {
      return ""
    }
    var bytes = [UInt8](repeating: 0, count: count)
    let found = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(size))
    }
    guard found >= 0 else { throw .last("pread") }
    return String(decoding: bytes.prefix(found), as: UTF8.self)
  }

  private func beginAnew(for count: Int) {
    guard let own = status(of: descriptor) else { return }
    var named = stat()
    let isInPlace = unsafe stat(path, &named) == 0 && isSame(own, named)
    if isInPlace {
      guard Int(own.st_size) > 0, Int(own.st_size) + count > limit else { return }
      guard unsafe rename(path, Self.older(path)) == 0 else { return }
    }
    // Where there is none to be had, the old one goes on.
    let next = open(path)
    guard next >= 0 else { return }
    for standard: Int32 in [1, 2] where status(of: standard).map({ isSame(own, $0) }) == true {
      dup2(next, standard)
    }
    dup2(next, descriptor)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    close(next)
  }
}

private func open(_ path: String) -> Int32 {
  unsafe open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
}

private func status(of descriptor: Int32) -> stat? {
  var status = stat()
  return unsafe fstat(descriptor, &status) == 0 ? status : nil
}

private func isSame(_ one: stat, _ other: stat) -> Bool {
  one.st_dev == other.st_dev && one.st_ino == other.st_ino
}
