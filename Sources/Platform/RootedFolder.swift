internal import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A folder that is read by relative names and never left.
///
/// A name is opened first, and where it really leads is asked of the opened descriptor, so that no
/// link that is changed in between can lead outside. Links that stay inside work, also when the
/// folder is a container's mount (`a.json -> ..data/a.json`).
public struct RootedFolder: Sendable {
  /// The folder as it was given.
  public let path: String

  /// A folder by its path; it need not exist yet.
  public init(_ path: String) {
    self.path = path
  }

  /// Whether the folder is there.
  public var exists: Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// What tells whether a file has changed; nil where it is missing.
  public func signature(of name: String) -> FileSignature? {
    var status = stat()
    guard unsafe stat("\(path)/\(name)", &status) == 0 else { return nil }
    return FileSignature(status)
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``RootedFolderError``.
  public func read(
    _ name: String
  ) throws(RootedFolderError) -> (bytes: [UInt8], signature: FileSignature) {
    let file = try open(name)
    do {
      return (try file.readAll(), file.signature)
    } catch {
      throw .system(error)
    }
  }

  /// Opens a file, wherever links lead inside the folder.
  ///
  /// - Throws: ``RootedFolderError``.
  public func open(_ name: String) throws(RootedFolderError) -> OpenFile {
    // A FIFO would make open wait for its writer.
    let descriptor = systemOpen("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG { throw .missing }
      if errno == ELOOP { throw .outside }
      throw .system(.last("open"))
    }
    guard descriptor < DescriptorReserve.firstForNobody else {
      close(descriptor)
      throw .system(SystemError(code: EMFILE, call: "open"))
    }
    do throws(RootedFolderError) {
      guard isInside(descriptor) else { throw .outside }
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else { throw .system(.last("fstat")) }
      guard status.st_mode & S_IFMT == S_IFREG else { throw .notARegularFile }
      return OpenFile(descriptor, FileSignature(status))
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// The names of all files below the folder, hidden ones left out, at most so many.
  public func fileNames(limit: Int = 2000) -> [String] {
    var names: [String] = []
    var folders = [""]
    while let folder = folders.popLast(), names.count < limit {
      guard let directory = unsafe opendir(folder.isEmpty ? path : "\(path)/\(folder)") else {
        continue
      }
      defer { unsafe closedir(directory) }
      while let entry = unsafe readdir(directory), names.count < limit {
        let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name.hasPrefix(".") { continue }
        let whole = folder.isEmpty ? name : "\(folder)/\(name)"
        var status = stat()
        guard unsafe lstat("\(path)/\(whole)", &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR { folders.append(whole) } else { names.append(whole) }
      }
    }
    return names.sorted()
  }

  /// Whether an open descriptor leads to a place inside the folder, all links resolved.
  private func isInside(_ descriptor: Int32) -> Bool {
    guard let root = Self.resolved(path), let file = Self.path(of: descriptor) else { return false }
    return file.starts(with: root + (root.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]))
  }

  private static func resolved(_ path: String) -> [UInt8]? {
    guard let pointer = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(pointer) }
    return unsafe Array(String(cString: pointer).utf8)
  }

  /// Where an open descriptor leads: `/proc/self/fd` on Linux, `F_GETPATH` on Darwin.
  private static func path(of descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
    #if canImport(Darwin)
      let status = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe fcntl(descriptor, F_GETPATH, bytes.baseAddress)
      }
      guard status == 0 else { return nil }
      return Array(buffer.prefix { $0 != 0 })
    #else
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { text in
          guard let start = text.baseAddress else { return -1 }
          return unsafe readlink("/proc/self/fd/\(descriptor)", start, text.count - 1)
        }
      }
      return count > 0 ? Array(buffer.prefix(count)) : nil
    #endif
  }
}

/// Why a file of a ``RootedFolder`` cannot be read.
public enum RootedFolderError: Error, Sendable, Hashable {
  /// There is no such file.
  case missing
  /// It lies outside the folder, once all links are resolved.
  case outside
  /// It is a folder, a device or a pipe.
  case notARegularFile
  /// The system refused.
  case system(SystemError)
}

/// open(2), by another name than ``RootedFolder/open(_:)``.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { unsafe open(path, flags) }
