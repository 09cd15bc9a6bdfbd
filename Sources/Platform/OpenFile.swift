internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A regular file that is open for reading, whatever becomes of its name.
///
/// One that is replaced under its name keeps the content that it had when it was opened; one that is
/// written to in place shows what is written.
public final class OpenFile: Sendable {
  /// What the file was like when it was opened.
  public let signature: FileSignature
  private let descriptor: Int32

  /// Takes a descriptor, which is closed with this.
  init(_ descriptor: Int32, _ signature: FileSignature) {
    self.descriptor = descriptor
    self.signature = signature
  }

  /// Opens a file by its path; nil where there is none.
  ///
  /// - Throws: ``SystemError``.
  public convenience init?(_ path: String) throws(SystemError) {
    // A FIFO would make open wait for its writer.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .last("open")
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      close(descriptor)
      throw .last("fstat")
    }
    self.init(descriptor, FileSignature(status))
  }

  deinit { close(descriptor) }

  /// How long the file was when it was opened, in bytes.
  public var size: Int { Int(signature.size) }

  /// Puts bytes from a place of the file into memory.
  ///
  /// - Returns: how many; 0 behind the end.
  /// - Throws: ``SystemError``.
  public func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    while true {
      let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last("pread") }
    }
  }

  /// The first bytes of the file as it is now, so many at most.
  ///
  /// - Throws: ``SystemError``.
  public func beginning(_ count: Int) throws(SystemError) -> [UInt8] {
    try bytes(from: 0, atMost: count)
  }

  /// Bytes from a place of the file as it is now, so many at most; none behind its end.
  ///
  /// - Throws: ``SystemError``.
  public func bytes(from offset: Int, atMost count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let found: Int
    let result = unsafe bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(SystemError) in try unsafe read(at: offset, into: buffer) }
    }
    found = try result.get()
    return Array(bytes.prefix(found))
  }

  /// The whole file as it is now.
  ///
  /// - Throws: ``SystemError``.
  public func readAll() throws(SystemError) -> [UInt8] {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .last("lseek") }
    return try Platform.readAll(descriptor, expecting: size)
  }

  /// A second descriptor of the file, which its receiver closes.
  ///
  /// - Throws: ``SystemError`` where none is left.
  public func duplicate() throws(SystemError) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last("fcntl") }
    guard copy < DescriptorReserve.firstForNobody else {
      close(copy)
      throw SystemError(code: EMFILE, call: "fcntl")
    }
    return copy
  }
}
