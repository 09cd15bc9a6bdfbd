import Understudy

extension MatchingExamples {
  static let pathText = """
    The request target is split first and percent-decoded once, afterwards: `%2F` in a segment is a
    character, not a separator. A lone `%` or invalid UTF-8 is 400. Bytes are compared as they are,
    without Unicode normalisation. `/users` and `/users/` differ, and so do `/users` and `/Users`. A
    parameter is never empty. A target with a host (`GET http://host/path`) matches as its path.
    """

  static let paths: [PageExample] = [
    PageExample(
      "A parameter",
      Route("items.detail", .get, "/items/{id}", default: .json(["id": 7])),
      fits: PageRequest("GET /items/a%2Fb"), misses: PageRequest("GET /items/")),
    PageExample(
      "A number, a UUID",
      note: "`{id:uuid}` takes a UUID.",
      Route("items.detail", .get, "/items/{id:int}", default: .json(["id": 7])),
      fits: PageRequest("GET /items/7"), misses: PageRequest("GET /items/seven")),
    PageExample(
      "Part of a segment",
      Route("files.json", .get, "/files/{name}.json", default: .json([])),
      fits: PageRequest("GET /files/list.json"), misses: PageRequest("GET /files/list.xml")),
    PageExample(
      "All segments that are left",
      note: "At least one.",
      Route("assets.file", .get, "/assets/{rest...}", default: .text("file")),
      fits: PageRequest("GET /assets/icons/lamp.png"), misses: PageRequest("GET /Assets/lamp.png")),
    PageExample(
      "A method",
      note:
        "`.any` takes every one. HEAD is answered by the route that answers GET, without a body. Where a path is "
        + "there for other methods alone, the answer is 405 with `Allow`.",
      Route("items.create", .post, "/items", default: .status(201)),
      fits: PageRequest("POST /items"), misses: PageRequest("PUT /items")),
  ]
}
