#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The pages of the program and its libraries that lie in memory.
public enum ProgramPages {
  /// Takes those out of this process that are as they are in their files: most have been needed for the
  /// start alone.
  ///
  /// What is needed again comes back by itself, from the system's cache of files. Where somebody has
  /// written to a mapping, all of it stays: the breakpoints of a debugger, what the linker has put into
  /// a library. Does nothing but on Linux.
  public static func release() {
    #if !canImport(Darwin)
      guard let text = try? Files.read("/proc/self/maps") else { return }
      let descriptor = unsafe open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return }
      defer { close(descriptor) }
      for range in readOnlyFiles(in: text) where isUnwritten(range, descriptor) {
        unsafe madvise(
          UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
      }
    #endif
  }

  #if !canImport(Darwin)
    /// Whether all pages of a mapping are as they are in its file, as far as `/proc/self/pagemap` tells.
    private static func isUnwritten(_ range: Range<UInt>, _ pagemap: Int32) -> Bool {
      let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
      var entries = [UInt64](repeating: 0, count: range.count / pageSize)
      let offset = Int(range.lowerBound) / pageSize * MemoryLayout<UInt64>.size
      let isWhole = unsafe entries.withUnsafeMutableBytes { bytes in
        unsafe pread(pagemap, bytes.baseAddress, bytes.count, offset) == bytes.count
      }
      return isWhole && !entries.contains(where: isWritten)
    }
  #endif

  /// Whether a page has left its file behind: it is there or swapped out, and not the file's.
  ///
  /// - Parameter entry: what `/proc/self/pagemap` says of it (bits 63, 62 and 61).
  /// - Returns: true where the file has not what it holds.
  static func isWritten(_ entry: UInt64) -> Bool {
    entry & 0xC000_0000_0000_0000 != 0 && entry & 0x2000_0000_0000_0000 == 0
  }

  /// The mappings of files that cannot be written to, as `/proc/self/maps` lists them.
  static func readOnlyFiles(in text: [UInt8]) -> [Range<UInt>] {
    text.split(separator: UInt8(ascii: "\n")).compactMap { line in
      // Addresses, permissions, offset, device, inode and path.
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
      guard fields.count == 6,
        fields[5].first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "/"),
        fields[1].elementsEqual("r-xp".utf8) || fields[1].elementsEqual("r--p".utf8)
      else { return nil }
      let ends = fields[0].split(separator: UInt8(ascii: "-"))
        .compactMap { UInt(String(decoding: $0, as: UTF8.self), radix: 16) }
      return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
    }
  }
}
