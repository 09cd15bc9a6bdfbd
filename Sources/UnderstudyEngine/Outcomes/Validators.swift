import GnuTLS
import MicroHTTPD
import Platform

/// What tells one state of an answer's body from another, so that a client can ask for the rest of
/// it, or for nothing where it has it already (RFC 9110, 8.8).
struct Validators: Sendable, Hashable {
  /// The entity tag; nil where it is to be made of the bytes.
  var tag: String?
  /// When the body changed last; nil where nobody knows.
  var modified: WallTime?

  /// Those of bytes that are always the same.
  static let ofContent = Validators()

  private init() {}

  /// Those of a file that was read.
  init(_ fixture: Fixture) {
    tag = fixture.tag
    modified = fixture.modified
  }

  /// Those of a file that is sent without being read.
  ///
  /// Its number, length and times tell its states apart: whoever changes it changes `changed`, which
  /// cannot be set back. Until the clock of the file system has gone on since then, another change
  /// might go unseen, and the tag is weak: it is good for a 304, but not for a part of the file.
  ///
  /// - Parameters:
  ///   - signature: what the file was like when it was opened.
  ///   - now: the present.
  init(_ signature: FileSignature, at now: WallTime = .now) {
    func text(_ time: WallTime) -> String {
      String(time.seconds * 1_000_000_000 + time.nanoseconds, radix: 16)
    }
    let parts = [
      String(signature.inode, radix: 16), String(signature.size, radix: 16),
      text(signature.modified), text(signature.changed),
    ]
    tag = "\(signature.isSettled(at: now) ? "" : "W/")\"\(parts.joined(separator: "-"))\""
    modified = signature.modified
  }

  /// The strong entity tag of bytes: half of their SHA-256.
  static func tag(of bytes: [UInt8]) -> String {
    "\"\(Hexadecimal.text(SHA256.digest(of: bytes).prefix(16)))\""
  }
}

extension Answer {
  /// Adds the lines that tell its state, where its author has not written them.
  mutating func addValidators() {
    guard status == 200, let validators else { return }
    addUnlessSet("ETag", validators.tag ?? Validators.tag(of: body))
    guard let modified = validators.modified else { return }
    // A date to come is not to be sent (RFC 9110, 8.8.2.1).
    let now = WallTime.now
    addUnlessSet(
      "Last-Modified", HTTPDate.text(of: modified.seconds > now.seconds ? now : modified))
  }

  /// Whether clients may ask for parts of it, or for it under a condition: it is whole, and they can
  /// name its state.
  var isConditional: Bool {
    status == 200 && cut == nil && malformation == nil
      && (value(of: "ETag") ?? value(of: "Last-Modified")) != nil
  }
}
