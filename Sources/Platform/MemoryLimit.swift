/// How much memory the system lets this process and its neighbours have.
public enum MemoryLimit {
  /// The limit of this process's control group in bytes; nil where there is none, as on Darwin.
  ///
  /// That is what a container is started with (`docker run --memory`); cgroups(7), version 2 first.
  public static var current: Int? {
    let groups = text("/proc/self/cgroup") ?? ""
    return limits(
      of: groups, read: { text($0) })
  }

  /// The lowest limit that the files of some groups tell.
  ///
  /// - Parameters:
  ///   - groups: what `/proc/self/cgroup` says.
  ///   - read: gives the text of a file.
  /// - Returns: nil where none tells one.
  static func limits(of groups: String, read: (String) -> String?) -> Int? {
    var files = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
    for line in groups.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[2] != "/" else { continue }
      if parts[1].isEmpty { files.append("/sys/fs/cgroup\(parts[2])/memory.max") }
      if parts[1].split(separator: ",").contains("memory") {
        files.append("/sys/fs/cgroup/memory\(parts[2])/memory.limit_in_bytes")
      }
    }
    // Version 2 says `max` where there is no limit, version 1 a number that no machine has.
    return files.compactMap { file in read(file).flatMap { Int($0.filter { !$0.isWhitespace }) } }
      .filter { $0 > 0 && $0 < 1 << 60 }.min()
  }

  private static func text(_ path: String) -> String? {
    guard let bytes = try? Files.read(path) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
