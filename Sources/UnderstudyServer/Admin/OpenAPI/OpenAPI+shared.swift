extension OpenAPI {
  /// Parameters of several paths.
  static let parameters = #"""
    {
      "RouteID": {
        "name": "id", "in": "path", "required": true, "description": "The id of a route.",
        "schema": {"$ref": "#/components/schemas/RouteID"}, "example": "users.list"
      },
      "Seq": {
        "name": "seq", "in": "path", "required": true, "description": "The number of a request.",
        "schema": {"type": "integer", "minimum": 1}, "example": 1
      },
      "SessionID": {
        "name": "id", "in": "path", "required": true, "description": "The id or the name of a session.",
        "schema": {"type": "string", "minLength": 1}, "example": "checkout"
      },
      "Session": {
        "name": "session", "in": "query", "example": "checkout",
        "description": "The id or the name of the session that the call is about; without it, the base alone. * is all worlds, for calls that read the journal, held requests or events.",
        "schema": {"type": "string", "minLength": 1}
      },
      "Drain": {
        "name": "drain", "in": "query", "example": true,
        "description": "Whether to wait until every request has ended that began before the change.",
        "schema": {"type": "boolean"}
      },
      "DrainSeconds": {
        "name": "drainSeconds", "in": "query",
        "description": "How long to wait for them, 5 where it is left out; goes with drain=true only.",
        "schema": {"$ref": "#/components/schemas/Seconds"}
      }
    }
    """#

  /// Bodies that several calls take.
  static let requestBodies = #"""
    {
      "Choice": {
        "required": true,
        "content": {
          "application/json": {
            "schema": {"$ref": "#/components/schemas/Choice"},
            "examples": {
              "variant": {"value": {"variant": "serverError"}},
              "outcome": {
                "value": {"outcome": {"status": 402, "json": {"left": 0}, "delayMilliseconds": 30}}
              }
            }
          }
        }
      }
    }
    """#

  /// Answers of several calls.
  static let responses = #"""
    {
      "Route": {
        "description": "The route.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Route"}}}
      },
      "Routes": {
        "description": "All routes as they are with this revision.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Routes"}}}
      },
      "Network": {
        "description": "The conditions of all answers.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Conditions"}}}
      },
      "Session": {
        "description": "The session.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Session"}}}
      },
      "Ambiguous": {
        "description": "Several sessions have the name.",
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
      },
      "Released": {
        "description": "Those that were released; an answer that is delayed has not been sent yet.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Released"}}}
      },
      "MediaType": {
        "description": "The body is labelled as something else than JSON, or encoded.",
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
      },
      "Unfit": {
        "description": "The route has no such variant, or cannot do what the outcome says.",
        "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
      }
    }
    """#
}
