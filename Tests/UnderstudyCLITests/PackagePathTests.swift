import Testing

@testable import UnderstudyCLI

@Suite("A path of a package")
struct PackagePathTests {
  @Test(arguments: [
    ("Shop", "/home/ada", "/home/ada/Shop"), ("../x/./y/", "/home/ada", "/home/x/y"),
    ("/a//b", "/c", "/a/b"), ("../../..", "/a", "/"), (".", "/a", "/a"),
  ])
  func `is made absolute`(_ path: String, _ folder: String, _ absolute: String) {
    #expect(PackagePath.absolute(path, from: folder) == absolute)
  }

  @Test(arguments: [
    ("/home/ada/understudy", "/home/ada/Shop", "../understudy"),
    ("/home/understudy", "/home/ada/a/Shop", "../../../understudy"),
    ("/home/ada", "/home/ada/Shop", ".."), ("/home/ada", "/home/ada", "."),
    ("/home/ada/Shop/understudy", "/home/ada/Shop", "understudy"),
    ("/opt/understudy", "/home/ada/Shop", nil),
  ])
  func `is a way from a folder in the same tree`(
    _ path: String, _ folder: String, _ relative: String?
  ) {
    #expect(PackagePath.relative(path, from: folder) == relative)
  }
}
