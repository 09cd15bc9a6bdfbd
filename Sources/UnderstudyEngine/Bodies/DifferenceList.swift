/// Collects the differences of one body, up to a number that a person reads, and counts the rest.
struct DifferenceList {
  /// How many differences are told.
  static let limit = 20

  /// What the names of the differences begin with, such as the name of a part.
  var label: String?
  private(set) var told: [Difference] = []
  private var untold = 0
  private var path: [Step] = []

  /// One step into a JSON document.
  enum Step {
    case key(String)
    case index(Int)
  }

  /// All that were told, and one that says how many were not.
  var finished: [Difference] {
    if untold == 0 { return told }
    let words = untold == 1 ? "1 more difference" : "\(untold) more differences"
    return told + [Difference(.body, expected: "no difference", actual: words)]
  }

  /// Adds a difference at the place that was reached; it is not even made beyond the limit.
  mutating func add(
    expected: @autoclosure () -> String?, actual: @autoclosure () -> String?,
    hint: @autoclosure () -> String? = nil
  ) {
    guard hasRoom() else { return }
    told.append(Difference(.body, name, expected: expected(), actual: actual(), hint: hint()))
  }

  /// Adds a difference of any part.
  mutating func add(_ difference: @autoclosure () -> Difference) {
    if hasRoom() { told.append(difference()) }
  }

  /// Whether one more is told; it is counted where it is not.
  private mutating func hasRoom() -> Bool {
    if told.count < Self.limit { return true }
    untold += 1
    return false
  }

  /// Adds that the body cannot be read at all.
  mutating func add(_ fault: BodyFault, expected: String) {
    add(expected: expected, actual: fault.message)
  }

  /// Goes a step into the document for the time of a closure.
  mutating func at(_ step: Step, _ body: (inout DifferenceList) -> Void) {
    path.append(step)
    body(&self)
    path.removeLast()
  }

  /// The label and the JSON Pointer of the place (RFC 6901); nil at the whole.
  private var name: String? {
    if path.isEmpty { return label }
    var pointer = label ?? ""
    for step in path {
      switch step {
      case .index(let index): pointer += "/\(index)"
      case .key(let key): pointer += "/\(key.escapedForPointer)"
      }
    }
    return pointer
  }
}
