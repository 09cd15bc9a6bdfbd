import MicroHTTPD
import Platform
import Understudy

extension Plan {
  /// Decides what is done with a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - world: the world that it belongs to.
  ///   - network: the conditions of all answers, which hold where neither outcome nor route set one.
  /// - Returns: the action, or a miss.
  package func perform(
    _ request: ReceivedRequest, in world: World, network: Network
  ) -> Performed {
    request.cells = world.cells
    let performed = perform(request, inherited: network.delay(for: request), added: .zero)
    return network.pace.map { performed.paced($0) } ?? performed
  }

  /// Whether a request uses nothing up because its client will send it again by itself: a GET or
  /// HEAD that is reset on a connection that was used before.
  func isWasted(on request: ReceivedRequest, _ cells: CellStore) -> Bool {
    request.isSentAgain && resets(cells)
  }

  /// Whether the next request is reset before a byte of an answer.
  func resets(_ cells: CellStore) -> Bool {
    switch kind {
    case .fault(let fault): fault == .reset
    case .sequence(let plan): plan.next(cells).resets(cells)
    case .weighted(let plan): plan.next(cells).resets(cells)
    case .fixed, .filled, .fixture, .dynamic, .held, .redirectLoop, .stream: false
    }
  }

  func perform(
    _ request: ReceivedRequest, inherited: Duration?, added: Duration
  ) -> Performed {
    let performed = performUnpaced(request, inherited: inherited, added: added)
    return pace.map { performed.paced($0) } ?? performed
  }

  private func performUnpaced(
    _ request: ReceivedRequest, inherited: Duration?, added: Duration
  ) -> Performed {
    let ownDelay = ownDelay?.duration(for: request)
    let delay = ownDelay ?? inherited
    let added = added + addedDelay
    switch kind {
    case .fixed(let plan): return .action(plan.action(self)).later(delay, added)
    case .filled(let plan): return .action(plan.action(self, request)).later(delay, added)
    case .stream(let plan): return .action(plan.action(self, request)).later(delay, added)
    case .held: return .action(.held).later(ownDelay, added)
    case .fault(.reset): return .action(.reset).later(delay, added)
    // The others that send no answer by themselves close without one.
    case .fault: return .action(.close).later(delay, added)
    case .redirectLoop(let plan): return .action(plan.action(self, request)).later(delay, added)
    case .sequence(let plan):
      return plan.step(for: request).perform(request, inherited: delay, added: added)
    case .weighted(let plan):
      return plan.choice(for: request).perform(request, inherited: delay, added: added)
    case .fixture(let plan): return plan.perform(self, request, delay, added)
    case .dynamic(let plan): return plan.perform(self, request, delay, added)
    }
  }

  /// Makes an answer ready after its transformations.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - transforms: what changes it, in order.
  ///   - warning: what its reader should know.
  ///   - isShared: whether the reply is kept for many requests.
  /// - Returns: the reply, or a reset where nothing is left to answer.
  func action(
    _ answer: Answer, _ transforms: [Transform], warning: String? = nil, isShared: Bool = false
  ) -> Action {
    var answer = answer
    do throws(TransformError) {
      for transform in transforms { try transform.apply(to: &answer) }
    } catch {
      answer = .failure(
        "patch-failed",
        "Variant '\(variant)' of route '\(routeID)' cannot change its default: \(error.reason).")
    }
    if answer.isReset { return .reset }
    if let header = answer.headers.first(where: \.splitsAnswer) {
      answer = .failure(
        "header-unsafe",
        "Variant '\(variant)' of route '\(routeID)' would send a header '\(header.shownName)' with "
          + "a CR, LF or NUL in it, which could split the answer.")
    }
    if isReading { answer.addValidators() }
    return .reply(
      maker.reply(
        answer, route: routeID.rawValue, variant: variant, warning: warning, isShared: isShared))
  }
}

extension Performed {
  /// The same after a delay; a miss is told at once.
  func later(_ delay: Duration?, _ added: Duration) -> Performed {
    guard case .action(let action) = self else { return self }
    let total = (delay ?? .zero) + added
    return total > .zero ? .action(.delayed(total, action)) : self
  }
}

extension Header {
  /// Whether it has in it what ends a line, so that its rest could be taken for another, or for an
  /// answer (RFC 9110, 5.5).
  var splitsAnswer: Bool {
    name.utf8.contains(where: Self.endsLine) || value.utf8.contains(where: Self.endsLine)
  }

  /// Its name, without what ends a line.
  fileprivate var shownName: String {
    String(decoding: name.utf8.filter { !Self.endsLine($0) }, as: UTF8.self)
  }

  private static func endsLine(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0 }
}

extension Answer {
  /// A 404 for a request that fits its route but not what a closure made of it.
  static func miss(_ reason: String) -> Answer {
    let document: JSON = [
      "type": "about:blank", "status": 404, "code": "no-matching-route",
      "detail": .string(reason),
    ]
    return Answer(
      status: 404, headers: [Header("Content-Type", "application/problem+json")],
      body: document.bytes())
  }

  /// A loud 500 that says why an outcome could not be performed.
  static func failure(_ code: String, _ detail: String) -> Answer {
    let document: JSON = [
      "type": "about:blank", "title": "Understudy could not perform the outcome", "status": 500,
      "code": .string(code), "detail": .string(detail),
    ]
    return Answer(
      status: 500,
      headers: [
        Header("Content-Type", "application/problem+json"), Header(HeaderName.error, code),
      ], body: document.bytes())
  }
}
