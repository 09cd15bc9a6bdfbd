extension OpenAPI {
  /// The paths of streams that stay open.
  static let streamPaths = #"""
    {
      "/__admin/streams": {
        "get": {
          "operationId": "streams", "summary": "The requests whose answers stay open, the oldest first.",
          "responses": {
            "200": {
              "description": "The requests.",
              "content": {
                "application/json": {
                  "schema": {
                    "type": "object", "required": ["streams"],
                    "properties": {
                      "streams": {"type": "array", "items": {"$ref": "#/components/schemas/Request"}}
                    }
                  }
                }
              }
            }
          }
        }
      },
      "/__admin/streams/{seq}": {
        "parameters": [{"$ref": "#/components/parameters/Seq"}],
        "post": {
          "operationId": "sendToStream", "summary": "Sends an event to the client of an open stream.",
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {
                "schema": {"$ref": "#/components/schemas/StreamMessage"},
                "examples": {
                  "event": {"value": {"event": "price", "data": {"cents": 1250}, "id": "7"}},
                  "raw": {"value": {"raw": ": a comment\n\n"}}
                }
              }
            }
          },
          "responses": {
            "200": {
              "description": "The request whose client it goes to.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Request"}}}
            },
            "415": {"$ref": "#/components/responses/MediaType"}
          }
        },
        "delete": {
          "operationId": "endStream", "summary": "Ends an open stream behind what is on its way.",
          "responses": {"204": {"description": "It ends."}}
        }
      }
    }
    """#

  /// What is said of streams.
  static let streamSchemas = #"""
    {
      "ServerEvent": {
        "type": "object", "required": ["data"], "additionalProperties": false,
        "properties": {
          "event": {"$ref": "#/components/schemas/EventLine"},
          "data": {"description": "A string as it is, anything else as JSON."},
          "id": {"$ref": "#/components/schemas/EventLine"}
        }
      },
      "EventLine": {"type": "string", "pattern": "^[^\\u0000\\n\\r]*$"},
      "StreamMessage": {
        "oneOf": [
          {
            "type": "object", "required": ["data"], "additionalProperties": false,
            "properties": {
              "event": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/EventLine"}]},
              "data": {"description": "A string as it is, anything else as JSON."},
              "id": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/EventLine"}]},
              "raw": {"type": "null"}
            }
          },
          {
            "type": "object", "required": ["raw"], "additionalProperties": false,
            "properties": {"raw": {"type": "string", "description": "Bytes as they are."}}
          }
        ]
      }
    }
    """#
}
