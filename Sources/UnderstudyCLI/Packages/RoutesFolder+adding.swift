import Understudy

extension RoutesFolder {
  /// Puts a route into a group that is there.
  mutating func add(_ route: RouteDraft, to group: Group) {
    guard let block = group.call.block else { return }
    var source = sources[group.source]
    let indentation = source.indentation(of: group.call.start)
    let inside = source.trimmed(block)
    let text = route.text(indentation: indentation + "  ")
    // What stands on one line with the braces gets lines of its own.
    source.replace(inside.upperBound..<block.upperBound, with: "\n\(indentation)")
    source.replace(
      inside.upperBound..<inside.upperBound, with: "\(inside.isEmpty ? "\n" : "\n\n")\(text)")
    if !inside.isEmpty,
      !source.bytes[block.lowerBound..<inside.lowerBound].contains(UInt8(ascii: "\n"))
    {
      source.replace(block.lowerBound..<inside.lowerBound, with: "\n\(indentation)  ")
    }
    update(source)
  }

  /// Puts a new group with a route at the end of a file, or into a file of its own.
  ///
  /// - Parameters:
  ///   - group: the group's name.
  ///   - variable: the variable that it is in.
  ///   - path: the path of all its routes; empty where they share none.
  ///   - route: the route.
  ///   - file: the file's place in the package.
  mutating func add(
    group: String, variable: String, path: String, _ route: RouteDraft, in file: String
  ) {
    let path = path.isEmpty ? "" : ", path: \(SwiftLiteral.string(path))"
    let text = """
      /// The routes of `\(group)`.
      let \(variable) = RouteGroup(\(SwiftLiteral.string(group))\(path)) {
      \(route.text(indentation: "  "))
      }

      """
    var source = source(file).map { sources[$0] } ?? SwiftSource(path: file, Self.head)
    let end = source.trimmed(source.bytes.startIndex..<source.bytes.endIndex).upperBound
    source.replace(end..<source.bytes.endIndex, with: "\n\n\(text)")
    update(source)
  }

  /// Declares a constant for an id, beside others where there are some.
  ///
  /// - Parameters:
  ///   - name: what the constant is called.
  ///   - route: the route.
  ///   - file: the file's place in the package.
  /// - Returns: whether it is declared; a file that does not make public what it takes from
  ///   `Understudy` is left alone.
  mutating func declare(_ name: String, for route: RouteDraft, in file: String) -> Bool {
    var source = source(file).map { sources[$0] } ?? SwiftSource(path: file, Self.head)
    let lines = """
      \u{20} /// `\(route.method.rawValue) \(route.fullPath)`.
        public static let \(name): RouteID = \(SwiftLiteral.string(route.id))
      """
    if let word = source.words("extension").first(where: { word in
      source.next(from: word + 9).map { start in
        source.bytes[start...].prefix { RouteID.isNameByte($0) }.elementsEqual("RouteID".utf8)
      } ?? false
    }), let open = source.bytes[word...].firstIndex(of: UInt8(ascii: "{")),
      let close = source.partner(of: open)
    {
      let inside = source.trimmed(open + 1..<close)
      source.replace(inside.upperBound..<close, with: "\n\(lines)\n")
    } else if let range = source.text.firstRange(of: "public import Understudy\n") {
      let end = source.text[..<range.upperBound].utf8.count
      source.replace(end..<end, with: "\nextension RouteID {\n\(lines)\n}\n")
    } else {
      return false
    }
    update(source)
    return true
  }

  /// Puts a group into the catalog.
  ///
  /// - Parameter variable: the variable that the group is in.
  /// - Returns: the file; nil where it is not plain which catalog, or where in it.
  mutating func register(_ variable: String) -> String? {
    let found = sources.indices.flatMap { index in
      sources[index].calls(of: "Catalog").map { (index, $0) }
    }
    guard found.count == 1, let (index, call) = found.first else { return nil }
    var source = sources[index]
    // A list that is made elsewhere is not ours to change.
    let groups = call.arguments.prefix { $0.label == nil }
    guard !call.arguments.dropFirst(groups.count).contains(where: { $0.label == nil }),
      groups.allSatisfy({ isName($0.value, source) })
    else { return nil }
    if let last = groups.last {
      let end = last.value.upperBound
      // Where each has a line of its own, so has this one.
      let indentation = source.indentation(of: end)
      let isLong = Self.width(source, end) + variable.utf8.count + 3 > 100
      let gap =
        isLong || groups.count > 1 && isOnOwnLine(last.value, source) ? ",\n\(indentation)" : ", "
      source.replace(end..<end, with: gap + variable)
    } else {
      let start = call.inside.lowerBound
      let isEmpty = call.arguments.isEmpty
      let gap = source.bytes[start...].first.map(SwiftSource.isBlank) ?? false
      source.replace(
        start..<start, with: isEmpty ? variable : gap ? "\n  \(variable)," : "\(variable), ")
    }
    update(source)
    return source.path
  }

  private func isName(_ range: Range<Int>, _ source: SwiftSource) -> Bool {
    range.allSatisfy { source.isCode($0) && RouteID.isNameByte(source.bytes[$0]) }
  }

  private func isOnOwnLine(_ range: Range<Int>, _ source: SwiftSource) -> Bool {
    let before = source.bytes[..<range.lowerBound].reversed().prefix { $0 != UInt8(ascii: "\n") }
    return before.allSatisfy(SwiftSource.isBlank)
  }

  private static func width(_ source: SwiftSource, _ end: Int) -> Int {
    source.bytes[..<end].reversed().prefix { $0 != UInt8(ascii: "\n") }.count
  }

  /// What a file of routes begins with.
  private static let head = Array("public import Understudy\n".utf8)
}
