import Platform
import Understudy

/// The folder `routes` of a package, as far as its text tells.
struct RoutesFolder {
  /// Its files.
  private(set) var sources: [SwiftSource] = []

  /// A group that is written there.
  struct Group {
    var name: String
    /// The whole path of what is in it; nil where it is not plain text.
    var path: String?
    /// The file, by its place among ``sources``.
    var source: Int
    var call: SwiftSource.Call
  }

  /// Reads the files.
  ///
  /// - Parameter folder: the package.
  /// - Throws: ``CommandFailure`` where it has no routes, or they cannot be read.
  init(_ folder: String) throws(CommandFailure) {
    let routes = RootedFolder("\(folder)/routes")
    guard Files.permissions(of: "\(folder)/Package.swift") != nil, routes.exists else {
      throw CommandFailure(
        .usage, "There is no package with a folder 'routes' here.",
        hint: "change to one, or make one with 'new'")
    }
    for name in routes.fileNames() where name.hasSuffix(".swift") {
      do throws(RootedFolderError) {
        sources.append(SwiftSource(path: "routes/\(name)", try routes.read(name).bytes))
      } catch {
        throw CommandFailure(.configuration, "'routes/\(name)' cannot be read.")
      }
    }
  }

  /// Every group, an outer one before those in it.
  var groups: [Group] {
    sources.indices.flatMap { index -> [Group] in
      let source = sources[index]
      let calls = source.calls(of: "RouteGroup")
      return calls.compactMap { call in
        guard let name = call.argument(nil), let text = source.literal(name.value) else {
          return nil
        }
        let around = calls.filter { $0.block?.contains(call.start) == true }
        let paths = (around + [call]).map { call in
          guard let path = call.argument("path") else { return "" as String? }
          return source.literal(path.value)
        }
        let path = paths.reduce("" as String?) { whole, path in
          whole.flatMap { whole in path.map { whole + $0 } }
        }
        return Group(name: text, path: path, source: index, call: call)
      }
    }
  }

  /// The group that a route of an id belongs into: the innermost whose name its own begins with.
  func group(of id: String) -> Group? {
    groups.filter { id.hasPrefix("\($0.name).") && $0.call.block != nil }
      .max { $0.name.utf8.count < $1.name.utf8.count }
  }

  /// Where a route of an id is declared.
  func place(ofRoute id: String) -> String? {
    let names = constants.filter { $0.id.utf8.elementsEqual(id.utf8) }.map { ".\($0.name)" }
    for source in sources {
      for call in source.calls(of: "Route") {
        guard let first = call.argument(nil) else { continue }
        let isIt =
          source.literal(first.value).map { $0.utf8.elementsEqual(id.utf8) }
          ?? names.contains(source.text(first.value))
        if isIt { return "\(source.path):\(source.line(of: call.start))" }
      }
    }
    return nil
  }

  /// The constants that stand for ids: `static let usersList: RouteID = "users.list"`.
  var constants: [(name: String, id: String)] {
    sources.flatMap { source in
      source.words("RouteID").compactMap { type -> (name: String, id: String)? in
        guard let equals = source.next(from: type + 7), source.bytes[equals] == UInt8(ascii: "="),
          let quote = source.next(from: equals + 1),
          let end = source.bytes[(quote + 1)...].firstIndex(of: UInt8(ascii: "\"")),
          let id = source.literal(quote..<end + 1)
        else { return nil }
        let before = source.text(0..<type).split(whereSeparator: \.isWhitespace).suffix(2)
        guard before.count == 2, before.first == "let", let name = before.last, name.hasSuffix(":")
        else { return nil }
        return (String(name.dropLast()), id)
      }
    }
  }

  /// Whether some file declares a variable of a name.
  func declares(_ variable: String) -> Bool {
    sources.contains { source in
      (source.words("let") + source.words("var")).contains { word in
        guard let start = source.next(from: word + 3) else { return false }
        let name = source.bytes[start...].prefix { RouteID.isNameByte($0) }
        return name.elementsEqual(variable.utf8)
      }
    }
  }

  /// The file of a path, by its place among ``sources``.
  func source(_ path: String) -> Int? { sources.firstIndex { $0.path == path } }

  /// Changes a file, or begins one.
  mutating func update(_ source: SwiftSource) {
    if let index = self.source(source.path) {
      sources[index] = source
    } else {
      sources.append(source)
    }
  }
}
