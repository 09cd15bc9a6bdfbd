internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What changes when a file is saved.
public struct FileSignature: Sendable, Hashable {
  var device: UInt64
  /// The file's number in its file system.
  public var inode: UInt64
  /// How long it is, in bytes.
  public var size: Int64
  /// When the content changed last, as far as whoever changed it says so.
  public var modified: WallTime
  /// When anything about the file changed last, which nobody can make up.
  public var changed: WallTime

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      modified = WallTime(status.st_mtimespec)
      changed = WallTime(status.st_ctimespec)
    #else
      modified = WallTime(status.st_mtim)
      changed = WallTime(status.st_ctim)
    #endif
  }

  /// Whether both are about one file, whatever has become of its content.
  public func isSameFile(as other: FileSignature) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether the file was changed so long ago that a further change cannot have the same signature.
  ///
  /// File systems count time in ticks of a few milliseconds: two saves within one look alike.
  public func isSettled(at now: WallTime) -> Bool {
    now.seconds - changed.seconds > 1
      || (now.seconds - changed.seconds) * 1_000_000_000 + now.nanoseconds - changed.nanoseconds
        > 50_000_000
  }
}

extension WallTime {
  init(_ time: timespec) {
    self.init(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }
}
