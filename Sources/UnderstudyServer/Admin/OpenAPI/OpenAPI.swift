import Understudy
import UnderstudyAPI
import UnderstudyEngine

/// The description of the admin API (OpenAPI 3.1), put together from the parts beside this file.
///
/// What the code has as a table (codes of problems, endings, limits) is taken from it; a test holds
/// paths, methods and query parameters against the resources.
enum OpenAPI {
  /// The document.
  static let document: JSON = [
    "openapi": "3.1.0",
    "info": [
      "title": "Understudy", "version": .string(Version.current),
      "summary": "The admin API of a mock daemon: switch variants, read the journal, verify.",
      "license": ["name": "MIT", "identifier": "MIT"],
    ],
    "servers": [["url": "/"]],
    "security": [[:], ["token": []]],
    "paths": .object(JSON.Object(paths.map { ($0.key, operations($0.key, $0.value)) })),
    "components": [
      "securitySchemes": [
        "token": [
          "type": "http", "scheme": "bearer",
          "description": "Where the daemon was started with --admin-token or --lan.",
        ]
      ],
      "parameters": .object(part(parameters)), "requestBodies": .object(part(requestBodies)),
      "responses": .object(part(responses)), "schemas": .object(schemas),
    ],
  ]

  /// Every path with its operations, as they are written.
  private static let paths = joined(
    part(routePaths), part(variantPaths), part(scenarioPaths), part(journalPaths),
    part(heldPaths), part(streamPaths), part(sessionPaths), part(daemonPaths),
    part(panelPaths))

  private static let schemas = joined(
    part(routeSchemas), part(choiceSchemas), outcomeSchemas, part(ruleSchemas),
    part(bodyRuleSchemas), partRuleSchemas, part(scenarioSchemas), part(journalSchemas),
    part(heldSchemas), part(streamSchemas), part(sessionSchemas), part(daemonSchemas),
    part(panelSchemas),
    limitSchemas,
    words)

  /// The sets of words that the code knows.
  private static let words: JSON.Object = [
    "ProblemCode": words(ProblemCode.self, "What went wrong, for programs."),
    "Source": words(ChoiceSource.self, "Who decided on the variant."),
    "NetworkPreset": words(NetworkPreset.self, "Conditions of the network by a name."),
    "Ending": words(JournalEntry.Ending.self, "How a request ended."),
    "ResetPart": words(ResetRequest.Part.self, "A part of what can be put back to the start."),
    "TLSProfile": words(TLSProfile.self, "What clients meet that speak TLS."),
    "ChangedPart": words(Event.Part.self, "What is set otherwise now."),
    "DifferencePart": words(Difference.Part.self, "The part of a request that differs."),
    "JSONKind": words(JSONRule.Kind.self, "A kind of JSON value."),
  ]

  private static func words<Word: RawRepresentable<String> & CaseIterable>(
    _: Word.Type, _ description: String
  ) -> JSON {
    [
      "description": .string(description), "type": "string",
      "enum": .array(Word.allCases.map { .string($0.rawValue) }),
    ]
  }

  /// A part of the document that is written as JSON.
  static func part(_ text: String) -> JSON.Object {
    do throws(JSONSyntaxError) {
      return try JSON(parsing: Array(text.utf8)).objectValue ?? [:]
    } catch {
      preconditionFailure("The description of the admin API is not JSON: \(error.description)")
    }
  }

  /// Objects as one, in order.
  static func joined(_ objects: JSON.Object...) -> JSON.Object {
    JSON.Object(objects.flatMap(Array.init))
  }
}
