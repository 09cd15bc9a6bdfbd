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
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Network"}}}
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
