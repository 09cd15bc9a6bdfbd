#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Outcome {
  /// Answers with a value of the app's own types, encoded as JSON.
  ///
  /// Keys are sorted, so that the bytes never change from run to run, and dates are ISO 8601. A
  /// value that cannot be encoded is answered as a 500 with `Understudy-Error: dynamic-failed`.
  ///
  /// ```swift
  /// Route("me", .get, "/me", default: .json(encoding: User(id: 1, name: "Ada")))
  /// ```
  public static func json(encoding value: some Encodable & Sendable) -> Outcome {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      encoder.dateEncodingStrategy = .iso8601
      return try .json(JSON(parsing: [UInt8](encoder.encode(value))))
    } catch {
      return .dynamic { _ in throw error }
    }
  }
}
