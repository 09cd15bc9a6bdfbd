import Foundation

/// Finds the folder of fixtures, where nobody names it.
enum FixtureFolder {
  private static let name = "fixtures"

  /// `fixtures` in the current folder, as `understudy serve` takes it, or else the nearest above a file.
  ///
  /// A test that Xcode runs is not in the folder of its package.
  static func nearest(to file: String) -> String {
    let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    if isFolder(here.appendingPathComponent(name)) { return name }
    var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    while folder.path != "/" {
      let fixtures = folder.appendingPathComponent(name)
      if isFolder(fixtures) { return fixtures.path }
      folder.deleteLastPathComponent()
    }
    return name
  }

  private static func isFolder(_ url: URL) -> Bool {
    (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }
}
