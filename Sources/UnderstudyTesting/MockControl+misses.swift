#if canImport(Testing)
  import Testing
#endif
public import UnderstudyClient
#if canImport(XCTest)
  import XCTest
#endif

extension MockControl {
  /// Fails the test where requests met no route, and says of each which route was nearest, and why
  /// that did not take it.
  ///
  /// ```swift
  /// try await session.assertNoMisses()
  /// ```
  ///
  /// It works in Swift Testing and in XCTest. Requests that are still on their way are not waited for:
  /// `verifyUnmatched()` does.
  ///
  /// - Parameters:
  ///   - fileID: where it is called.
  ///   - filePath: where it is called.
  ///   - line: where it is called.
  ///   - column: where it is called.
  /// - Throws: `MockError` where the daemon cannot be asked.
  public func assertNoMisses(
    fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) async throws {
    guard let report = try await MissReport(of: self) else { return }
    #if canImport(Testing)
      if Test.current != nil {
        Issue.record(
          "\(report.description)",
          sourceLocation: SourceLocation(
            fileID: fileID, filePath: "\(filePath)", line: line, column: column))
        return
      }
    #endif
    #if canImport(XCTest)
      XCTFail(report.description, file: filePath, line: UInt(line))
    #endif
  }
}

/// Fails the test where requests in its session met no route.
///
/// - Throws: `MockError.noSession` where no trait `.mocked(…)` has begun one.
public func assertNoMisses(
  fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column
) async throws {
  try await MockSession.current.assertNoMisses(
    fileID: fileID, filePath: filePath, line: line, column: column)
}
