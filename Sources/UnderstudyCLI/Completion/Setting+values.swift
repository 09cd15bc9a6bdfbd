import UnderstudyAPI

extension Setting {
  /// What may follow the option.
  var values: ValueKind {
    switch self {
    case .scenario: return .scenario
    case .session: return .session
    case .only: return .list(ResetRequest.Part.allCases.map(\.rawValue))
    case .failOn: return .list(ReportPart.allCases.map(\.rawValue))
    case .order: return .routeList
    case .ending: return .words(Self.endings)
    case .variant: return .variant(of: "*")
    case .method: return .words(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    case .path, .query: return .anything
    case .understudy: return .folder
    default: break
    }
    guard case .one(let placeholder) = argument.single else { return .anything }
    switch placeholder {
    case "ROUTE": return .route
    case "FILE", "PATH": return .file
    case "FOLDER": return .folder
    case let words where words.contains("|"):
      return .words(words.split(separator: "|").map(String.init))
    default: return .anything
    }
  }
}

extension Setting.Argument {
  /// What one value is, where the option may be repeated too.
  fileprivate var single: Self {
    if case .many(let placeholder) = self { .one(placeholder) } else { self }
  }
}
