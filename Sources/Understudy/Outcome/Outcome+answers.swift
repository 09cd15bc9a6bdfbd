extension Outcome {
  /// Answers with a JSON literal; keys keep their order and integers all their digits.
  ///
  /// Its strings may have placeholders, such as `{{path.id}}`, which are filled from the request;
  /// one that is a whole string takes the value's type. Keys are left alone.
  public static func json(_ value: JSON) -> Outcome {
    Outcome(.json(value))
  }

  /// Answers with text as `text/plain; charset=utf-8`, unless a header says otherwise.
  ///
  /// Placeholders, such as `{{path.id}}`, are filled from the request; ``verbatim`` turns them off.
  public static func text(_ text: String) -> Outcome {
    Outcome(.text(text))
  }

  /// Answers with bytes as they are.
  public static func data(
    _ bytes: [UInt8], contentType: String = "application/octet-stream"
  ) -> Outcome {
    Outcome(.data(bytes), headers: [Header("Content-Type", contentType)])
  }

  /// Answers with a file under `fixtures/`, read live, with the content type of its extension.
  ///
  /// - Parameters:
  ///   - name: the file's path inside `fixtures/`; `{id}` and `{rest}` stand for parameters of the
  ///     route's path, `{query.page}` for a value of the query.
  ///   - ifMissing: what is done where there is no such file; a loud 500 when left out.
  /// - Returns: the outcome.
  public static func fixture(_ name: String, ifMissing: Outcome? = nil) -> Outcome {
    Outcome(.fixture(name, ifMissing: ifMissing))
  }

  /// Answers with a status and no body.
  public static func status(_ code: Int) -> Outcome {
    Outcome(.bare, status: code)
  }

  /// Redirects; the location is sent as it is written (RFC 9110, 10.2.2), its placeholders filled.
  public static func redirect(to location: String, status: Int = 302) -> Outcome {
    Outcome(.redirect(location), status: status)
  }

  /// Computes the outcome from the request.
  ///
  /// The closure runs on a thread that is no worker's, and may take its time: its connection waits
  /// meanwhile, others do not, as long as no more than 64 closures run at once. An error that it throws
  /// is answered as a 500 with `Understudy-Error: dynamic-failed` that quotes it; one that traps, or
  /// that recurses without end, ends the daemon. A sequence that it returns has no memory: each request
  /// takes the first step, and of a weighted outcome the first draw. What it returns may quote the
  /// request, so that braces in it are text; fixtures and variants that it names keep their
  /// placeholders.
  public static func dynamic(
    _ answer: @escaping @Sendable (_ request: Request) throws -> Outcome
  ) -> Outcome {
    Outcome(.dynamic(.now(answer)))
  }

  /// Computes the outcome from the request, and may await what it needs.
  ///
  /// ```swift
  /// .dynamic { request in
  ///   try await Task.sleep(for: .seconds(1))
  ///   return .text(request.path)
  /// }
  /// ```
  ///
  /// The closure runs in a task: thousands may wait without a thread. The task is cancelled when its
  /// client hangs up; what it returns then is thrown away. All else is as with closures that do not
  /// await, with which it shares their threads.
  public static func dynamic(
    _ answer: @escaping @Sendable (_ request: Request) async throws -> Outcome
  ) -> Outcome {
    Outcome(.dynamic(.later(answer)))
  }

  /// Answers with the default JSON of the route, changed at JSON Pointers (RFC 6901).
  ///
  /// ```swift
  /// .patched(["/data/level": 9, "/data/name": nil])
  /// ```
  ///
  /// `nil` is JSON's null. A pointer to a missing member of an object adds it.
  public static func patched(_ changes: KeyValuePairs<JSONPointer, JSON>) -> Outcome {
    Outcome(.patched(changes.map { (pointer: $0.key, value: $0.value) }))
  }
}

extension Outcome {
  /// Reads the request and answers when somebody releases it; else never.
  public static let held = Outcome(.held)

  /// The default outcome of the same route.
  public static let `default` = Outcome(.variant(.default))

  /// Another outcome of the same route.
  public static func variant(_ name: Variant) -> Outcome {
    Outcome(.variant(name))
  }

  /// Fails as networks and broken servers do; see ``Fault``.
  public static func fault(_ fault: Fault) -> Outcome {
    Outcome(.fault(fault))
  }

  /// Takes one step for each request, in order.
  ///
  /// Every request takes exactly one step, at any concurrency. Only a GET or HEAD that is reset on
  /// a reused connection spends none, because clients send it again by themselves.
  public static func sequence(_ steps: Outcome..., then end: SequenceEnd = .last) -> Outcome {
    Outcome(.sequence(steps, then: end))
  }

  /// Takes one step for each request, in order, from steps that were made in a loop.
  public static func sequence(_ steps: [Outcome], then end: SequenceEnd = .last) -> Outcome {
    Outcome(.sequence(steps, then: end))
  }
}

extension Outcome {
  /// The route's ``Variant/loading``.
  public static let loading = Outcome.variant(.loading)
  /// The route's ``Variant/empty``.
  public static let empty = Outcome.variant(.empty)
  /// The route's ``Variant/unauthorized``.
  public static let unauthorized = Outcome.variant(.unauthorized)
  /// The route's ``Variant/forbidden``.
  public static let forbidden = Outcome.variant(.forbidden)
  /// The route's ``Variant/notFound``.
  public static let notFound = Outcome.variant(.notFound)
  /// The route's ``Variant/rateLimited``.
  public static let rateLimited = Outcome.variant(.rateLimited)
  /// The route's ``Variant/serverError``.
  public static let serverError = Outcome.variant(.serverError)
  /// The route's ``Variant/maintenance``.
  public static let maintenance = Outcome.variant(.maintenance)
  /// The route's ``Variant/malformedBody``.
  public static let malformedBody = Outcome.variant(.malformedBody)
  /// The route's ``Variant/interrupted``.
  public static let interrupted = Outcome.variant(.interrupted)
  /// The route's ``Variant/timeout``.
  public static let timeout = Outcome.variant(.timeout)
  /// The route's ``Variant/offline``.
  public static let offline = Outcome.variant(.offline)
}
