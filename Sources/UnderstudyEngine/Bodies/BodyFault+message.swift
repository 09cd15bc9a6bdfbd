import Understudy
import Zlib

extension BodyFault {
  /// What came instead of a body that can be read, as a clause.
  var message: String {
    switch self {
    case .notWhole(let kept, let length):
      "only the first \(kept) of \(length) bytes were kept"
    case .unknownCoding(let coding):
      "content coding '\(coding)', which is not decoded here: gzip and deflate are"
    case .tooManyCodings(let limit): "more than \(limit) content codings"
    case .coding(let coding, .truncated): "\(coding) that ends too early"
    case .coding(let coding, .corrupt): "not \(coding), as its Content-Encoding says"
    case .coding(let coding, .overLimit(let limit)):
      "\(coding) that holds more than \(limit) bytes, the limit of --max-body"
    case .notJSON(let error):
      "not JSON: \(error.reason) (line \(error.line), column \(error.column))"
    case .tooManyValues(let limit): "JSON of more than \(limit) values"
    case .unknownCharset(let label): "charset '\(label)', which is not decoded here"
    case .notInCharset(let charset, let offset): "not \(charset) at byte \(offset)"
    case .brokenEscape(let offset): "a '%' without two hexadecimal digits at byte \(offset)"
    case .fieldNotUTF8(let name): "a field '\(name)' that is not UTF-8"
    case .noBoundary: "no boundary in the content type"
    case .longBoundary(let limit): "a boundary of more than \(limit) characters"
    case .badBoundary(let boundary):
      "the boundary '\(boundary)', which has characters that none may have (RFC 2046, 5.1.1)"
    case .noFirstDelimiter(let boundary): "no delimiter '--\(boundary)'"
    case .noClosingDelimiter(let boundary): "no closing delimiter '--\(boundary)--'"
    case .tooManyParts(let limit): "more than \(limit) parts"
    case .longPartHead(let part, let limit): "part \(part) with a head of more than \(limit) bytes"
    case .noEmptyLine(let part): "part \(part) without an empty line behind its head"
    case .badPartLine(let part, let line): "part \(part) with the line '\(line)' in its head"
    case .noPartName(let part): "part \(part) without 'form-data; name=' in its Content-Disposition"
    }
  }
}
