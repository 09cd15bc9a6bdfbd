extension OpenAPI {
  /// The paths of held requests.
  static let heldPaths = #"""
    {
      "/__admin/held": {
        "get": {
          "operationId": "held", "summary": "The requests that wait for their release, the oldest first.",
          "parameters": [
            {
              "name": "route", "in": "query", "description": "The id of the route that holds them.",
              "schema": {"$ref": "#/components/schemas/RouteID"}, "example": "users.list"
            },
            {
              "name": "count", "in": "query", "example": 2,
              "description": "How many 'waitSeconds' waits for; 1 where it is left out.",
              "schema": {"type": "integer", "minimum": 1, "maximum": 100000}
            },
            {
              "name": "waitSeconds", "in": "query", "schema": {"$ref": "#/components/schemas/Seconds"},
              "description": "Waits until there are so many; those that are there once the time is over.",
              "example": 0.1
            }
          ],
          "responses": {
            "200": {
              "description": "The requests.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/HeldRequests"}}}
            }
          }
        }
      },
      "/__admin/held/{seq}/release": {
        "parameters": [{"$ref": "#/components/parameters/Seq"}],
        "post": {
          "operationId": "releaseOne",
          "summary": "Answers a held request as if that had been chosen at the start.",
          "requestBody": {
            "required": false, "description": "Without a field, the route's default answers.",
            "content": {
              "application/json": {
                "schema": {"$ref": "#/components/schemas/Release"},
                "examples": {
                  "default": {"value": {}}, "variant": {"value": {"variant": "serverError"}},
                  "outcome": {"value": {"outcome": {"status": 402, "json": {"left": 0}}}}
                }
              }
            }
          },
          "responses": {
            "200": {"$ref": "#/components/responses/Released"},
            "415": {"$ref": "#/components/responses/MediaType"},
            "422": {"$ref": "#/components/responses/Unfit"}
          }
        }
      },
      "/__admin/held/release": {
        "post": {
          "operationId": "release",
          "summary": "Answers the held requests of a route, or all, in the order in which they came.",
          "requestBody": {
            "required": false, "description": "Without a choice, the default of each route answers.",
            "content": {
              "application/json": {
                "schema": {"$ref": "#/components/schemas/Releases"},
                "examples": {
                  "all": {"value": {}},
                  "route": {"value": {"route": "users.list", "variant": "empty"}}
                }
              }
            }
          },
          "responses": {
            "200": {"$ref": "#/components/responses/Released"},
            "415": {"$ref": "#/components/responses/MediaType"},
            "422": {"$ref": "#/components/responses/Unfit"}
          }
        }
      }
    }
    """#

  /// What is said of held requests.
  static let heldSchemas = #"""
    {
      "HeldRequests": {
        "type": "object", "required": ["held"],
        "properties": {"held": {"type": "array", "items": {"$ref": "#/components/schemas/Held"}}}
      },
      "Held": {
        "allOf": [
          {"$ref": "#/components/schemas/Request"},
          {
            "type": "object", "required": ["heldMilliseconds"],
            "properties": {"heldMilliseconds": {"type": "number", "minimum": 0}}
          }
        ]
      },
      "Release": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "variant": {"$ref": "#/components/schemas/VariantName"},
          "outcome": {"$ref": "#/components/schemas/Outcome"}
        },
        "not": {"required": ["variant", "outcome"]}
      },
      "Releases": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "variant": {"$ref": "#/components/schemas/VariantName"},
          "outcome": {"$ref": "#/components/schemas/Outcome"},
          "route": {
            "description": "Whose requests; null is all.",
            "oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/RouteID"}]
          }
        },
        "not": {"required": ["variant", "outcome"]}
      },
      "Released": {
        "type": "object", "required": ["released"],
        "properties": {"released": {"type": "array", "items": {"$ref": "#/components/schemas/Request"}}}
      }
    }
    """#
}
