#if canImport(XCTest)
  import Foundation
  import XCTest

  /// As much of Xcode's as the examples need: its app is the program `ShopProgram`, and what that prints
  /// is what is on the screen.
  @MainActor
  final class XCUIApplication {
    /// The environment of the app.
    var launchEnvironment: [String: String] = [:]
    private let process = Process()
    private let screen = Pipe()
    private var shown: [String] = []

    /// Starts the app.
    func launch() {
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        .resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("ShopProgram")
      process.environment = launchEnvironment
      process.standardOutput = screen
      XCTAssertNoThrow(try process.run())
    }

    /// What the app shows, by its words.
    var staticTexts: StaticTexts { StaticTexts(app: self) }

    /// Texts by their words.
    @MainActor struct StaticTexts {
      fileprivate let app: XCUIApplication

      subscript(_ text: String) -> Element { Element(app: app, text: text) }
    }

    /// A text.
    @MainActor struct Element {
      fileprivate let app: XCUIApplication
      fileprivate let text: String

      /// Waits until it is shown, and no longer than until the app has ended.
      func waitForExistence(timeout: TimeInterval) -> Bool {
        while !app.shown.contains(text) {
          guard let line = app.readLine() else { return false }
          app.shown.append(line)
        }
        return true
      }
    }

    private func readLine() -> String? {
      var bytes: [UInt8] = []
      while let byte = try? screen.fileHandleForReading.read(upToCount: 1)?.first {
        if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
        bytes.append(byte)
      }
      return nil
    }
  }
#endif
