/// Who says how a server's side of a handshake goes on; called on the connection's thread.
package protocol HandshakeGuide: AnyObject {
  /// Decides once the client has said what it wants.
  func answer(_ hello: ClientHello) -> HandshakeAnswer
  /// Nothing has come: leaves the connection alone until something does.
  ///
  /// - Returns: false where it cannot be left alone: it ends then.
  func waitForClient() -> Bool
  /// Leaves the connection alone for ever.
  ///
  /// - Returns: false where it cannot be left alone: it ends then.
  func standStill() -> Bool
  /// Resets the connection.
  func reset()
  /// The handshake is over.
  func succeeded()
  /// There will be no handshake; the client has been told.
  func failed(_ failure: HandshakeFailure)
  /// The other side sends no more: what it is told before the connection is closed.
  func lastWords() -> [UInt8]?
}
