import MicroHTTPD
import Platform
import Understudy
import UnderstudyEngine

/// The readers of what clients send, each with what must hold of any bytes.
///
/// libFuzzer calls ``LLVMFuzzerTestOneInput(_:_:)`` with bytes that it has found to lead somewhere new;
/// a trap, a sanitizer's report or more than a few seconds is a finding.
enum Reader: String, CaseIterable {
  case target, query, form, multipart, json, graphql, outcome
}

private let stage = Stage()

/// The reader that this process tries, from `FUZZ_READER`.
private let reader = Machine.environment("FUZZ_READER").flatMap(Reader.init) ?? .target

/// Tries the reader with some bytes; what libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  switch reader {
  case .target: stage.readTarget(bytes)
  case .query: stage.readQuery(bytes)
  case .form: stage.read(body: bytes, at: "/form", type: "application/x-www-form-urlencoded")
  case .multipart: stage.readMultipart(bytes)
  case .json: stage.readJSON(bytes)
  case .graphql: stage.read(body: bytes, at: "/graphql", type: "application/json")
  case .outcome: stage.readOutcome(bytes)
  }
  return 0
}

/// Routes whose rules read everything that is read.
private final class Stage: Sendable {
  private let router: Router
  private let search: NearMissSearch

  init() {
    let catalog = Catalog(
      RouteGroup("f") {
        Route(
          "f.path", .any, "/a/{id}/b-{c}.json", query: ["page": 1, "q": .any],
          default: .text("{{path.id}}"))
        Route("f.rest", .any, "/rest/{rest...}", query: .ignored, default: .status(200))
        Route(
          "f.form", .post, "/form", body: .form(["a": "1 2", "b": .any]), default: .status(200))
        Route(
          "f.up", .post, "/up", body: .multipart([.field("f", "data")]), default: .status(200))
        Route(
          "f.json", .post, "/json", body: .jsonContaining(["a": ["b": [1, 2]]]),
          default: .status(200))
        Route(
          "f.graphql", .post, "/graphql", body: .graphQL(operation: "Users"),
          default: .status(200))
      })
    let report = CatalogReport(catalog, fixtures: FixtureStore(RootedFolder("/nowhere")))
    precondition(report.problems.isEmpty, "\(report.problems)")
    router = Router(report.entries)
    search = NearMissSearch(report.entries, router)
  }

  func readTarget(_ bytes: [UInt8]) {
    guard let target = try? Target(bytes) else { return }
    precondition(target.bytes == bytes, "a target changes while it is read")
    answer(ReceivedRequest(method: Array("GET".utf8), target: target))
  }

  func readQuery(_ bytes: [UInt8]) {
    let pairs = QueryPairs(bytes[...]).pairs
    precondition(pairs.count <= bytes.count + 1, "more pairs than bytes")
    guard let target = try? Target(Array("/a/1/b-2.json?".utf8) + bytes) else { return }
    answer(ReceivedRequest(method: Array("GET".utf8), target: target))
  }

  func readMultipart(_ bytes: [UInt8]) {
    // Up to the first line end stands the content type, so that boundaries are tried too.
    let end = bytes.firstIndex(of: 10) ?? 0
    let type = String(decoding: bytes[..<end], as: UTF8.self)
    read(body: Array(bytes[end...].dropFirst()), at: "/up", type: "multipart/form-data;\(type)")
    read(body: bytes, at: "/up", type: "multipart/form-data; boundary=b")
  }

  func readJSON(_ bytes: [UInt8]) {
    read(body: bytes, at: "/json", type: "application/json")
    guard let json = try? JSON(parsing: bytes) else { return }
    let written = json.bytes()
    guard let again = try? JSON(parsing: written) else {
      preconditionFailure("JSON that was written cannot be read")
    }
    precondition(again == json, "JSON changes when it is written and read")
    precondition(again.bytes() == written, "JSON is written in two ways")
    precondition((try? JSON(parsing: json.bytes(pretty: true))) == json, "pretty JSON differs")
    precondition((try? JSON(parsing: JSON.malformed(bytes))) == nil, "malformed JSON can be read")
  }

  func readOutcome(_ bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes), let outcome = try? Outcome(json: json) else {
      return
    }
    guard let form = outcome.json else {
      preconditionFailure("an outcome that was read has no form")
    }
    guard let again = try? Outcome(json: form) else {
      preconditionFailure("an outcome that was written cannot be read")
    }
    precondition(again.json == form, "an outcome has two forms")
  }

  func read(body: [UInt8], at path: String, type: String) {
    guard let target = try? Target(Array(path.utf8)) else { return }
    answer(
      ReceivedRequest(
        method: Array("POST".utf8), target: target, head: HeadLines([("Content-Type", type)]),
        body: body, decodedLimit: 1 << 20))
  }

  private func answer(_ request: ReceivedRequest) {
    if router.match(request) == nil { _ = search.explanation(of: request) }
    _ = request.copy()
  }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The program: SwiftPM names it after the target, and libFuzzer's own would have another name.
@_cdecl("FuzzReaders_main")
public func fuzzMain(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  var (count, arguments) = (count, arguments)
  return runFuzzer(&count, &arguments) { fuzzOne($0, $1) }
}
