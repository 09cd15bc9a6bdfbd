import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

extension CommandRunner {
  /// `add route ID METHOD PATH`: writes a route and its fixture into the package here.
  func add(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let words = invocation.operands
    guard words[0] == "route" else {
      throw CommandFailure(
        .usage,
        "'add' takes 'route', not '\(words[0])'."
          + Spelling.suggestion(for: words[0], among: ["route"]))
    }
    let (id, method, path) = (words[1], Method(rawValue: words[2]), words[3])
    try checkCase(of: method)
    var folder = try RoutesFolder(workingFolder)
    if let place = folder.place(ofRoute: id) {
      throw CommandFailure(.usage, "Route '\(id)' is there already: \(place).")
    }
    guard let dot = id.lastIndex(of: "."), dot != id.startIndex else {
      throw CommandFailure(
        .usage, "Route id '\(id)' must begin with the name of its group, such as '\(id).list'.")
    }
    let options = options(of: invocation)
    let home = try home(of: id, path, folder, options)
    let answer = try RouteAnswer(
      options, id: id, method: method, path: path, fixtures: "\(workingFolder)/fixtures")
    try check(id, method, path, home, answer)
    warn(of: method)

    let constant = constant(for: id, in: folder)
    var route = RouteDraft(
      id: id, method: method, path: String(path.dropFirst(home.path.count)), fullPath: path,
      constant: constant.name, outcome: answer.swift)
    if constant.isNew, let name = constant.name, !folder.declare(name, for: route, in: home.file) {
      route.constant = nil
    }
    var catalog: String?
    let variable = home.group == nil ? variable(for: home.name, in: folder) : ""
    if folder.group(of: id) != nil, let group = folder.group(of: id) {
      folder.add(route, to: group)
    } else {
      folder.add(group: home.name, variable: variable, path: home.path, route, in: home.file)
      catalog = folder.register(variable)
    }
    try save(folder, home, answer, route, catalog: catalog, variable: variable)
    return .ok
  }

  /// Any token is a method; one that looks like a slip is told of.
  private func warn(of method: Method) {
    let known = RouteDraft.named.map(\.method.rawValue).filter { $0 != Method.any.rawValue }
    guard !RouteDraft.named.contains(where: { $0.method == method }),
      let meant = Spelling.closest(to: method.rawValue, among: known)
    else { return }
    console.error(
      "warning: Method '\(method.rawValue)' is an unusual one. Did you mean '\(meant)'?\n")
  }

  /// A method that exists in capital letters is one that was mistyped.
  private func checkCase(of method: Method) throws(CommandFailure) {
    let upper = Method(rawValue: method.rawValue.uppercased())
    guard method != upper, RouteDraft.named.contains(where: { $0.method == upper }) else { return }
    throw CommandFailure(
      .usage, "Method '\(method.rawValue)' is not '\(upper.rawValue)': methods compare with case.",
      hint: "write \(upper.rawValue)")
  }
}

extension CommandRunner {
  /// Where a route is written.
  private struct Home {
    /// The group that is there; nil where a new one is made.
    var group: RoutesFolder.Group?
    /// The group's name.
    var name: String
    /// What the paths of the group begin with.
    var path: String
    /// The file's place in the package.
    var file: String
  }

