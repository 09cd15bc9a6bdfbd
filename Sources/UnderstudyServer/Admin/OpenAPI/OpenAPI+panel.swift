extension OpenAPI {
  /// The paths of the control panel, and of what it must know of the daemon.
  static let panelPaths = #"""
    {
      "/__admin/daemon": {
        "get": {
          "operationId": "daemon", "summary": "What holds for all of the daemon, for as long as it runs.",
          "responses": {
            "200": {
              "description": "The daemon.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Daemon"}}}
            }
          }
        }
      },
      "/__admin": {
        "get": {
          "operationId": "panelRedirect", "summary": "Leads to the control panel.", "security": [],
          "responses": {
            "308": {
              "description": "It is one slash further.",
              "headers": {"Location": {"schema": {"type": "string"}, "description": "Relative."}}
            }
          }
        }
      },
      "/__admin/": {
        "get": {
          "operationId": "panel", "summary": "The control panel, a page for people.", "security": [],
          "responses": {
            "200": {
              "description": "The page.", "content": {"text/html": {"schema": {"type": "string"}}}
            },
            "304": {"description": "The client has it already (If-None-Match)."}
          }
        }
      },
      "/__admin/panel/{file}": {
        "parameters": [
          {
            "name": "file", "in": "path", "required": true, "description": "The name of a file.",
            "schema": {"type": "string", "minLength": 1}, "example": "main.js"
          }
        ],
        "get": {
          "operationId": "panelFile", "summary": "What the control panel is made of.", "security": [],
          "responses": {
            "200": {
              "description": "The file.",
              "content": {
                "text/html": {"schema": {"type": "string"}}, "text/css": {"schema": {"type": "string"}},
                "text/javascript": {"schema": {"type": "string"}}
              }
            },
            "304": {"description": "The client has it already (If-None-Match)."}
          }
        }
      }
    }
    """#

  /// What is said of the daemon as a whole.
  static let panelSchemas = #"""
    {
      "Daemon": {
        "type": "object",
        "required": [
          "version", "startedAt", "url", "tlsURL", "lanURL", "lanTLSURL", "build",
          "standardVariants", "networkPresets"
        ],
        "properties": {
          "version": {"type": "string"},
          "startedAt": {"type": "string", "format": "date-time"},
          "url": {
            "type": "string", "format": "uri", "description": "The base URL of the mocks on this machine."
          },
          "tlsURL": {
            "type": ["string", "null"], "format": "uri",
            "description": "The same with TLS; null where the daemon speaks none."
          },
          "lanURL": {
            "type": ["string", "null"], "format": "uri",
            "description": "Their base URL for other machines; null where none can reach them."
          },
          "lanTLSURL": {
            "type": ["string", "null"], "format": "uri",
            "description": "The same with TLS; null where none can reach it, or there is none."
          },
          "build": {
            "type": ["object", "null"], "required": ["state", "text"],
            "description": "How the build of its next version fares; null without `understudy dev`.",
            "properties": {
              "state": {"enum": ["building", "served", "failed", "refused"]},
              "text": {
                "type": ["string", "null"],
                "description": "Why the last build does not serve; null where it does."
              }
            }
          },
          "standardVariants": {
            "type": "array", "items": {"$ref": "#/components/schemas/VariantName"},
            "description": "The variants that every route has which does not drop them."
          },
          "networkPresets": {
            "type": "array",
            "items": {
              "type": "object", "required": ["name", "conditions"],
              "properties": {
                "name": {"$ref": "#/components/schemas/NetworkPreset"},
                "conditions": {"$ref": "#/components/schemas/Conditions"}
              }
            }
          }
        }
      }
    }
    """#
}
