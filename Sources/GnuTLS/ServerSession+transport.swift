internal import CGnuTLS

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// How GnuTLS reads and writes: in as few calls of the system's as there can be.
//
// It asks for the five bytes in front of a record, and for the rest once it has seen how long that is.
// Behind the handshake, the first call takes what else has come. It lies here until GnuTLS asks, which
// it does before it says that there is nothing, unless it has just read a change of keys or a record
// without content: then the library waits for more though there may be some, wherever that lies. It
// waits for the edge; where it would look whether there is anything in the socket, nothing may lie here.
//
// A head and its body, which the library sends one by one, go out together. Short ones are joined into
// one record, which is sent once the library has written both, and says so: that is for sockets that
// certainly take it. Otherwise the record of the head is held until that of the body comes, which the
// library sends again where the socket takes nothing.

extension ServerSession {
  /// Joins what is sent from now on into one record, until ``release()``.
  ///
  /// For whoever knows that the socket takes all of it.
  package func join() {
    isJoining = true
    unsafe gnutls_record_cork(session)
  }

  /// Holds the next record until there is another, or ``release()``.
  ///
  /// For whoever knows that something follows at once.
  package func holdNext() { holdsNext = true }

  /// Sends what was joined or is held.
  ///
  /// - Returns: false where the socket has not taken what was joined: the connection is of no use any more.
  package func release() -> Bool {
    holdsNext = false
    if isJoining {
      isJoining = false
      guard unsafe gnutls_record_uncork(session, 0) >= 0 else { return false }
      // The library may have the socket wait for more, and does not say so twice.
      if !isUncorked { isUncorked = umg_uncork(descriptor) != 0 }
    }
    guard !held.isEmpty else { return true }
    let (count, size) = unsafe held.withBytes {
      unsafe (umg_send(descriptor, $0.baseAddress, $0.count, nil, 0), $0.count)
    }
    if count > 0 { held.drop(count) }
    if !isUncorked { isUncorked = umg_uncork(descriptor) != 0 }
    return count == size
  }

  /// Receives for GnuTLS what it asks for.
  private func receive(_ room: UnsafeMutableRawBufferPointer) -> Int {
    if !ahead.isEmpty { return unsafe ahead.move(to: room) }
    guard stage != .refused else { return failed(ECONNRESET) }
    // Only now GnuTLS knows all of it.
    if stage == .finished, facts == nil { facts = agreed() }
    let count = unsafe receiveNow(room)
    if count > 0 { return unsafe took(UnsafeRawBufferPointer(rebasing: room[..<count])) }
    if count == 0 {
      hasEnded = true
      if stage == .finished, let words = guide.lastWords() { _ = send(words[...]) }
      return 0
    }
    var code = Int32(-count)
    guard code == EAGAIN || code == EWOULDBLOCK || code == EINTR else {
      hasEnded = true
      return failed(code)
    }
    if stage != .finished, code != EINTR, !guide.waitForClient() {
      stage = .refused
      code = ECONNRESET
    }
    return failed(code)
  }

  /// Receives what is asked for, and maybe more, without waiting.
  private func receiveNow(_ room: UnsafeMutableRawBufferPointer) -> Int {
    #if os(Linux)
      if stage == .finished, room.count < umg_read_ahead() {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        return unsafe umg_receive_ahead(
          descriptor, room.baseAddress, room.count, keepAhead, context)
      }
    #endif
    return unsafe umg_receive(descriptor, room.baseAddress, room.count)
  }

  /// Looks at what has come; how much of it GnuTLS gets.
  private func took(_ bytes: UnsafeRawBufferPointer) -> Int {
    if stage != .finished { unsafe records.read(bytes) }
    guard stage == .fresh else { return bytes.count }
    stage = .begun
    // A handshake begins with the number of its records (RFC 8446, 5.1); a method, with a letter.
    guard unsafe (0x41...0x5A).contains(bytes[0] & 0xDF) else { return bytes.count }
    stage = .refused
    guide.failed(.plainText)
    return failed(ECONNRESET)
  }

  /// Sends for GnuTLS what the socket takes; how much of it that is.
  private func send(_ parts: UnsafePointer<giovec_t>?, _ count: Int32) -> Int {
    if holdsNext {
      holdsNext = false
      var total = 0
      for index in 0..<Int(count) {
        guard let part = unsafe parts?[index] else { break }
        unsafe held.append(UnsafeRawBufferPointer(start: part.iov_base, count: part.iov_len))
        total += unsafe part.iov_len
      }
      return total
    }
    if held.isEmpty {
      let sent = unsafe umg_send(descriptor, nil, 0, parts, count)
      return sent < 0 ? failed(Int32(-sent)) : sent
    }
    let (sent, first) = unsafe held.withBytes { first in
      unsafe (umg_send(descriptor, first.baseAddress, first.count, parts, count), first.count)
    }
    guard sent >= 0 else { return failed(Int32(-sent)) }
    held.drop(min(sent, first))
    // GnuTLS tries again with the same.
    return sent > first ? sent - first : failed(EAGAIN)
  }

  private func failed(_ code: Int32) -> Int {
    unsafe gnutls_transport_set_errno(session, code)
    return -1
  }
}

// MARK: - What C calls

extension ServerSession {
  static func of(_ context: UnsafeMutableRawPointer?) -> ServerSession? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<ServerSession>.fromOpaque(context).takeUnretainedValue()
  }

  /// What GnuTLS reads by.
  static let pull: gnutls_pull_func = { context, buffer, size in
    guard let context = unsafe context else { return -1 }
    return unsafe Unmanaged<ServerSession>.fromOpaque(context)._withUnsafeGuaranteedRef {
      unsafe $0.receive(UnsafeMutableRawBufferPointer(start: buffer, count: size))
    }
  }

  /// What GnuTLS writes by.
  static let push: gnutls_vec_push_func = { context, parts, count in
    guard let context = unsafe context else { return -1 }
    return unsafe Unmanaged<ServerSession>.fromOpaque(context)._withUnsafeGuaranteedRef {
      unsafe $0.send(parts, count)
    }
  }

  fileprivate func keep(_ bytes: UnsafeRawBufferPointer) { unsafe ahead.append(bytes) }
}

private func keepAhead(
  _ context: UnsafeMutableRawPointer?, _ bytes: UnsafeRawPointer?, _ count: Int
) {
  guard let context = unsafe context else { return }
  unsafe Unmanaged<ServerSession>.fromOpaque(context)._withUnsafeGuaranteedRef {
    unsafe $0.keep(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
