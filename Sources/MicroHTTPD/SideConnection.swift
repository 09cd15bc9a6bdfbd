internal import CMicroHTTPD
import Synchronization

/// A connection that came by a further port, as the port sees it.
final class SideConnection: Sendable {
  /// The port; nil where it was closed before the connection began.
  let port: SidePort?
  let descriptor: Int32
  private let hasBeenDropped = Atomic<Bool>(false)

  init(_ descriptor: Int32, of port: SidePort?) {
    self.descriptor = descriptor
    self.port = port
  }

  /// Whether its port has reset it.
  var isDropped: Bool { hasBeenDropped.load(ordering: .acquiring) }

  /// Resets it; only while it is certain that the library has not closed the descriptor yet.
  func drop() {
    hasBeenDropped.store(true, ordering: .releasing)
    umhd_reset(descriptor)
  }
}

extension Exchange {
  /// Whether the port by which its connection came has reset it.
  var isDropped: Bool { side?.isDropped ?? false }
}
