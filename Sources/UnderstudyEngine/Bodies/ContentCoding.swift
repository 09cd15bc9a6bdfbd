import Understudy
import Zlib

/// The content codings of a request (RFC 9110, 8.4): gzip and deflate are decoded.
enum ContentCoding {
  /// How many codings one body may have: each is decoded whole before the next.
  static let countLimit = 4

  /// Takes the codings off a body, the last first.
  ///
  /// - Parameters:
  ///   - body: the bytes as they arrived; where there are none, there is nothing to take off.
  ///   - lines: the values of all `Content-Encoding` lines, in order.
  ///   - limit: how many bytes may come out of each.
  /// - Returns: the bytes that the client had at first.
  /// - Throws: ``BodyFault``.
  static func decode(
    _ body: [UInt8], by lines: [ArraySlice<UInt8>], limit: Int
  ) throws(BodyFault) -> [UInt8] {
    if lines.isEmpty || body.isEmpty { return body }
    let codings = names(in: lines)
    guard codings.count <= countLimit else { throw .tooManyCodings(limit: countLimit) }
    var bytes = body
    for coding in codings.reversed() {
      let isGzip = coding == "gzip" || coding == "x-gzip"
      guard isGzip || coding == "deflate" else { throw .unknownCoding(coding) }
      do throws(InflateError) {
        bytes =
          isGzip
          ? try Inflater.inflate(bytes, .gzip, limit: limit)
          : try inflateEither(bytes, limit: limit)
      } catch {
        throw .coding(coding, error)
      }
    }
    return bytes
  }

  private static func names(in lines: [ArraySlice<UInt8>]) -> [String] {
    lines.flatMap { line in
      line.split(separator: UInt8(ascii: ",")).map { name in
        ShownText.clipped(TokenList.trimmed(name).map(\.asciiLowercased))
      }
    }.filter { !$0.isEmpty && $0 != "identity" }
  }

  /// Zlib's format, which `deflate` means, or the raw one that some clients send under that name.
  private static func inflateEither(
    _ bytes: [UInt8], limit: Int
  ) throws(InflateError) -> [UInt8] {
    // RFC 1950, 2.2: the method is 8, and both bytes make a multiple of 31.
    let hasHeader =
      bytes.count >= 2 && bytes[0] & 15 == 8 && (Int(bytes[0]) << 8 + Int(bytes[1])) % 31 == 0
    guard hasHeader else { return try Inflater.inflate(bytes, .raw, limit: limit) }
    do throws(InflateError) {
      return try Inflater.inflate(bytes, .zlib, limit: limit)
    } catch {
      guard error == .corrupt else { throw error }
      return try Inflater.inflate(bytes, .raw, limit: limit)
    }
  }
}
