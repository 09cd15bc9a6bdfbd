/// Why a path template cannot be read.
package enum PathTemplateProblem: Error, Sendable, Hashable {
  case noLeadingSlash
  case query
  case fragment
  case unbalancedBrace(segment: String)
  case badParameterName(String)
  case unknownNarrowing(String)
  case restNotLast(name: String)
  case adjacentParameters(segment: String)
  case narrowedInMixedSegment(segment: String)
  case repeatedParameter(name: String)
  case percentEncoded(segment: String)

  /// What is wrong and what to do, as a sentence without its subject.
  package var message: String {
    switch self {
    case .noLeadingSlash: "must begin with '/'"
    case .query: "must not contain '?': the query goes into the parameter 'query:'"
    case .fragment: "must not contain '#': a client keeps what stands behind it to itself"
    case .unbalancedBrace(let segment): "has a brace without its partner in '\(segment)'"
    case .badParameterName(let name):
      "has a parameter '{\(name)}', whose name must be letters, digits, '-' and '_'"
    case .unknownNarrowing(let kind):
      "narrows a parameter with ':\(kind)', but only ':int' and ':uuid' exist"
    case .restNotLast(let name): "has '{\(name)...}' before its last segment"
    case .adjacentParameters(let segment):
      "has two parameters without text between them in '\(segment)'"
    case .narrowedInMixedSegment(let segment):
      "has text beside a narrowed or '...' parameter in '\(segment)'; those take a whole segment"
    case .repeatedParameter(let name): "names the parameter '{\(name)}' twice"
    case .percentEncoded(let segment):
      "has percent-encoding in '\(segment)'; write the character itself, requests are decoded"
    }
  }
}
