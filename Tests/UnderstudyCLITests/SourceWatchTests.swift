import Platform
import TestSupport
import Testing

@testable import UnderstudyCLI

@Suite("A watch over sources")
struct SourceWatchTests {
  /// The paths that a watch has told of.
  private final class Ear: Sendable {
    private let paths = Lock(Set<String>())

    func hear(_ new: [String]) { paths.withLock { $0.formUnion(new) } }

    /// Whether it has heard of a path, or does soon; it has not, afterwards.
    func hears(_ path: String) -> Bool {
      eventually { paths.withLock { $0.remove(path) != nil } }
    }
  }

  @Test func `tells of files that are written, replaced, removed, and in folders that are new`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write("routes/a.swift", "1")
    try folder.write("Package.swift", "1")
    let ear = Ear()
    let watch = try SourceWatch(["\(folder.path)/Package.swift", "\(folder.path)/routes"]) {
      paths, _ in ear.hear(paths.map { String($0.dropFirst(folder.path.count + 1)) })
    }
    defer { watch.stop() }

    try folder.write("routes/a.swift", "22")
    #expect(ear.hears("routes/a.swift"))
    // As editors do that save by renaming.
    try Files.writeAtomically(Array("333".utf8), to: "\(folder.path)/Package.swift")
    #expect(ear.hears("Package.swift"))
    try folder.write("routes/new/deep/b.swift", "1")
    #expect(ear.hears("routes/new/deep/b.swift"))
    try folder.write("routes/new/deep/c.swift", "1")
    #expect(ear.hears("routes/new/deep/c.swift"))
    folder.remove("routes/a.swift")
    #expect(ear.hears("routes/a.swift"))
  }
}
