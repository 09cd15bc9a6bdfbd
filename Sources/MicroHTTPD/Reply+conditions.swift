import Platform

extension Reply {
  /// The answer to an exchange; this one for nearly all.
  func answering(_ exchange: Exchange) -> Reply {
    let chosen = choose?(exchange.head) ?? self
    // Asked first, as most requests have no such lines.
    guard chosen.isConditional, exchange.head.mayHaveConditions else { return chosen }
    return chosen.answering(exchange.method, exchange.head)
  }

  /// The answer to a request that may ask for a part of it, or for nothing where it has it already.
  ///
  /// - Parameters:
  ///   - method: the method of the request.
  ///   - head: its lines.
  ///   - now: the present.
  /// - Returns: this answer, or a 206, 304, 412 or 416 in its place.
  func answering(_ method: [UInt8], _ head: HeadLines, now: WallTime = .now) -> Reply {
    guard isConditional, let length = bodyLength,
      let conditions = Conditions(method, head, self)
    else { return self }
    switch conditions.verdict(bodyLength: length, now: now) {
    case .whole, .ranges(.whole): return self
    case .notModified: return bare(304)
    case .failed: return bare(412)
    case .ranges(.unsatisfiable): return bare(416, Field("Content-Range", "bytes */\(length)"))
    case .ranges(.parts(let parts)) where parts.count == 1:
      return part(
        fields + [Field("Content-Range", Self.contentRange(parts[0], length))],
        parts.flatMap(slices))
    case .ranges(.parts(let parts)): return multipart(parts, length)
    }
  }

  /// The same without a body, and without what tells about a body.
  private func bare(_ status: Int, _ line: Field? = nil) -> Reply {
    let hasTag = fields.contains { $0.isNamed("ETag") }
    let kept = fields.filter { field in
      let name = field.name.lowercased()
      // RFC 9110, 15.4.5: a date is of no use beside a tag.
      return !Self.ofBodies.contains(name) && !(hasTag && name == "last-modified")
    }
    return Reply(status: status, fields: kept + (line.map { [$0] } ?? []), body: [], closes: closes)
  }

  private static let ofBodies: Set<String> = [
    "content-type", "content-encoding", "content-language", "content-range", "accept-ranges",
    "content-disposition", "content-md5", "digest", "content-digest", "repr-digest",
  ]

  private func part(_ fields: [Field], _ slices: [BodySlice]) -> Reply {
    if slices.count == 1, case .bytes(let bytes) = slices[0] {
      return Reply(status: 206, fields: fields, body: bytes, closes: closes)
    }
    return Reply(status: 206, fields: fields, slices: slices, closes: closes)
  }

  private static func contentRange(_ range: Range<Int>, _ length: Int) -> String {
    "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
  }

  /// Several parts in one body (RFC 9110, 14.6).
  private func multipart(_ parts: [Range<Int>], _ length: Int) -> Reply {
    let boundary = Hexadecimal.text(Machine.randomBytes(16))
    let type = fields.first { $0.isNamed("Content-Type") }.map { "Content-Type: \($0.value)\r\n" }
    var slices: [BodySlice] = []
    for (index, part) in parts.enumerated() {
      let head =
        "\(index == 0 ? "" : "\r\n")--\(boundary)\r\n\(type ?? "")"
        + "Content-Range: \(Self.contentRange(part, length))\r\n\r\n"
      slices.append(.bytes(Array(head.utf8)))
      slices += self.slices(part)
    }
    slices.append(.bytes(Array("\r\n--\(boundary)--\r\n".utf8)))
    let lines = fields.filter { !$0.isNamed("Content-Type") }
    return self.part(
      lines + [Field("Content-Type", "multipart/byteranges; boundary=\(boundary)")], slices)
  }
}
