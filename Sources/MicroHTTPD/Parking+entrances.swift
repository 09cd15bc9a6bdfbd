import Platform

// The listeners of which the lot's thread accepts connections.

extension Parking {
  /// How long a listener rests where the process has no descriptor left.
  private static let rest: Duration = .milliseconds(100)

  /// Watches a listening socket, whose connections are given to ``run(accept:)``.
  ///
  /// - Returns: its number, for ``ignore(_:)``.
  func listen(
    on descriptor: Int32, of port: SidePort? = nil, isSecure: Bool = false
  ) throws(SystemError) -> UInt64 {
    try state.withLock { state throws(SystemError) in
      let number = state.lastEntrance + 1
      try readiness.add(descriptor, .readable, number: number)
      state.lastEntrance = number
      state.entrances[number] = Entrance(
        number: number, descriptor: descriptor, port: port, isSecure: isSecure)
      return number
    }
  }

  /// Watches a listening socket no more; call it before the socket is closed.
  func ignore(_ number: UInt64) {
    state.withLock { state in
      guard let entrance = state.entrances.removeValue(forKey: number) else { return }
      state.resting.removeAll { $0.number == number }
      readiness.remove(entrance.descriptor)
    }
  }

  /// Leaves a listener alone for a while: asked again at once, it would say the same for ever.
  func putToRest(_ entrance: Entrance) {
    let end = systemTime.now + Self.rest
    state.withLock { state in
      // Ignored meanwhile, its descriptor may be another's.
      guard state.entrances[entrance.number] != nil else { return }
      readiness.remove(entrance.descriptor)
      state.resting.append((end, entrance.number))
    }
  }

  /// Has those looked at now that rest.
  func lookAtEntrances() {
    let now = systemTime.now
    state.withLock { state in
      for index in state.resting.indices { state.resting[index].end = now }
    }
    readiness.wake()
  }

  /// Watches those again that have rested.
  func wakeEntrances() {
    let now = systemTime.now
    state.withLock { state in
      guard let first = state.resting.first, first.end <= now else { return }
      let rested = state.resting.filter { $0.end <= now }
      state.resting.removeAll { $0.end <= now }
      for (_, number) in rested {
        guard let entrance = state.entrances[number] else { continue }
        do throws(SystemError) {
          try readiness.add(entrance.descriptor, .readable, number: number)
        } catch {
          state.resting.append((now + Self.rest, number))
        }
      }
    }
  }
}
