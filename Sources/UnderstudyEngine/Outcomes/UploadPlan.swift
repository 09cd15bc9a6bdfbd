/// What happens while the body of a request comes, ready to be done any number of times.
package struct UploadPlan: Sendable {
  /// How many bytes a second are read; nil where they are read as they come.
  package var bytesPerSecond: Int?
  /// What happens in the middle of the body; nil where it is read to its end.
  package var breaking: Breaking?
  /// Whether a client that waits for `100 Continue` waits in vain.
  package var withholdsContinue = false

  /// What happens once so many bytes of the body have come.
  package enum Breaking: Sendable {
    /// This answers.
    case refused(after: Int, Plan)
    /// The connection is reset.
    case reset(after: Int)
  }
}

extension UploadPlan {
  /// What a part of an outcome says, and where it says nothing what lies around it.
  func over(_ outer: UploadPlan?) -> UploadPlan {
    guard let outer else { return self }
    return UploadPlan(
      bytesPerSecond: bytesPerSecond ?? outer.bytesPerSecond, breaking: breaking ?? outer.breaking,
      withholdsContinue: withholdsContinue || outer.withholdsContinue)
  }
}

extension Plan {
  /// Whether it says, in itself or in a part of it, what happens while a body comes.
  package var hasUpload: Bool {
    if upload != nil { return true }
    return switch kind {
    case .sequence(let plan): plan.steps.contains(where: \.hasUpload)
    case .weighted(let plan): plan.choices.contains(where: \.hasUpload)
    case .fixed, .filled, .fixture, .dynamic, .held, .redirectLoop, .fault, .stream: false
    }
  }

  /// Whether it answers by itself, in one piece that can be sent past the rest of a body.
  var isPlainAnswer: Bool {
    if pace != nil { return false }
    return switch kind {
    case .fixed, .filled: true
    case .fixture(let plan): !plan.isLarge && plan.ifMissing?.isPlainAnswer ?? true
    case .sequence(let plan): plan.steps.allSatisfy(\.isPlainAnswer)
    case .weighted(let plan): plan.choices.allSatisfy(\.isPlainAnswer)
    case .dynamic, .held, .redirectLoop, .fault, .stream: false
    }
  }
}
