extension OpenAPI {
  /// The paths of the journal.
  static let journalPaths = #"""
    {
      "/__admin/requests": {
        "get": {
          "operationId": "requests", "summary": "The requests on record, newest last.",
          "parameters": [
            {
              "name": "route", "in": "query", "description": "The id of the route that took it.",
              "schema": {"$ref": "#/components/schemas/RouteID"}, "example": "users.list"
            },
            {
              "name": "variant", "in": "query", "schema": {"$ref": "#/components/schemas/VariantName"},
              "example": "default"
            },
            {
              "name": "status", "in": "query",
              "schema": {"type": "integer", "minimum": 100, "maximum": 599}, "example": 200
            },
            {"name": "method", "in": "query", "schema": {"type": "string"}, "example": "GET"},
            {
              "name": "ending", "in": "query", "schema": {"$ref": "#/components/schemas/Ending"},
              "example": "completed"
            },
            {
              "name": "matched", "in": "query", "schema": {"type": "boolean"}, "example": false,
              "description": "true: those that a route took; false: those that none did."
            },
            {
              "name": "target", "in": "query", "schema": {"type": "string"}, "example": "/users",
              "description": "The target as it was sent."
            },
            {
              "name": "path", "in": "query", "schema": {"$ref": "#/components/schemas/PathTemplate"},
              "example": "/users/{id}"
            },
            {
              "name": "query.*", "in": "query", "style": "form", "explode": true,
              "description": "Pairs that the query of a request has, among others: query.page=2.",
              "schema": {
                "type": "object", "propertyNames": {"pattern": "^query\\."},
                "additionalProperties": {"type": "string"}
              },
              "example": {"query.page": "2"}
            },
            {
              "name": "after", "in": "query", "description": "Those behind this number; see 'next'.",
              "schema": {"type": "integer", "minimum": 0, "maximum": 9223372036854775807}, "example": 0
            },
            {
              "name": "limit", "in": "query", "description": "100 where it is left out.",
              "schema": {"type": "integer", "minimum": 1, "maximum": 100000}, "example": 10
            },
            {
              "name": "waitSeconds", "in": "query", "schema": {"$ref": "#/components/schemas/Seconds"},
              "description": "Waits until there is one.", "example": 0.1
            },
            {
              "name": "format", "in": "query", "schema": {"enum": ["json", "har"]}, "example": "har",
              "description": "har: an HTTP Archive (HAR 1.2)."
            }
          ],
          "responses": {
            "200": {
              "description": "The newest, or with 'after' the first behind it.",
              "content": {
                "application/json": {
                  "schema": {
                    "anyOf": [
                      {"$ref": "#/components/schemas/Requests"}, {"$ref": "#/components/schemas/Archive"}
                    ]
                  }
                }
              }
            },
            "422": {
              "description": "'path' is no template.",
              "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
            }
          }
        },
        "delete": {
          "operationId": "forgetRequests", "summary": "Forgets all requests and counts.",
          "responses": {
            "200": {
              "description": "None are left.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Requests"}}}
            }
          }
        }
      },
      "/__admin/requests/{seq}": {
        "parameters": [{"$ref": "#/components/parameters/Seq"}],
        "get": {
          "operationId": "request", "summary": "One request with all that is on record of it.",
          "responses": {
            "200": {
              "description": "The request.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/RequestDetail"}}}
            }
          }
        }
      },
      "/__admin/verifications": {
        "post": {
          "operationId": "verify", "summary": "Asks what came, and waits until it is decided.",
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {
                "schema": {"$ref": "#/components/schemas/Verification"},
                "examples": {
                  "route": {"value": {"route": "users.list", "count": {"atMost": 1000}}},
                  "where": {
                    "value": {
                      "where": {
                        "method": "POST", "path": "/users/{id}", "queryContaining": {"page": 1},
                        "headers": {"X-Key": {"any": true}}, "cookies": {"sid": {"matching": "s-[0-9]+"}},
                        "host": "localhost", "body": {"jsonContaining": {"id": {"$kind": "integer"}}}
                      },
                      "count": {"exactly": 0}
                    }
                  },
                  "unmatched": {"value": {"unmatched": true, "count": {"exactly": 0}}},
                  "order": {
                    "value": {
                      "order": ["users.list", {"where": {"path": "/users/{id}"}}], "withinSeconds": 0.1
                    }
                  }
                }
              }
            }
          },
          "responses": {
            "200": {
              "description": "It is so.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Verified"}}}
            },
            "409": {
              "description": "It is not so, or nobody can tell: what was seen instead. Or several sessions have the name.",
              "content": {
                "application/problem+json": {
                  "schema": {
                    "anyOf": [
                      {"$ref": "#/components/schemas/NotVerified"}, {"$ref": "#/components/schemas/Problem"}
                    ]
                  }
                }
              }
            },
            "415": {"$ref": "#/components/responses/MediaType"},
            "422": {
              "description": "A pattern, a path template, a host or a fixture in 'where' is not right.",
              "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
            }
          }
        }
      }
    }
    """#
}
