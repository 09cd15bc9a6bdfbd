/// Where a route or group is declared, for messages.
public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
  /// The file as `#fileID` gives it: module, slash, file name.
  public var fileID: String
  /// The line of the declaration, from 1.
  public var line: Int

  /// Takes what `#fileID` and `#line` give.
  public init(fileID: String, line: Int) {
    self.fileID = fileID
    self.line = line
  }

  /// The place as an editor opens it, `routes/Users.swift:12`.
  ///
  /// `#fileID` knows the module, not the folder. A target of routes is called `<Name>Routes` and
  /// lies in `routes/`; any other module's name stays as it is.
  public var description: String {
    guard let slash = fileID.firstIndex(of: "/") else { return "\(fileID):\(line)" }
    let module = fileID[..<slash]
    let folder = module.hasSuffix("Routes") ? "routes" : module
    return "\(folder)\(fileID[slash...]):\(line)"
  }
}
