import Understudy

/// One part of a multipart body (RFC 7578).
struct BodyPart: Sendable {
  /// The name of the field.
  var name: [UInt8]
  /// The file's name; nil where the part is no file.
  var filename: [UInt8]?
  /// The content type as it was written; nil where there is none.
  var contentType: HeaderParameters?
  /// The content, in the memory of the body.
  var content: ArraySlice<UInt8>

  /// The media type in small letters, `text/plain` where none is written (RFC 7578, 4.4).
  var mediaType: [UInt8] { contentType?.essence ?? Array("text/plain".utf8) }

  /// Reads a `Content-Disposition`; nil where it is no part of a form, or has no name.
  init?(
    disposition: HeaderParameters, contentType: HeaderParameters?, content: ArraySlice<UInt8>
  ) {
    guard disposition.essence.elementsEqual("form-data".utf8), let name = disposition["name"] else {
      return nil
    }
    self.name = name
    // Forms should not use it (RFC 7578, 4.2); those that do have the right name here.
    filename = disposition["filename*"].flatMap(Self.extendedValue) ?? disposition["filename"]
    self.contentType = contentType
    self.content = content
  }

  /// Decodes `utf-8''na%C3%AFve.txt` (RFC 8187, 3.2).
  private static func extendedValue(_ value: [UInt8]) -> [UInt8]? {
    let pieces = value.split(
      separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
    guard pieces.count == 3,
      let bytes = PercentEncoding.decode(pieces[2], plusIsSpace: false)
    else { return nil }
    do throws(BodyFault) {
      return try Charset.decode(bytes[...], label: Array(pieces[0]))
    } catch {
      return nil
    }
  }
}
