/// What one part of a multipart body must be (RFC 7578).
///
/// ```swift
/// body: .multipart([
///   .file("avatar", filename: .matching(".*\\.png"), contentType: "image/png", size: 1...1_000_000),
///   .field("caption", .any),
/// ])
/// ```
///
/// All that a rule says must hold of one and the same part. Several rules of one name need as many
/// parts of that name. A part without a content type is `text/plain` (RFC 7578, 4.4).
public struct PartRule: Sendable, Hashable {
  package var name: String
  /// What the filename must be; nil for a field, which has none.
  package var filename: ValueRule?
  /// Compared without case and parameters; nil takes any.
  package var contentType: ValueRule?
  package var size: ClosedRange<Int>?
  package var content: Content
  package var isOptional = false

  package enum Content: Sendable, Hashable {
    case free
    case value(ValueRule)
    case json(JSONRule)
    case bytes([UInt8])
  }

  /// A file: a part with a filename.
  ///
  /// - Parameters:
  ///   - name: the name of the part.
  ///   - filename: what its filename must be.
  ///   - contentType: its media type, compared without case and parameters; any where left out.
  ///   - size: how many bytes it may have; any number where left out.
  ///   - bytes: its content; any where left out.
  /// - Returns: the rule.
  public static func file(
    _ name: String, filename: ValueRule = .any, contentType: ValueRule? = nil,
    size: ClosedRange<Int>? = nil, bytes: [UInt8]? = nil
  ) -> PartRule {
    PartRule(
      name: name, filename: filename, contentType: contentType, size: size,
      content: bytes.map { .bytes($0) } ?? .free)
  }

  /// A file that holds JSON.
  public static func file(
    _ name: String, filename: ValueRule = .any, contentType: ValueRule? = nil, json: JSONRule
  ) -> PartRule {
    PartRule(name: name, filename: filename, contentType: contentType, content: .json(json))
  }

  /// A field: a part without a filename, whose content is text.
  public static func field(_ name: String, _ rule: ValueRule) -> PartRule {
    PartRule(name: name, content: .value(rule))
  }

  /// A field that holds JSON.
  public static func field(_ name: String, json rule: JSONRule) -> PartRule {
    PartRule(name: name, content: .json(rule))
  }

  /// A part that may be missing.
  public static func optional(_ part: PartRule) -> PartRule {
    var copy = part
    copy.isOptional = true
    return copy
  }
}
