extension OpenAPI {
  /// The paths of sessions.
  static let sessionPaths = #"""
    {
      "/__admin/sessions": {
        "get": {
          "operationId": "sessions", "summary": "All sessions, the oldest first.",
          "responses": {
            "200": {
              "description": "The sessions.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Sessions"}}}
            }
          }
        },
        "post": {
          "operationId": "beginSession",
          "summary": "Begins a session with the base's choices, and some of its own over them.",
          "requestBody": {
            "required": false,
            "content": {
              "application/json": {
                "schema": {"$ref": "#/components/schemas/SessionRequest"},
                "examples": {
                  "plain": {"value": {}},
                  "named": {"value": {"name": "checkout", "ttlSeconds": 600}},
                  "all": {
                    "value": {
                      "name": "cart", "ttlSeconds": 60, "scenario": "logged out",
                      "variants": {"users.list": "serverError"}, "network": {"delayMilliseconds": 20},
                      "port": true, "tls": null
                    }
                  }
                }
              }
            }
          },
          "responses": {
            "201": {
              "description": "The session.",
              "headers": {
                "Location": {"schema": {"type": "string"}, "description": "Its path in this API."}
              },
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Session"}}}
            },
            "415": {"$ref": "#/components/responses/MediaType"},
            "422": {"$ref": "#/components/responses/Unfit"},
            "429": {
              "description": "There are as many sessions as there may be (--max-sessions).",
              "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
            },
            "503": {
              "description": "No port is to be had for it (--session-ports).",
              "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
            }
          }
        }
      },
      "/__admin/sessions/{id}": {
        "parameters": [{"$ref": "#/components/parameters/SessionID"}],
        "get": {
          "operationId": "session", "summary": "One session.",
          "responses": {
            "200": {"$ref": "#/components/responses/Session"},
            "409": {"$ref": "#/components/responses/Ambiguous"}
          }
        },
        "delete": {
          "operationId": "endSession",
          "summary": "Ends a session: what it holds is dropped, its port and its streams are closed.",
          "responses": {
            "204": {"description": "It is over; its journal can still be read, by its id."},
            "409": {"$ref": "#/components/responses/Ambiguous"}
          }
        }
      },
      "/__admin/sessions/{id}/offline": {
        "parameters": [{"$ref": "#/components/parameters/SessionID"}],
        "post": {
          "operationId": "goOffline",
          "summary": "Chooses 'offline' for all routes of a session; its port refuses connections.",
          "responses": {
            "200": {"$ref": "#/components/responses/Session"},
            "409": {"$ref": "#/components/responses/Ambiguous"},
            "415": {"$ref": "#/components/responses/MediaType"},
            "422": {"$ref": "#/components/responses/Unfit"}
          }
        },
        "delete": {
          "operationId": "goOnline", "summary": "Takes that choice back; its port accepts again.",
          "responses": {
            "200": {"$ref": "#/components/responses/Session"},
            "409": {"$ref": "#/components/responses/Ambiguous"},
            "415": {"$ref": "#/components/responses/MediaType"}
          }
        }
      },
      "/__admin/sessions/{id}/tls": {
        "parameters": [{"$ref": "#/components/parameters/SessionID"}],
        "put": {
          "operationId": "chooseTLS",
          "summary": "Chooses what clients of a session meet that speak TLS, on connections that begin from now on.",
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {
                "schema": {"$ref": "#/components/schemas/TLSChoice"},
                "examples": {
                  "session": {"value": {"profile": "tls12Only"}},
                  "name": {"value": {"profile": "handshakeReset", "names": ["api.example.com"]}}
                }
              }
            }
          },
          "responses": {
            "200": {"$ref": "#/components/responses/Session"},
            "409": {
              "description": "Several sessions have the name, or another has one of 'names'.",
              "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
            },
            "415": {"$ref": "#/components/responses/MediaType"},
            "422": {
              "description": "The daemon speaks no TLS, or has no such certificate.",
              "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
            }
          }
        },
        "delete": {
          "operationId": "dropTLS", "summary": "Takes that choice and its names back.",
          "responses": {
            "200": {"$ref": "#/components/responses/Session"},
            "409": {"$ref": "#/components/responses/Ambiguous"}
          }
        }
      },
      "/__admin/sessions/{id}/lease": {
        "parameters": [{"$ref": "#/components/parameters/SessionID"}],
        "get": {
          "operationId": "leaseSession",
          "summary": "A stream that the session lives with: when it closes, the session ends.",
          "description": "It ends by itself when the session ends otherwise. Of several, the first that closes ends the session. A comment comes now and then.",
          "responses": {
            "200": {
              "description": "One event, 'session', at once.",
              "content": {"text/event-stream": {"schema": {"$ref": "#/components/schemas/LeaseEvent"}}}
            },
            "409": {"$ref": "#/components/responses/Ambiguous"}
          }
        }
      }
    }
    """#

  /// What a session is, and is asked for.
  static let sessionSchemas = #"""
    {
      "SessionRequest": {
        "type": "object", "additionalProperties": false,
        "description": "Null is as good as left out.",
        "properties": {
          "name": {
            "oneOf": [
              {"type": "null"},
              {
                "type": "string", "minLength": 1, "maxLength": 100,
                "pattern": "^[^\\x00-\\x1f\\x7f-\\x9f]*$"
              }
            ],
            "description": "What people call it; several may have one name."
          },
          "ttlSeconds": {
            "type": ["number", "null"], "minimum": 1, "maximum": 604800, "default": 1800,
            "description": "It ends when nothing has happened in it for so long."
          },
          "scenario": {
            "type": ["string", "null"],
            "description": "Takes the base's overrides back, as choosing one always does; null keeps what the base has."
          },
          "variants": {
            "oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Changes"}],
            "description": "Lie over all that."
          },
          "network": {
            "oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Network"}],
            "description": "null keeps the base's."
          },
          "port": {"type": ["boolean", "null"], "description": "Whether it wants a port of its own."},
          "tls": {
            "oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/TLSProfile"}],
            "description": "What its clients meet that speak TLS; null is what its scenario says."
          }
        }
      },
      "Sessions": {
        "type": "object", "required": ["sessions"],
        "properties": {"sessions": {"type": "array", "items": {"$ref": "#/components/schemas/Session"}}}
      },
      "Session": {
        "type": "object",
        "required": [
          "id", "name", "createdAt", "expiresAt", "ttlSeconds", "header", "urls", "scenario",
          "offline", "revision", "requests", "held"
        ],
        "properties": {
          "id": {"type": "string", "pattern": "^[a-z2-9]{20}$"},
          "name": {"type": ["string", "null"]},
          "createdAt": {"type": "string", "format": "date-time"},
          "expiresAt": {
            "type": "string", "format": "date-time",
            "description": "When it ends, unless something happens in it before."
          },
          "ttlSeconds": {"type": "number", "minimum": 1, "maximum": 604800},
          "header": {
            "type": "object", "required": ["Understudy-Session"],
            "properties": {"Understudy-Session": {"type": "string"}},
            "description": "The header line by which a request belongs to it."
          },
          "urls": {
            "type": "object", "required": ["prefix", "host"],
            "description": "The base URLs by which requests belong to it.",
            "properties": {
              "prefix": {"type": "string", "format": "uri"},
              "host": {
                "type": "string", "format": "uri",
                "description": "For browsers; other clients may not find this name."
              },
              "port": {
                "type": "string", "format": "uri", "description": "Where it has a port of its own."
              },
              "tlsPrefix": {
                "type": "string", "format": "uri",
                "description": "The same three with TLS, where the daemon speaks it."
              },
              "tlsHost": {"type": "string", "format": "uri"},
              "tlsPort": {"type": "string", "format": "uri"}
            }
          },
          "scenario": {"type": ["string", "null"]},
          "offline": {
            "type": "boolean", "description": "Whether the choice for all of its routes is 'offline'."
          },
          "revision": {"$ref": "#/components/schemas/Revision"},
          "requests": {"type": "integer", "minimum": 0, "description": "How many it has had."},
          "held": {"type": "integer", "minimum": 0, "description": "How many wait for their release."},
          "tls": {
            "$ref": "#/components/schemas/TLSState",
            "description": "What clients meet that speak TLS, where the daemon does."
          }
        }
      },
      "TLSChoice": {
        "type": "object", "required": ["profile"], "additionalProperties": false,
        "properties": {
          "profile": {"$ref": "#/components/schemas/TLSProfile"},
          "names": {
            "type": ["array", "null"], "maxItems": 20,
            "description": "Servers for which it holds at the daemon's own port too, beside the session's host.",
            "items": {
              "type": "string", "maxLength": 253,
              "pattern": "^[A-Za-z0-9_-]{1,63}(\\.[A-Za-z0-9_-]{1,63})*$"
            }
          }
        }
      },
      "TLSState": {
        "type": "object", "required": ["profile", "names"],
        "properties": {
          "profile": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/TLSProfile"}]},
          "names": {"type": "array", "items": {"type": "string"}}
        }
      },
      "LeaseEvent": {
        "type": "object", "required": ["event", "data"],
        "properties": {
          "event": {"const": "session"},
          "data": {
            "type": "string", "contentMediaType": "application/json",
            "contentSchema": {"$ref": "#/components/schemas/Session"}
          }
        }
      }
    }
    """#
}
