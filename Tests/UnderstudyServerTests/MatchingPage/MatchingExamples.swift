/// The examples of docs/matching.md, by its headings.
///
/// The page shows the routes as they are written here, from their first line to their last modifier:
/// keep them free of anything that a reader should not see.
enum MatchingExamples {
  static let opening = """
    # Matching

    Strict: a mock that forgives a misspelt parameter hides the bug until the real service is there.
    Each rule has a request that fits, one that does not, and what the answer to that one holds in
    `nearest[0].differences`; the whole answer is on [its own page](misses.md). A difference has a
    `part` (`method`, `path`, `query`, `header`, `cookie`, `host`, `body`) and a `name` in it; `expected`
    is null where nothing should be there, `actual` where nothing came.

    The same rules, as JSON, choose requests in a [verification](admin-api.md). This page is made by the
    tests, which send all its requests.

    """

  static let sections: [(heading: String, text: String, examples: [PageExample])] = [
    ("Paths and methods", pathText, paths), ("Query", queryText, queries),
    ("Headers, cookies, host", headerText, headers), ("Bodies", bodyText, []),
    ("JSON bodies", jsonText, jsonBodies), ("Other bodies", otherBodyText, otherBodies),
    ("Groups, requirements, further answers", groupText, groups),
    ("Which route answers", precedenceText, precedences), ("Rules as JSON", formText, []),
  ]
}