  private func home(
    of id: String, _ path: String, _ folder: RoutesFolder, _ options: OptionValues
  ) throws(CommandFailure) -> Home {
    let file = options.value(.routesFile)
    let parts = file?.text.split(separator: "/", omittingEmptySubsequences: false) ?? []
    let isOutside = parts.first != "routes" || parts.contains { $0.isEmpty || $0.hasPrefix(".") }
    if let file, isOutside || parts.count < 2 || !file.text.hasSuffix(".swift") {
      throw file.failure(mustBe: "a Swift file in 'routes', such as routes/Items.swift")
    }
    guard let group = folder.group(of: id) else {
      let name = String(id.split(separator: ".").dropLast().joined(separator: "."))
      return Home(
        group: nil, name: name, path: Self.commonPath(of: name, path),
        file: file?.text ?? "routes/\(SwiftName.file(name)).swift")
    }
    let source = folder.sources[group.source]
    let place = "\(source.path):\(source.line(of: group.call.start))"
    if let file, file.text != source.path {
      throw CommandFailure(
        .usage, "Group '\(group.name)' is in \(place), not in '\(file.text)'.",
        hint: "leave \(Setting.routesFile.flag) out")
    }
    guard let common = group.path else {
      throw CommandFailure(
        .usage, "The path of group '\(group.name)' is not written as one plain string: \(place).",
        hint: "add the route there by hand")
    }
    let isInside =
      path.utf8.starts(with: common.utf8)
      && (common.isEmpty || path.utf8.count == common.utf8.count
        || path.utf8.dropFirst(common.utf8.count).first == UInt8(ascii: "/"))
    guard isInside else {
      throw CommandFailure(
        .usage,
        "Path '\(path)' must begin with '\(common)', as all paths of group '\(group.name)' do: "
          + "\(place).")
    }
    return Home(group: group, name: group.name, path: common, file: source.path)
  }

  /// The path for all routes of a new group: up to the segment that is called like it.
  private static func commonPath(of group: String, _ path: String) -> String {
    let name = group.split(separator: ".").last ?? ""
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let index = segments.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }),
      !segments[...index].contains(where: { $0.contains("{") })
    else { return "" }
    return segments[...index].joined(separator: "/")
  }

  /// Finds what a catalog would refuse, before anything is written.
  private func check(
    _ id: String, _ method: Method, _ path: String, _ home: Home, _ answer: RouteAnswer
  ) throws(CommandFailure) {
    let catalog = Catalog(
      RouteGroup(home.name) {
        Route(RouteID(rawValue: id), method, path, default: answer.outcome)
      })
    let fixtures = FixtureStore(RootedFolder("\(workingFolder)/fixtures"))
    for problem in CatalogReport(catalog, fixtures: fixtures).problems {
      // What is missing is made.
      if case .outcome(_, _, .missingFixture, _) = problem, answer.fixture != nil { continue }
      let sentence = problem.description.split(separator: "\n").first ?? ""
      throw CommandFailure(.usage, String(sentence))
    }
  }

  private func constant(
    for id: String, in folder: RoutesFolder
  ) -> (name: String?, isNew: Bool) {
    let constants = folder.constants
    if let known = constants.first(where: { $0.id.utf8.elementsEqual(id.utf8) }) {
      return (known.name, false)
    }
    let name = SwiftName.variable(id)
    // Another id may make the same name.
    return (constants.contains { $0.name == name } ? nil : name, true)
  }

  private func variable(for group: String, in folder: RoutesFolder) -> String {
    let name = SwiftName.variable(group)
    var variable = name
    var number = 2
    while folder.declares(variable) {
      variable = number == 2 ? "\(name)Routes" : "\(name)Routes\(number)"
      number += 1
    }
    return variable
  }

  /// Writes what has changed, and tells.
  private func save(
    _ folder: RoutesFolder, _ home: Home, _ answer: RouteAnswer, _ route: RouteDraft,
    catalog: String?, variable: String
  ) throws(CommandFailure) {
    if let fixture = answer.fixture, let made = fixture.made {
      try write(made.text, to: "\(workingFolder)/fixtures/\(made.name)")
      console.output("fixtures/\(made.name): made; what is saved there is served at once\n")
    } else if let fixture = answer.fixture {
      console.output("fixtures/\(fixture.name): stays as it is\n")
    }
    for source in folder.sources where source.path == home.file || source.path == catalog {
      try write(source.text, to: "\(workingFolder)/\(source.path)")
    }
    let group = home.group == nil ? "a new group" : "group"
    console.output("\(home.file): route '\(route.id)' in \(group) '\(home.name)'\n")
    guard home.group == nil else { return }
    if let catalog {
      console.output("\(catalog): '\(variable)' is in the catalog\n")
    } else {
      console.error(
        "warning: The catalog is not written so that a group could be added safely.\n"
          + "  hint    put '\(variable)' among the groups: Catalog(…, \(variable))\n")
    }
  }
}
