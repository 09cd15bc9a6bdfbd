extension OpenAPI {
  /// What the journal tells and is asked.
  static let journalSchemas = #"""
    {
      "Requests": {
        "type": "object", "required": ["requests", "dropped", "next"],
        "properties": {
          "requests": {"type": "array", "items": {"$ref": "#/components/schemas/Request"}},
          "dropped": {"type": "integer", "minimum": 0, "description": "How many were dropped to make room."},
          "next": {"type": "integer", "minimum": 0, "description": "The 'after' of the next call."}
        }
      },
      "Archive": {
        "type": "object", "required": ["log"], "description": "HAR 1.2, with format=har.",
        "properties": {
          "log": {
            "type": "object", "required": ["version", "creator", "entries"],
            "properties": {
              "version": {"const": "1.2"}, "creator": {"type": "object"},
              "entries": {"type": "array", "items": {"type": "object"}}
            }
          }
        }
      },
      "Request": {
        "type": "object",
        "required": [
          "seq", "session", "route", "variant", "revision", "source", "method", "target", "status",
          "ending", "receivedAt", "waitedMilliseconds", "totalMilliseconds", "matched",
          "connectionReused", "detail"
        ],
        "properties": {
          "seq": {"type": "integer", "minimum": 1},
          "session": {"type": ["string", "null"]},
          "route": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/RouteID"}]},
          "variant": {"type": ["string", "null"]},
          "revision": {"$ref": "#/components/schemas/Revision"},
          "source": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Source"}]},
          "method": {"type": "string"},
          "target": {"type": "string"},
          "status": {"type": ["integer", "null"], "description": "null before its answer, and where there was none."},
          "ending": {
            "description": "null while it is under way.",
            "oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Ending"}]
          },
          "receivedAt": {"type": "string", "format": "date-time"},
          "waitedMilliseconds": {"type": ["number", "null"], "minimum": 0},
          "totalMilliseconds": {"type": ["number", "null"], "minimum": 0},
          "matched": {
            "type": ["boolean", "null"],
            "description": "Whether a route took it; null where none was asked to."
          },
          "connectionReused": {"type": "boolean"},
          "detail": {"type": ["string", "null"]},
          "tls": {
            "description": "What was agreed on with its client, where it came with TLS.",
            "type": "object", "required": ["version", "cipher", "serverName", "clientSubject"],
            "properties": {
              "version": {"type": "string"}, "cipher": {"type": "string"},
              "serverName": {"type": ["string", "null"]},
              "clientSubject": {"type": ["string", "null"]}
            }
          }
        }
      },
      "RequestDetail": {
        "allOf": [
          {"$ref": "#/components/schemas/Request"},
          {
            "type": "object", "required": ["request", "response"],
            "properties": {
              "request": {
                "allOf": [
                  {"$ref": "#/components/schemas/Message"},
                  {
                    "type": "object", "required": ["method", "target", "query"],
                    "properties": {
                      "method": {"type": "string"}, "target": {"type": "string"},
                      "query": {"$ref": "#/components/schemas/Pairs"}
                    }
                  }
                ]
              },
              "response": {
                "oneOf": [
                  {"type": "null"},
                  {
                    "type": "object", "required": ["status", "headers"],
                    "properties": {
                      "status": {"type": "integer"}, "headers": {"$ref": "#/components/schemas/Pairs"}
                    }
                  }
                ]
              },
              "nearest": {"type": "array", "items": {"$ref": "#/components/schemas/NearMiss"}}
            }
          }
        ]
      },
      "Message": {
        "type": "object", "required": ["headers", "bodyLength", "bodySHA256", "bodyTruncated"],
        "properties": {
          "headers": {"$ref": "#/components/schemas/Pairs"},
          "text": {"type": "string", "description": "The body, where it is UTF-8."},
          "base64": {"type": "string", "description": "The body, where it is not."},
          "bodyLength": {"type": "integer", "minimum": 0},
          "bodySHA256": {"type": ["string", "null"], "pattern": "^[0-9a-f]{64}$"},
          "bodyTruncated": {"type": "boolean"}
        }
      },
      "Pairs": {
        "type": "array", "description": "Names and values in order, repeats included.",
        "items": {
          "type": "array", "prefixItems": [{"type": "string"}, {"type": ["string", "null"]}],
          "minItems": 2, "maxItems": 2
        }
      },
      "NearMiss": {
        "type": "object", "required": ["route", "method", "path", "differences"],
        "properties": {
          "route": {"$ref": "#/components/schemas/RouteID"}, "method": {"type": "string"},
          "path": {"type": "string"},
          "differences": {"type": "array", "items": {"$ref": "#/components/schemas/Difference"}}
        }
      },
      "Difference": {
        "type": "object", "required": ["part", "name", "expected", "actual"],
        "properties": {
          "part": {"$ref": "#/components/schemas/DifferencePart"}, "name": {"type": ["string", "null"]},
          "expected": {"type": ["string", "null"]}, "actual": {"type": ["string", "null"]},
          "hint": {"type": "string"}
        }
      },
      "Verification": {
        "oneOf": [
          {
            "type": "object", "required": ["route"], "additionalProperties": false,
            "properties": {
              "route": {"$ref": "#/components/schemas/RouteID"},
              "where": {"$ref": "#/components/schemas/Expectation"},
              "count": {"$ref": "#/components/schemas/Count"},
              "withinSeconds": {"$ref": "#/components/schemas/Seconds"},
              "settleSeconds": {"$ref": "#/components/schemas/Seconds"}
            }
          },
          {
            "type": "object", "required": ["where"], "additionalProperties": false,
            "properties": {
              "where": {"$ref": "#/components/schemas/Expectation"},
              "count": {"$ref": "#/components/schemas/Count"},
              "withinSeconds": {"$ref": "#/components/schemas/Seconds"},
              "settleSeconds": {"$ref": "#/components/schemas/Seconds"}
            }
          },
          {
            "type": "object", "required": ["unmatched"], "additionalProperties": false,
            "properties": {
              "unmatched": {"const": true, "description": "Those that no route took."},
              "where": {"$ref": "#/components/schemas/Expectation"},
              "count": {"$ref": "#/components/schemas/Count"},
              "withinSeconds": {"$ref": "#/components/schemas/Seconds"},
              "settleSeconds": {"$ref": "#/components/schemas/Seconds"}
            }
          },
          {
            "type": "object", "required": ["order"], "additionalProperties": false,
            "properties": {
              "order": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/Step"}},
              "withinSeconds": {"$ref": "#/components/schemas/Seconds"},
              "settleSeconds": {"$ref": "#/components/schemas/Seconds"}
            }
          }
        ]
      },
      "Step": {
        "oneOf": [
          {"$ref": "#/components/schemas/RouteID"},
          {
            "type": "object", "minProperties": 1, "additionalProperties": false,
            "properties": {
              "route": {"$ref": "#/components/schemas/RouteID"},
              "where": {"$ref": "#/components/schemas/Expectation"}
            }
          }
        ]
      },
      "Count": {
        "description": "At least 1 where it is left out.",
        "oneOf": [
          {
            "type": "object", "required": ["exactly"], "additionalProperties": false,
            "properties": {"exactly": {"$ref": "#/components/schemas/Number"}}
          },
          {
            "type": "object", "required": ["atLeast"], "additionalProperties": false,
            "properties": {"atLeast": {"$ref": "#/components/schemas/Number"}}
          },
          {
            "type": "object", "required": ["atMost"], "additionalProperties": false,
            "properties": {"atMost": {"$ref": "#/components/schemas/Number"}}
          }
        ]
      },
      "Number": {"type": "integer", "minimum": 0, "maximum": 9223372036854775807},
      "Seen": {
        "type": "object",
        "required": ["expected", "count", "total", "dropped", "waitedMilliseconds", "requests"],
        "properties": {
          "expected": {"type": "object"},
          "count": {"type": "integer", "minimum": 0, "description": "How many came, or how many steps."},
          "total": {"type": "integer", "minimum": 0}, "dropped": {"type": "integer", "minimum": 0},
          "waitedMilliseconds": {"type": "number", "minimum": 0},
          "requests": {"type": "array", "items": {"$ref": "#/components/schemas/Request"}}
        }
      },
      "Verified": {
        "allOf": [
          {"$ref": "#/components/schemas/Seen"},
          {"type": "object", "required": ["verified"], "properties": {"verified": {"const": true}}}
        ]
      },
      "NotVerified": {
        "allOf": [
          {"$ref": "#/components/schemas/Problem"}, {"$ref": "#/components/schemas/Seen"},
          {
            "type": "object", "required": ["nearest"],
            "properties": {
              "nearest": {
                "type": "array",
                "items": {
                  "type": "object", "required": ["request", "differences"],
                  "properties": {
                    "request": {"$ref": "#/components/schemas/Request"},
                    "differences": {"type": "array", "items": {"$ref": "#/components/schemas/Difference"}}
                  }
                }
              }
            }
          }
        ]
      }
    }
    """#
}
