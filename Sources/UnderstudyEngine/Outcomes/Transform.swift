import MicroHTTPD
import Understudy

/// What a variant makes of the answer of another outcome.
enum Transform: Sendable {
  /// Values set at JSON Pointers.
  case patched([Patch])
  /// The shallowest arrays emptied.
  case emptied
  /// The body cut in half, so that it no longer decodes.
  case malformed
  /// Half of the body, then a reset.
  case interrupted
  /// A fault in the way in which it is sent.
  case broken(any AnswerFault)

  /// Whether it changes how an answer is sent, whatever it says.
  var isOfTheWire: Bool {
    switch self {
    case .malformed, .interrupted, .broken: true
    case .patched, .emptied: false
    }
  }

  /// Whether it breaks an answer off, or makes it one that is no HTTP.
  var breaksOff: Bool {
    switch self {
    case .interrupted, .broken: true
    case .patched, .emptied, .malformed: false
    }
  }

  /// Changes the answer; one that is not JSON is left as it is by those that need JSON.
  func apply(to answer: inout Answer) throws(TransformError) {
    switch self {
    case .patched(let patches):
      guard answer.isJSON else { return }
      guard answer.file == nil else { throw .tooLong }
      answer.body = try Self.patch(answer.body, patches).bytes()
    case .emptied:
      guard answer.isJSON else { return }
      guard answer.file == nil else { throw .tooLong }
      guard let json = try? JSON(parsing: answer.body) else { return }
      answer.body = json.emptyingShallowestArrays()?.bytes() ?? answer.body
    case .malformed: Self.malform(&answer)
    case .interrupted:
      // Without a body the head is the whole answer; a reset before it is what is left.
      if answer.bodyLength == 0 || !answer.allowsBody {
        answer.isReset = true
      } else {
        // With the default's whole head, its validators too.
        answer.cut = .reset(after: answer.place(nil))
      }
    case .broken(let fault): fault.apply(to: &answer)
    }
  }

  private static func patch(
    _ body: [UInt8], _ patches: [Patch]
  ) throws(TransformError) -> JSON {
    let json: JSON
    do throws(JSONSyntaxError) {
      json = try JSON(parsing: body)
    } catch {
      throw TransformError(reason: error.description)
    }
    do throws(JSONPatchError) {
      return try json.patched(patches.map { ($0.pointer, $0.value) })
    } catch {
      throw TransformError(reason: error.description)
    }
  }

  private static func malform(_ answer: inout Answer) {
    answer.forgetValidators()
    if !answer.allowsBody { answer.status = 200 }
    if let file = answer.file, answer.isJSON {
      // Too long to be looked at; half of a document of this length is none.
      answer.file?.range = 0..<(file.range.count / 2)
    } else if answer.bodyLength == 0 {
      answer.body = [UInt8(ascii: "{")]
      answer.addUnlessSet("Content-Type", ContentType.json)
    } else if answer.isJSON {
      answer.body = JSON.malformed(answer.body)
    } else {
      TruncatedBody().apply(to: &answer)
    }
  }
}

/// Why an answer cannot be changed as its outcome says.
struct TransformError: Error, Sendable, Hashable {
  var reason: String

  /// The body is a file that is not read.
  static let tooLong = TransformError(
    reason: "its file is too long to be read whole, and served straight from disk")
}
