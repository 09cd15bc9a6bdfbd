internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What this process has of the system at a moment; nil where the system does not tell.
///
/// Linux tells in `/proc/self` (proc(5)). Darwin would by calls that are not public.
public struct ProcessFigures: Sendable, Hashable {
  /// How many bytes of memory it keeps resident.
  public var residentBytes: Int?
  /// How many descriptors it has open.
  public var descriptors: Int?
  /// How many threads it runs.
  public var threads: Int?

  /// The figures of now.
  public static var now: ProcessFigures {
    var figures = ProcessFigures()
    if let text = lines(of: "/proc/self/status") {
      for line in text {
        if let value = number(in: line, behind: "VmRSS:") { figures.residentBytes = value * 1024 }
        if let value = number(in: line, behind: "Threads:") { figures.threads = value }
      }
      figures.descriptors = descriptorCount
    }
    return figures
  }

  private static func lines(of path: String) -> [Substring]? {
    guard let bytes = try? Files.read(path) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  private static func number(in line: Substring, behind name: String) -> Int? {
    guard line.hasPrefix(name) else { return nil }
    return Int(line.dropFirst(name.utf8.count).filter(\.isNumber))
  }

  /// How many descriptors are open, the one that looks aside.
  private static var descriptorCount: Int? {
    guard let folder = unsafe opendir("/proc/self/fd") else { return nil }
    defer { unsafe closedir(folder) }
    var count = 0
    while unsafe readdir(folder) != nil { count += 1 }
    // `.`, `..` and the folder itself.
    return count - 3
  }
}
