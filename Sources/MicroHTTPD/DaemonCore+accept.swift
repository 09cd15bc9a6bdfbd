internal import CMicroHTTPD
import Platform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension DaemonCore {
  /// Takes what has connected to a listener of ours, and hands it to the library's workers.
  ///
  /// - Returns: false where the process has no descriptor left, or takes nobody for now.
  func accept(at entrance: Entrance) -> Bool {
    while true {
      let arrival =
        if let port = entrance.port {
          // One at a time: the port's lock is held meanwhile, for which a worker may wait.
          port.admit(at: entrance.number) { acceptOne(by: entrance, $0) } ?? .nobody
        } else if let gate {
          // Closed, it leaves them to others: to look again at once would find the same.
          gate.accept { acceptOne(by: entrance, nil) } ?? .noDescriptor
        } else {
          acceptOne(by: entrance, nil)
        }
      switch arrival {
      case .somebody: continue
      case .nobody: return true
      case .noDescriptor: return false
      }
    }
  }

  private enum Arrival {
    case somebody, nobody, noDescriptor
  }

  private func acceptOne(by entrance: Entrance, _ ticket: umhd_ticket?) -> Arrival {
    let listener = entrance.descriptor
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let client = unsafe withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
      guard let start = bytes.baseAddress else { return -1 }
      let pointer = unsafe start.assumingMemoryBound(to: sockaddr.self)
      #if canImport(Darwin)
        return unsafe Darwin.accept(listener, pointer, &size)
      #else
        return unsafe umhd_accept(listener, pointer, &size)
      #endif
    }
    guard client >= 0 else {
      guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) else { return .nobody }
      handler.ranShort(of: .descriptors(DescriptorReserve.limit))
      return .noDescriptor
    }
    // The library takes it later: many could be on their way there.
    if client >= DescriptorReserve.firstForFiles {
      refuseConnection(.descriptors(DescriptorReserve.limit))
      if !entrance.isSecure { sayTooMany(to: client) }
      umhd_discard(client)
      return .somebody
    }
    guard let library = unsafe entrance.isSecure ? secureLibrary : library else {
      umhd_discard(client)
      return .somebody
    }
    if let ticket {
      unsafe umhd_add(library, client, ticket)
      return .somebody
    }
    unsafe withUnsafeMutableBytes(of: &address) { bytes in
      guard let start = bytes.baseAddress else { return }
      // The library closes the socket where it does not want it.
      _ = unsafe MHD_add_connection(
        library, client, start.assumingMemoryBound(to: sockaddr.self), size)
    }
    return .somebody
  }
}
