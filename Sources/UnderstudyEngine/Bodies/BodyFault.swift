import Understudy
import Zlib

/// Why a body cannot be read as a rule asks for.
enum BodyFault: Error, Sendable, Hashable {
  case notWhole(kept: Int, length: Int)
  case unknownCoding(String)
  case tooManyCodings(limit: Int)
  case coding(String, InflateError)
  case notJSON(JSONSyntaxError)
  case tooManyValues(limit: Int)
  case unknownCharset(String)
  case notInCharset(String, offset: Int)
  case brokenEscape(offset: Int)
  case fieldNotUTF8(name: String)
  case noBoundary
  case longBoundary(limit: Int)
  case badBoundary(String)
  case noFirstDelimiter(String)
  case noClosingDelimiter(String)
  case tooManyParts(limit: Int)
  case longPartHead(part: Int, limit: Int)
  case noEmptyLine(part: Int)
  case badPartLine(part: Int, String)
  case noPartName(part: Int)
}
