import UnderstudyAPI

extension Command {
  /// What may stand behind operands.
  ///
  /// - Parameters:
  ///   - operands: those that stand before.
  ///   - isShifted: whether an option stands for the first, as `--all` does.
  /// - Returns: the kind; nil where no operand may follow.
  func values(behind operands: [String], isShifted: Bool) -> ValueKind? {
    let place = operands.count + (isShifted ? 1 : 0)
    guard place < operandCount.upperBound else { return nil }
    switch (self, place) {
    case (.activate, 0), (.restore, 0): return .selector
    case (.activate, _): return .variant(of: operands.first ?? "*")
    case (.scenario, _): return .scenario
    case (.network, _): return .words(NetworkPreset.allCases.map(\.rawValue))
    case (.verify, _): return .route
    case (.release, 0): return .held
    case (.release, _): return .variant(of: "*")
    case (.session, 0): return .words(["new", "end"])
    case (.session, _): return operands.first == "end" ? .session : nil
    case (.cert, _): return .words(["trust", "untrust", "renew"])
    case (.service, _): return .words(["install", "uninstall", "status"])
    case (.add, 0): return .words(["route"])
    case (.add, 2): return Setting.method.values
    case (.completions, _): return .words(CompletionScript.Shell.names)
    case (.help, _): return .command
    default: return .anything
    }
  }
}
