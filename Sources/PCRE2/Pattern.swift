internal import CPCRE2

/// A pattern that is compiled once and asked by any number of threads.
///
/// ```swift
/// let pattern = try Pattern("[0-9]{4}")
/// pattern.match(Array("2026".utf8))  // .fits
/// ```
///
/// It must fit the whole value. UTF-8, without Unicode normalisation (pcre2pattern(3)).
@safe
public final class Pattern: @unchecked Sendable {
  // Safety: compiled code and match context are never changed after init (pcre2api(3),
  // MULTITHREADING).

  /// The pattern as it was written.
  public let text: String
  private let code: OpaquePointer
  private let context: OpaquePointer?

  /// What became of a match.
  public enum Match: Sendable, Hashable {
    /// The whole value fits.
    case fits
    /// It does not.
    case differs
    /// It was given up: too many steps or too much memory.
    case tooCostly
    /// The value is not UTF-8.
    case notUTF8
  }

  /// The steps after which a match is given up: some ten milliseconds.
  public static let stepLimit: UInt32 = 200_000
  /// The memory after which a match is given up, in kibibytes.
  public static let heapLimit: UInt32 = 4096

  /// Compiles a pattern.
  ///
  /// - Throws: ``PatternError``.
  public init(_ text: String) throws(PatternError) {
    self.text = text
    var error: Int32 = 0
    var offset = 0
    let bytes = Array(text.utf8)
    let code = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe umpcre2_compile(bytes.baseAddress, bytes.count, &error, &offset)
    }
    guard let code = unsafe code else {
      throw PatternError(reason: Self.message(error), offset: offset)
    }
    unsafe self.code = code
    unsafe context = umpcre2_context(Self.stepLimit, Self.heapLimit)
  }

  deinit {
    unsafe umpcre2_free(code)
    unsafe umpcre2_free_context(context)
  }

  /// Whether the whole value fits.
  public func match(_ value: some Collection<UInt8>) -> Match {
    let result = value.withContiguousStorageIfAvailable { bytes in
      unsafe umpcre2_match(code, bytes.baseAddress, bytes.count, context)
    }
    guard let result else { return match(Array(value)) }
    switch result {
    case 1: return .fits
    case 0: return .differs
    case -2: return .notUTF8
    default: return .tooCostly
    }
  }

  private static func message(_ error: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = buffer.count
    _ = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe umpcre2_message(error, $0, count) }
    }
    return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// Why a pattern cannot be compiled.
public struct PatternError: Error, Sendable, Hashable {
  /// The library's words.
  public var reason: String
  /// The byte at which it stumbled.
  public var offset: Int
}
