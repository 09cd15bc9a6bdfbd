import MicroHTTPD
import Platform
import Understudy
import UnderstudyAPI
import UnderstudyEngine

// Requests that are decided on by their heads: those whose outcome says what happens while the body
// comes.

extension TrafficHandler {
  /// Decides on a request that has only begun, where its outcome may say what happens while its body
  /// comes.
  func intake(for exchange: Exchange) -> BodyIntake? {
    guard board.hasUploads, !Self.isOptions(exchange.method),
      let place = try? finder.place(exchange), !place.target.isReserved,
      let upload = decide(exchange, place)
    else { return nil }
    dress(exchange, exchange.head, place)
    exchange.attachment = upload
    guard let plan = upload.settled.upload else { return nil }
    var intake = BodyIntake()
    intake.bytesPerSecond = plan.bytesPerSecond
    intake.withholdsContinue = plan.withholdsContinue
    switch plan.breaking {
    case .refused(let after, _)?, .reset(let after)?:
      intake.breaking = BodyIntake.Breaking(after: after) { [self] exchange in
        breakOff(exchange, upload)
      }
    case nil: break
    }
    return intake
  }

  private func decide(_ exchange: Exchange, _ place: SessionFinder.Place) -> DecidedUpload? {
    let request = request(exchange, place, body: [], length: 0)
    guard let index = router.matchHead(request) else { return nil }
    let entry = board.entries[index]
    let world = place.session?.world ?? sessions.base
    let snapshot = world.current
    var wanted: Plan?
    if let variant = Self.wantedVariant(request.head) {
      wanted = board.plan(of: index, variant: variant)
      // One that there is not is told once the request is whole.
      if wanted == nil { return nil }
    }
    let failing = snapshot.network.failures.flatMap {
      board.plan(of: index, variant: $0.variant.rawValue)
    }
    guard !entry.needsBody,
      wanted?.hasUpload ?? (snapshot.choices[index].hasUpload || failing?.hasUpload == true)
    else { return nil }
    world.beginDeciding()
    defer { world.endDeciding() }
    // Nothing follows before its body is whole: it may be refused, or reset.
    let decision = world.decide(index, request, at: time.now, wanted: wanted, isLater: true)
    let settled = decision.plan.settled(
      for: request, in: world, network: decision.snapshot.network)
    return DecidedUpload(place, world, decision, settled, entry, time: time)
  }

  /// Answers such a request once its body has come.
  func answer(_ exchange: Exchange, _ upload: DecidedUpload) -> Action {
    let sink = exchange.sink as? Upload
    let request = request(
      exchange, upload.place, body: sink?.beginning ?? exchange.body, length: exchange.bodyLength)
    if upload.decision.activates, upload.isWanted(in: sessions) {
      upload.world.activate(upload.route.index)
    }
    return finish(exchange, upload, upload.settled.perform(request, in: upload.world))
  }

  /// Answers it, or resets it, in the middle of its body.
  private func breakOff(_ exchange: Exchange, _ upload: DecidedUpload) -> Action {
    let request = request(exchange, upload.place, body: [], length: 0)
    let action = finish(
      exchange, upload, upload.settled.breakOff(request, in: upload.world))
    return action.isWhole ? action : .reply(problems.reply(Self.fileTooLong(upload)))
  }

  private func finish(
    _ exchange: Exchange, _ upload: DecidedUpload, _ performed: Performed
  ) -> Action {
    switch performed {
    case .action(let action):
      open(exchange, upload)
      return action
    case .miss(let reason):
      return record(
        exchange, misses.refuse(exchange, reason, prefix: upload.place.prefix), as: .miss,
        place(of: upload))
    }
  }

  /// Puts such a request on record, with as much of its body as has come.
  func open(_ exchange: Exchange, _ upload: DecidedUpload) {
    open(
      exchange, as: upload.disposition, place(of: upload),
      revision: upload.decision.snapshot.revision)
  }

  private func place(of upload: DecidedUpload) -> RecordPlace {
    RecordPlace(upload.place.session, sessions.base, upload.place.target.bytes)
  }

  private func request(
    _ exchange: Exchange, _ place: SessionFinder.Place, body: [UInt8], length: Int
  ) -> ReceivedRequest {
    ReceivedRequest(
      method: exchange.method, target: place.target, prefix: place.prefix, head: exchange.head,
      body: body, bodyLength: length, isReused: exchange.isReused, decodedLimit: decodedLimit,
      tls: exchange.tls)
  }

  private static func fileTooLong(_ upload: DecidedUpload) -> Problem {
    Problem(
      500, .invalidOutcome,
      "Variant '\(upload.decision.plan.variant)' of route '\(upload.route.id)' refuses a body with a "
        + "file that has become too long to be read whole.")
  }
}

extension Action {
  /// Whether it sends nothing out of a file.
  fileprivate var isWhole: Bool {
    switch self {
    case .reply(let reply), .paced(_, let reply): reply.isInMemory
    case .delayed(_, let next): next.isWhole
    case .close, .reset, .held, .computed, .awaited: true
    }
  }
}
