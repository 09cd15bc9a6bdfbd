internal import CMicroHTTPD
import Platform
import Synchronization

extension DaemonCore {
  /// Makes something happen at every worker, as ``Crowd`` says: a connection comes and is gone.
  func rouseWorkers() {
    isRousing.store(true, ordering: .releasing)
    for worker in 0..<Int32(max(1, configuration.workers)) {
      if let library = unsafe library { unsafe rouse(worker, of: library) }
      if let library = unsafe secureLibrary { unsafe rouse(worker, of: library) }
    }
  }

  private func rouse(_ worker: Int32, of library: OpaquePointer) {
    // The library gives a socket to the worker that is its number modulo how many there are.
    let workers = Int32(max(1, configuration.workers))
    var socket = umhd_abandoned_socket()
    while socket >= 0, socket % workers != worker {
      let least = socket + (worker - socket % workers + workers) % workers
      let copy = umhd_copy(socket, least)
      umhd_discard(socket)
      socket = copy
    }
    // Without a descriptor there is nothing to be done, until a connection ends. Where a worker has as
    // many connections as it may, the library gives this one to the next.
    guard socket >= 0 else { return }
    unsafe umhd_add(library, socket, umhd_ticket(port: .max, round: 0))
  }

  /// Whether a connection that has begun is one of ``rouseWorkers()``, and nobody's.
  func isNobody(_ connection: OpaquePointer?) -> Bool {
    guard isRousing.load(ordering: .acquiring), let connection = unsafe connection else {
      return false
    }
    return unsafe umhd_ticket_of(connection).port == .max
  }
}
