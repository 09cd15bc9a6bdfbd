extension MatchingExamples {
  static let formText = """
    `GET /__admin/routes` lists rules like this, and `where` of a verification takes them, with `method` and
    `path` beside them: `query` (exactly these pairs; null takes any), `queryContaining`, `headers`,
    `cookies`, `host`, `body`; the list has `requires` too. Where a call takes rules, a query that is left
    out, or `"ignored"`, takes any; numbers stand for their digits.

    | rule of a value | JSON |
    | --- | --- |
    | `"text"`, `20`; `["a", "b"]` | the same |
    | `.any`, `.flag` | `{"any": true}`, `{"flag": true}` |
    | `.optional("a")`, `.oneOf("a", "b")` | `{"optional": "a"}`, `{"oneOf": ["a", "b"]}` |
    | `.matching("[0-9]+")`, `.token("gzip")` | `{"matching": "[0-9]+"}`, `{"token": "gzip"}` |
    | `.listInAnyOrder(["a", "b"])` | `{"listInAnyOrder": ["a", "b"]}` |
    | `.bearer("t-1")`, `.basic("ada", "s")` | `{"bearer": "t-1"}`, `{"basic": {"user": "ada", "password": "s"}}` |

    | rule of a body | JSON |
    | --- | --- |
    | `.json(…)`, `.jsonContaining(…)` | `{"json": …}`, `{"jsonContaining": …}`: the JSON itself |
    | rules at its leaves | `{"$any": true}`, `{"$optional": …}`, `{"$oneOf": […]}`, `{"$matching": "…"}`, `{"$kind": "integer"}`; `{"$equals": …}` takes JSON as it is |
    | `.form(…)`, `.form(.containing(…))` | `{"form": {"name": {"any": true}}}`, `{"formContaining": {…}}` |
    | `.multipart([…])` | `{"multipart": [{"file": "avatar", "filename": …, "contentType": …, "size": {"atLeast": 1, "atMost": 9}}, {"field": "caption", "value": …, "optional": true}]}`; a part may have `json` or `bytes` (base64) |
    | `.graphQL(operation:, variables:)` | `{"graphQL": {"operation": "User", "variables": {"id": 1}}}` |
    | `.text(…)`, `.bytes(…)`, `.noBody` | `{"text": …}`, `{"bytes": "aGk="}`, `{"empty": true}` |
    | `.json(fixture:)`, `.bytes(fixture:)` | `{"jsonFixture": "…"}`, `{"bytesFixture": "…"}` |
    | `.where("…") { … }` | `{"where": "…"}`: listed by its explanation, and not taken |
    """
}
