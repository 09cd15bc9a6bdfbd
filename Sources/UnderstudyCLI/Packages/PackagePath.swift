/// Absolute paths, taken apart by their text alone.
enum PackagePath {
  /// A path without `.` and `..`, from a folder where it is relative.
  static func absolute(_ path: String, from folder: String) -> String {
    var parts: [Substring] = path.hasPrefix("/") ? [] : folder.split(separator: "/")
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The way from a folder to another path, both absolute; nil where they share nothing but the root.
  static func relative(_ path: String, from folder: String) -> String? {
    let (path, folder) = (path.split(separator: "/"), folder.split(separator: "/"))
    let shared = zip(path, folder).prefix { $0 == $1 }.count
    guard shared > 0 else { return nil }
    let way = folder.dropFirst(shared).map { _ in ".." } + path.dropFirst(shared)
    return way.isEmpty ? "." : way.joined(separator: "/")
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? "/"
  }
}
