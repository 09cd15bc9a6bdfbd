import Understudy
import UnderstudyAPI

// What the description says of many calls in the same words, from the table of resources.

extension OpenAPI {
  /// The operations of a path, each with the parameters that its resource shares with others, and
  /// with the problems that any call may meet.
  static func operations(_ path: String, _ item: JSON) -> JSON {
    let resource = AdminHandler.resources.first { $0.template == path }
    return .object(
      JSON.Object(
        (item.objectValue ?? [:]).map { name, operation in
          guard let resource, operation["responses"] != nil else { return (name, operation) }
          return (name, Self.operation(operation, name.uppercased(), resource))
        }))
  }

  private static func operation(
    _ operation: JSON, _ method: String, _ resource: any AdminResource.Type
  ) -> JSON {
    var members = operation.objectValue ?? [:]
    let shared = resource.parameters(of: method).compactMap { sharedParameters[$0] }
    if !shared.isEmpty {
      members["parameters"] = .array(
        (members["parameters"]?.arrayValue ?? [])
          + shared.map { ["$ref": .string("#/components/parameters/\($0)")] })
    }
    var responses = members["responses"]?.objectValue ?? [:]
    if resource.drainingMethods.contains(method), let answer = responses["200"] {
      responses["200"] = draining(answer)
    }
    for (status, problem) in problems(of: resource) where responses["\(status)"] == nil {
      responses["\(status)"] = problem
    }
    members["responses"] = .object(responses)
    return .object(members)
  }

  /// Query parameters that many calls take, and their names among the components.
  private static let sharedParameters = [
    "session": "Session", "drain": "Drain", "drainSeconds": "DrainSeconds",
  ]

  /// An answer with what a call adds to it that waits for what began before it.
  private static func draining(_ answer: JSON) -> JSON {
    let name = answer["$ref"]?.stringValue?.split(separator: "/").last.map(String.init)
    var members = (name.flatMap { part(responses)[$0] } ?? answer).objectValue ?? [:]
    guard let schema = members["content"]?["application/json"]?["schema"] else { return answer }
    members["content"] = [
      "application/json": [
        "schema": ["allOf": [schema, ["$ref": "#/components/schemas/Drained"]]]
      ]
    ]
    return .object(members)
  }

  private static func problems(
    of resource: any AdminResource.Type
  ) -> [(status: Int, response: JSON)] {
    var problems: [(Int, JSON)] = [
      (
        400,
        response("The target, a query parameter, a header or the body is not what it should be.")
      ),
      (404, response("There is no such route, request or session.")),
      (413, response("The body is over 1 MiB, or over --max-body.")),
      (431, response("The header block is over 16 KiB.")),
      (501, response("A transfer coding other than chunked.")),
    ]
    if !resource.isExempt {
      problems += [
        (401, response("The token is missing or wrong.")),
        (403, response("The host or the origin may not use the admin API.")),
      ]
    }
    if resource.reach.takesSession {
      problems.append((409, ["$ref": "#/components/responses/Ambiguous"]))
    }
    return problems
  }

  private static func response(_ description: String) -> JSON {
    [
      "description": .string(description),
      "content": [
        Problem.contentType: ["schema": ["$ref": "#/components/schemas/Problem"]]
      ],
    ]
  }
}
