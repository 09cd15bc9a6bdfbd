internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The files of some folders as they are at one moment, those of folders inside too.
///
/// What editors leave beside a file is none of them: hidden files, and those whose names end in `~`
/// or `#`.
public struct FolderScan: Sendable, Equatable {
  /// Each file by its path, with what changes when it is saved.
  public private(set) var files: [String: FileSignature] = [:]
  /// The folders that were looked through.
  public private(set) var folders: [String] = []

  /// Looks through folders; a path that is a file is that file, one that is nothing is passed over.
  public init(_ paths: [String]) {
    for path in paths { add(path, depth: 0) }
  }

  /// The paths of the files that are new, gone or other than they were, in order.
  public func changes(since earlier: FolderScan) -> [String] {
    let changed = files.filter { earlier.files[$0.key] != $0.value }.map(\.key)
    let gone = earlier.files.keys.filter { files[$0] == nil }
    return (changed + gone).sorted()
  }

  /// Whether a file was saved after another was.
  public func hasNewer(than other: FileSignature) -> Bool {
    let moment = (other.modified.seconds, other.modified.nanoseconds)
    return files.values.contains { ($0.modified.seconds, $0.modified.nanoseconds) > moment }
  }

  private mutating func add(_ path: String, depth: Int) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      files[path] = FileSignature(status)
      return
    }
    // Links may lead in a circle.
    guard depth < 32 else { return }
    folders.append(path)
    for name in Files.names(in: path) {
      if name.hasPrefix(".") || name.hasSuffix("~") || name.hasSuffix("#") { continue }
      add("\(path)/\(name)", depth: depth + 1)
    }
  }
}
