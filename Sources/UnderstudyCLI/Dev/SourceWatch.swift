import Platform
import Synchronization

/// Tells which files of a package were saved.
///
/// Files that are saved together are told together: what an editor or a checkout does in one go is
/// one change.
final class SourceWatch: Sendable {
  private let watch: FolderWatch
  private let hasStopped = Atomic(false)

  /// How long it must be quiet.
  private static let pause: Duration = .milliseconds(40)
  /// How often it may go on: a file that is written all the time does not hold up all others.
  private static let roundLimit = 25

  /// Watches from now on.
  ///
  /// - Parameters:
  ///   - paths: folders, and files.
  ///   - tell: is called with the paths of files that are new, gone or other, on a thread of its own,
  ///     and with the moment when the first was noticed.
  /// - Throws: ``SystemError``.
  init(
    _ paths: [String], _ tell: @escaping @Sendable ([String], Moment) -> Void
  ) throws(SystemError) {
    watch = try FolderWatch()
    let folders = paths.map { path in
      // An editor that saves by renaming makes another file: its folder tells.
      path.hasSuffix("/Package.swift") ? String(path.dropLast("/Package.swift".count)) : path
    }
    watch.watch(folders)
    let first = FolderScan(paths)
    watch.watch(first.folders)
    _ = try WorkerThread { [watch, self] in
      let time = SystemTime()
      var known = first
      while !hasStopped.load(ordering: .acquiring) {
        watch.wait()
        var now = FolderScan(paths)
        guard now != known else { continue }
        let noticed = time.now
        for _ in 0..<Self.roundLimit {
          watch.watch(now.folders)
          watch.wait(for: Self.pause)
          let later = FolderScan(paths)
          let isQuiet = later == now
          now = later
          if isQuiet { break }
        }
        let changes = now.changes(since: known)
        known = now
        // A file that came and went is no change.
        if !changes.isEmpty { tell(changes, noticed) }
      }
    }
  }

  /// Tells nothing more.
  func stop() {
    hasStopped.store(true, ordering: .releasing)
    watch.wake()
  }
}
