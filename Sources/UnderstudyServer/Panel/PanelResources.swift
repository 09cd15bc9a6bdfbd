import Understudy
import UnderstudyAPI

/// `GET /__admin/`: the control panel.
///
/// Like its files it asks for neither a token nor a known host: there is nothing in it to protect.
enum PanelResource: AdminResource {
  static let path = [""]
  static let methods = ["GET"]
  static let isExempt = true
  static let reach = AdminReach.daemon

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    try PanelFileResource.file(PanelFile.index)
  }
}

/// `GET /__admin/panel/{file}`: what the panel is made of.
enum PanelFileResource: AdminResource {
  static let path = ["panel", "{file}"]
  static let methods = ["GET"]
  static let isExempt = true
  static let reach = AdminReach.daemon

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    try file(call.path[1])
  }

  fileprivate static func file(_ name: String) throws(Problem) -> AdminAnswer {
    guard let file = PanelFile.find(name) else {
      throw Problem(404, .notFound, "The control panel has no file '\(name)'.")
    }
    return .file(file.reply)
  }
}

/// `GET /__admin`: leads to the panel, below a session's path too.
enum PanelRedirectResource: AdminResource {
  static let path: [String] = []
  static let methods = ["GET"]
  static let isExempt = true
  static let reach = AdminReach.daemon

  static func answer(_ call: AdminCall, _ context: AdminContext) throws(Problem) -> AdminAnswer {
    // Relative (RFC 9110, 10.2.2), so that it keeps what stands before it.
    .now(status: 308, nil, [Header("Location", "\(AdminPath.root.dropFirst())/")])
  }
}
