import Understudy

extension MatchingExamples {
  static let bodyText = """
    | rule | reads | fits |
    | --- | --- | --- |
    | `.json(…)`, `.json(fixture: "….json")` | JSON in UTF-8, whatever the content type | exactly these members and elements |
    | `.jsonContaining(…)` | the same | objects may have further members, at every depth |
    | `.form(…)` | `application/x-www-form-urlencoded` | exactly these fields, as in a query |
    | `.multipart([…])` | `multipart/form-data` | exactly these parts, in any order |
    | `.graphQL(operation:, variables:)` | JSON | that operation with those variables |
    | `.text(…)` | text by its charset, UTF-8 without one | the whole text |
    | `.bytes([…])`, `.bytes(fixture: "…")` | bytes | exactly these |
    | `.where("…") { request in … }` | the request, its body decoded | what the closure takes |
    | `.noBody` | | no body, or an empty one |

    A body rule stands at `body:` of a route, in `.answering`, in `requires:` and in a verification. A
    body is decoded by its `Content-Encoding` first: gzip and deflate, several in order, up to
    `--max-body` once decoded. Nothing is sniffed: a `.tar.gz` without that header is compared as it is. A
    body that cannot be decoded is a miss with its reason as `actual`, never an error of the daemon: `gzip
    that ends too early`, `not gzip, as its Content-Encoding says`, `gzip that holds more than 67108864
    bytes, the limit of --max-body`, `content coding 'zstd', which is not decoded here: gzip and deflate
    are`, `JSON of more than 1000000 values`.

    The `name` of a difference is a JSON Pointer (RFC 6901), a field, or a part (`photo`,
    `photo.filename`, `photo.content-type`, `photo.size`, `photo #2` where there are several). At most
    twenty are told, and how many more there are.
    """

  static let otherBodyText = """
    A form or multipart rule that meets another content type says so, as a difference of the header
    `content-type`.
    """

  static let otherBodies: [PageExample] = [
    PageExample(
      "A form",
      note: "As strict as a query; `.form(.containing(…))` leaves other fields free.",
      Route(
        "account.login", .post, "/login", body: .form(["name": .any, "password": "s3cret"]),
        default: .text("hello")),
      fits: PageRequest("POST /login", body: "password=s3cret&name=ada"),
      misses: PageRequest("POST /login", body: "name=ada&pasword=s3cret")),
    PageExample(
      "Multipart",
      note:
        "All that one rule says must hold of one part; two rules of one name need two parts. A field "
        + "has no filename. `.optional(…)` lets a part be missing; `json:` and `bytes:` say what it holds, "
        + "`size: 1...1_000_000` how much. `filename*` counts before `filename`; names may be quoted or bare. At most 1000 parts, 16 KiB "
        + "for the head of each; without the closing delimiter none is taken.",
      Route(
        "account.avatar", .post, "/avatar",
        body: .multipart([
          .file("avatar", filename: .matching(".*\\.png"), contentType: "image/png"),
          .field("caption", .any),
        ]), default: .status(204)),
      fits: PageRequest(
        "POST /avatar", parts: ["caption=me", "avatar=@me.png;type=image/png"]),
      misses: PageRequest("POST /avatar", parts: ["avatar=@me.jpg;type=image/jpeg"])),
    PageExample(
      "GraphQL",
      note:
        "The operation is `operationName`, or the name in `query` where there is none. Variables that "
        + "are left out are `{}`.",
      Route(
        "graph.items", .post, "/graphql",
        body: .graphQL(operation: "Items", variables: ["first": .anyInteger]),
        default: .json(["data": ["items": []]])),
      fits: PageRequest(
        "POST /graphql",
        body: #"{"query":"query Items { items { id } }","variables":{"first":10}}"#),
      misses: PageRequest(
        "POST /graphql",
        body: #"{"query":"query Users { users { id } }","variables":{"first":"10"}}"#)),
    PageExample(
      "Text",
      note:
        "UTF-8, US-ASCII, ISO-8859-1, ISO-8859-15, windows-1252 and UTF-16 (LE, BE, or by its byte "
        + "order mark), as the content type says. Nothing is repaired and nothing normalised.",
      Route(
        "notes.add", .post, "/notes", body: .text(.matching("Dear .*")), default: .status(201)),
      fits: PageRequest("POST /notes", body: "Dear Zoë"),
      misses: PageRequest(
        "POST /notes", "Content-Type: text/plain; charset=us-ascii", body: "Dear Zoë")),
    PageExample(
      "Bytes",
      Route("blobs.put", .put, "/blob", body: .bytes([0x68, 0x69]), default: .status(204)),
      fits: PageRequest("PUT /blob", body: "hi"),
      misses: PageRequest("PUT /blob", body: "ho")),
    PageExample(
      "No body",
      Route("cart.clear", .post, "/cart/clear", body: .noBody, default: .status(204)),
      fits: PageRequest("POST /cart/clear"),
      misses: PageRequest("POST /cart/clear", body: "{}")),
    PageExample(
      "A closure",
      note:
        "It must not wait; an error that it throws is a miss that quotes it. The only rule that has no "
        + "JSON form.",
      Route(
        "orders.create", .post, "/orders",
        body: .where("the order has at most two lines") { request in
          try request.json()["lines"]?.arrayValue?.count ?? 0 <= 2
        }, default: .status(201)),
      fits: PageRequest("POST /orders", body: #"{"lines":[1,2]}"#),
      misses: PageRequest("POST /orders", body: #"{"lines":[1,2,3]}"#)),
  ]
}
