import CCurl

extension CurlRequest {
  /// Makes the call and waits for its answer; any status is an answer.
  ///
  /// - Throws: ``CurlError`` where there is none.
  public func perform() throws(CurlError) -> CurlResponse {
    try checkSendable()
    let lines = headers.map { name, value in
      // "Name;" is libcurl's way to send a line without a value (CURLOPT_HTTPHEADER).
      value.isEmpty ? "\(name);\n" : "\(name): \(value)\n"
    }.joined()
    var response = unsafe umcurl_response()
    defer { unsafe umcurl_free(&response) }
    let bytes = body ?? []
    let code = unsafe method.withCString { method in
      unsafe url.withCString { url in
        unsafe lines.withCString { lines in
          unsafe bytes.withUnsafeBufferPointer { bytes in
            var request = unsafe umcurl_request(
              method: method, url: url, header_lines: lines, body: bytes.baseAddress,
              body_size: bytes.count, has_body: body == nil ? 0 : 1,
              bypasses_proxy: isLoopback ? 1 : 0, authorities: nil,
              timeout_milliseconds: milliseconds)
            guard let authorities else { return unsafe umcurl_perform(&request, &response) }
            return unsafe authorities.withCString { path in
              unsafe request.authorities = path
              return unsafe umcurl_perform(&request, &response)
            }
          }
        }
      }
    }
    guard code == 0 else { throw unsafe Self.error(code, response) }
    return unsafe CurlResponse(
      status: response.status, headers: Self.headers(in: Self.copy(response.head)),
      body: Self.copy(response.body))
  }

  private var milliseconds: Int {
    let (seconds, attoseconds) = timeout.components
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }

  private func checkSendable() throws(CurlError) {
    func isSendable(_ text: String) -> Bool {
      text.utf8.allSatisfy { $0 != 0 && $0 != 10 && $0 != 13 }
    }
    guard isSendable(method) else { throw .unsendable("method") }
    guard isSendable(url) else { throw .unsendable("URL") }
    guard isSendable(authorities ?? "") else { throw .unsendable("name of a file") }
    for (name, value) in headers where !isSendable(name) || !isSendable(value) {
      throw .unsendable("header '\(name)'")
    }
  }

  private static func error(_ code: Int32, _ response: umcurl_response) -> CurlError {
    let message = unsafe withUnsafeBytes(of: response.message) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    // From curl/curl.h: 6 could not resolve the host, 7 could not connect, 28 timed out, 60 took
    // the certificate of the other side for none that it trusts.
    return switch code {
    case UMCURL_NOT_INSTALLED: .notInstalled
    case 6, 7: .couldNotConnect(message)
    case 28: .timedOut
    case 60: .notTrusted(message)
    default: .other(code: Int(code), message: message)
    }
  }

  private static func copy(_ bytes: umcurl_bytes) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: bytes.start, count: bytes.count))
  }

  /// The lines of a head, without the one with the status.
  private static func headers(in head: [UInt8]) -> [(name: String, value: String)] {
    String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline).dropFirst()
      .compactMap { line in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...]
        return (String(line[..<colon]), String(value.drop { $0 == " " || $0 == "\t" }))
      }
  }
}
