import Testing
import Understudy

@Suite("Cases of multipart bodies")
struct MultipartCaseTests {
  static let catalog = Catalog(
    RouteGroup("c") {
      Route(
        "c.mp01", .post, "/upload",
        body: .multipart([
          .file(
            "part1", filename: "p1.csv", contentType: "text/plain", bytes: Array("alpha".utf8))
        ]), default: .status(200))
      Route(
        "c.mp02", .post, "/api/import",
        body: .multipart([
          .file("importFile", contentType: "application/octet-stream", json: ["n": 1, "of": 1])
        ]), default: .status(200))
      Route(
        "c.mp05", .post, "/avatar",
        body: .multipart([.file("avatar", filename: "pic.png", bytes: Array("hello".utf8))]),
        default: .status(200))
      Route("c.mp08", .post, "/up", body: .multipart([.field("f", "data")]), default: .status(200))
    })

  static let type = "Content-Type: multipart/form-data; boundary=B"

  static func avatar(_ parameters: String) -> String {
    "--B\r\nContent-Disposition: form-data; \(parameters)\r\n\r\nhello\r\n--B--\r\n"
  }

  static let field = "--B\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\ndata\r\n"
  static let noBoundary = "body -: multipart/form-data <> no boundary in the content type"
  static let open = "body -: multipart/form-data <> no closing delimiter '--B--'"

  @Test(
    .bug(id: "MP01"), .bug(id: "MP02"), .bug(id: "MP05"), .bug(id: "MP07"), .bug(id: "MP08"),
    arguments: [
      WireCase(
        "MP01", "POST /upload", ["Content-Type: multipart/form-data; boundary=\"q-77ab-01\""],
        text: "--q-77ab-01\r\nContent-Disposition: form-data; name=part1; filename=p1.csv; "
          + "filename*=utf-8''p1.csv\r\n\r\nalpha\r\n--q-77ab-01--\r\n"),
      WireCase(
        "MP02", "POST /api/import", [type],
        text: "--B\r\nContent-Type: application/octet-stream\r\nContent-Disposition: form-data; "
          + "filename=\"x.json\"; name=\"importFile\"\r\n\r\n{\"of\":1,\"n\":1}\r\n--B--"),
      WireCase(
        "MP05", "POST /avatar", [type], text: avatar(#"name="wrongname"; filename="pic.png""#),
        differs: [
          "body avatar: a file <> nil", "body wrongname: nil <> a file 'pic.png' of 5 bytes",
        ]),
      WireCase(
        "MP05", "POST /avatar", [type], text: avatar(#"name="avatar"; filename="x.png""#),
        differs: ["body avatar.filename: pic.png <> x.png"]),
      WireCase(
        "MP05", "POST /avatar", [type], text: avatar(#"name="avatar"; filename="pic.png""#)),
      WireCase(
        "MP05", "POST /avatar", [type], text: avatar(#"name="avatar""#),
        differs: ["body avatar.filename: pic.png <> nil"]),
      WireCase(
        "MP07", "POST /up", ["Content-Type: multipart/form-data"], text: "\(field)--B--",
        differs: [noBoundary]),
      WireCase(
        "MP07", "POST /up", ["Content-Type: multipart/form-data; boundary="],
        text: "\(field)--B--", differs: [noBoundary]),
      WireCase(
        "MP07", "POST /up", ["Content-Type: multipart/form-data; boundary=\""],
        text: "\(field)--B--", differs: [noBoundary]),
      WireCase(
        "MP07", "POST /up", ["Content-Type: multipart/form-data; boundary=\"\""],
        text: "\(field)--B--", differs: [noBoundary]),
      WireCase(
        "MP07", "POST /up",
        [
          "Content-Type: multipart/form-data; boundary=\(String(repeating: "B", count: 5000))"
        ], text: "\(field)--B--",
        differs: ["body -: multipart/form-data <> a boundary of more than 70 characters"]),
      WireCase("MP08", "POST /up", [type], text: "\(field)--B\r\n", differs: [open]),
      WireCase("MP08", "POST /up", [type], text: field, differs: [open]),
      WireCase("MP08", "POST /up", [type], text: "\(field)--B--\r\n"),
    ])
  func `are taken apart, and on record as they came`(_ example: WireCase) throws {
    try example.check(Self.catalog)
  }
}
