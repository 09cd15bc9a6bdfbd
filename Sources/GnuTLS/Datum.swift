internal import CGnuTLS

/// Bytes on their way into the library and out of it.
enum Datum {
  /// Lends bytes to a call.
  static func lending<Answer>(
    _ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) -> Answer
  ) -> Answer {
    unsafe bytes.withUnsafeBytes { buffer in
      let start = unsafe buffer.bindMemory(to: UInt8.self).baseAddress
      var datum = unsafe gnutls_datum_t(
        data: UnsafeMutablePointer(mutating: start), size: UInt32(buffer.count))
      return unsafe withUnsafePointer(to: &datum) { unsafe body($0) }
    }
  }

  /// Lends several runs of bytes to a call, one behind the other.
  static func lending<Answer>(
    all runs: [[UInt8]], _ body: (UnsafeBufferPointer<gnutls_datum_t>) -> Answer
  ) -> Answer {
    let bytes = runs.flatMap { $0 }
    return unsafe bytes.withUnsafeBytes { buffer in
      let start = unsafe UnsafeMutablePointer(
        mutating: buffer.bindMemory(to: UInt8.self).baseAddress)
      var offset = 0
      var data: [gnutls_datum_t] = unsafe []
      for run in runs {
        unsafe data.append(
          gnutls_datum_t(data: start.map { unsafe $0 + offset }, size: UInt32(run.count)))
        offset += run.count
      }
      return unsafe data.withUnsafeBufferPointer { unsafe body($0) }
    }
  }

  /// Takes what a call has made, and gives the library its memory back.
  static func taking(
    _ call: String, _ body: (UnsafeMutablePointer<gnutls_datum_t>) -> Int32
  ) throws(GnuTLSError) -> [UInt8] {
    var datum = unsafe gnutls_datum_t()
    try GnuTLSError.check(unsafe body(&datum), call)
    defer { unsafe umg_give_back(&datum) }
    return unsafe Array(UnsafeBufferPointer(start: datum.data, count: Int(datum.size)))
  }
}
