import MicroHTTPD
import Understudy

/// The body of a request, decoded as far as rules ask for it, and once for all of them.
///
/// Nothing is sniffed: a body is decoded by its `Content-Encoding` alone, and read as a rule says.
/// Belongs to one thread.
package final class BodyContent {
  /// How many bytes a body may have once it is decoded, where nobody says otherwise.
  package static let standardLimit = 64 * 1024 * 1024

  /// How many values JSON may have: each takes some forty bytes where one or two may be enough to
  /// write it, and compressed hardly any.
  static let valueLimit = 1_000_000

  private let received: [UInt8]
  private let length: Int
  private let limit: Int
  private let head: HeadLines

  init(_ request: ReceivedRequest) {
    received = request.body
    length = request.bodyLength
    limit = request.decodedLimit
    head = request.head
  }

  /// Whether the request had no body at all, or an empty one.
  var isAbsent: Bool { length == 0 }

  /// The bytes without content coding (RFC 9110, 8.4).
  private(set) lazy var bytes: Result<[UInt8], BodyFault> = Result { () throws(BodyFault) in
    guard received.count == length else {
      throw .notWhole(kept: received.count, length: length)
    }
    return try ContentCoding.decode(
      received, by: head.all(Array("content-encoding".utf8)), limit: limit)
  }

  /// The media type that the request names; nil where it names none.
  private(set) lazy var mediaType: HeaderParameters? = head.first("Content-Type").map(
    HeaderParameters.init)

  /// The body as JSON, whatever its media type; UTF-8 alone, a byte order mark is skipped.
  private(set) lazy var json: Result<JSON, BodyFault> = bytes.flatMap(Self.parseJSON)

  /// The decoded pairs of a form.
  private(set) lazy var pairs: Result<[QueryPairs.Pair], BodyFault> = bytes.flatMap { bytes in
    Result { () throws(BodyFault) in try FormPairs.parse(bytes) }
  }

  /// The parts of a multipart body.
  private(set) lazy var parts: Result<[BodyPart], BodyFault> = bytes.flatMap { bytes in
    Result { () throws(BodyFault) in
      try MultipartParser.parse(bytes, boundary: mediaType?["boundary"])
    }
  }

  /// The body as UTF-8 text, decoded by the charset that its media type names.
  private(set) lazy var text: Result<[UInt8], BodyFault> = bytes.flatMap { bytes in
    Result { () throws(BodyFault) in
      try Charset.decode(bytes[...], label: mediaType?["charset"])
    }
  }

  static func parseJSON(_ bytes: [UInt8]) -> Result<JSON, BodyFault> {
    do throws(JSONSyntaxError) {
      let value = try JSON(parsing: bytes, maxValues: valueLimit)
      return value.map { .success($0) } ?? .failure(.tooManyValues(limit: valueLimit))
    } catch {
      return .failure(.notJSON(error))
    }
  }
}
