internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Files {
  /// Makes sure that a folder is there, and those that it lies in.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - mode: who may read and write those that are new.
  /// - Throws: ``SystemError``.
  public static func makeFolder(_ path: String, mode: UInt16 = 0o755) throws(SystemError) {
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw SystemError(code: ENOTDIR, call: "mkdir")
      }
      return
    }
    if let end = path.utf8.lastIndex(of: UInt8(ascii: "/")), end != path.startIndex {
      try makeFolder(String(path[..<end]), mode: mode)
    }
    // Somebody else may just have made it.
    guard unsafe mkdir(path, mode_t(mode)) == 0 || errno == EEXIST else { throw .last("mkdir") }
  }

  /// Who may read and write a file, such as `0o600`; nil where there is none.
  public static func permissions(of path: String) -> UInt16? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return UInt16(status.st_mode & 0o777)
  }

  /// The names in a folder, in no order, without `.` and `..`; none where there is no such folder.
  public static func names(in folder: String) -> [String] {
    guard let directory = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
