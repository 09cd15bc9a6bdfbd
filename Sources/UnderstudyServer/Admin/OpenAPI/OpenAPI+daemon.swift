import Understudy
import UnderstudyAPI

extension OpenAPI {
  /// The paths of the daemon as a whole.
  static let daemonPaths = #"""
    {
      "/__admin/health": {
        "get": {
          "operationId": "health", "summary": "Whether the daemon serves.", "security": [],
          "responses": {
            "200": {
              "description": "It serves.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Health"}}}
            }
          }
        }
      },
      "/__admin/metrics": {
        "get": {
          "operationId": "metrics", "summary": "How much of everything there is, for Prometheus.",
          "responses": {
            "200": {
              "description": "The text format, version 0.0.4.",
              "content": {"text/plain": {"schema": {"type": "string"}}}
            }
          }
        }
      },
      "/__admin/openapi.json": {
        "get": {
          "operationId": "openAPI", "summary": "This document.",
          "responses": {
            "200": {
              "description": "OpenAPI 3.1.",
              "content": {"application/json": {"schema": {"type": "object", "required": ["openapi", "paths"]}}}
            }
          }
        }
      },
      "/__admin/network": {
        "get": {
          "operationId": "network", "summary": "The conditions of all answers.",
          "responses": {"200": {"$ref": "#/components/responses/Network"}}
        },
        "put": {
          "operationId": "setNetwork", "summary": "Sets the conditions of all answers.",
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {
                "schema": {"$ref": "#/components/schemas/Network"},
                "examples": {
                  "slow": {"value": {"delayMilliseconds": 200}},
                  "preset": {"value": {"preset": "off"}},
                  "failing": {
                    "value": {
                      "jitterMilliseconds": 10, "bytesPerSecond": 1000000,
                      "failures": {"rate": 0.1, "variant": "serverError", "seed": 7}
                    }
                  },
                  "none": {"value": {"delayMilliseconds": null}}
                }
              }
            }
          },
          "responses": {
            "200": {"$ref": "#/components/responses/Network"},
            "415": {"$ref": "#/components/responses/MediaType"},
            "422": {
              "description": "No route has the variant of the failures.",
              "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
            }
          }
        },
        "delete": {
          "operationId": "resetNetwork", "summary": "Takes the conditions of all answers back.",
          "responses": {"200": {"$ref": "#/components/responses/Network"}}
        }
      },
      "/__admin/reset": {
        "post": {
          "operationId": "reset", "summary": "Puts everything, or some parts, back to the start.",
          "requestBody": {
            "required": false,
            "content": {
              "application/json": {
                "schema": {"$ref": "#/components/schemas/Reset"},
                "examples": {
                  "all": {"value": {}}, "some": {"value": {"only": ["choices", "positions"]}}
                }
              }
            }
          },
          "responses": {
            "200": {
              "description": "What was put back.",
              "content": {
                "application/json": {
                  "schema": {
                    "type": "object", "required": ["revision", "reset"],
                    "properties": {
                      "revision": {"$ref": "#/components/schemas/Revision"},
                      "reset": {"$ref": "#/components/schemas/ResetParts"}
                    }
                  }
                }
              }
            },
            "415": {"$ref": "#/components/responses/MediaType"}
          }
        }
      },
      "/__admin/events": {
        "get": {
          "operationId": "events", "summary": "What happens, as Server-Sent Events.",
          "description": "A stream without an end. A comment comes where nothing else does.",
          "parameters": [
            {
              "name": "Last-Event-ID", "in": "header", "example": 0,
              "description": "The last event that the reader knows; without it, only what is new comes.",
              "schema": {"type": "integer", "minimum": 0, "maximum": 18446744073709551615}
            }
          ],
          "responses": {
            "200": {
              "description": "The events; the schema is that of each.",
              "content": {"text/event-stream": {"schema": {"$ref": "#/components/schemas/Event"}}}
            },
            "503": {
              "description": "There are as many readers as there may be.",
              "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
            }
          }
        }
      }
    }
    """#

  /// What is said of the daemon, and what several parts share.
  static let daemonSchemas = #"""
    {
      "Problem": {
        "type": "object", "required": ["type", "status", "code", "detail"],
        "description": "What is wrong, where, and what to do (RFC 9457).",
        "properties": {
          "type": {"const": "about:blank"}, "status": {"type": "integer", "minimum": 400, "maximum": 599},
          "code": {"$ref": "#/components/schemas/ProblemCode"},
          "detail": {"type": "string", "description": "What went wrong, for people."},
          "known": {"type": "array", "items": {"type": "string"}, "description": "What would be right."},
          "allow": {"type": "array", "items": {"type": "string"}, "description": "The methods that the path takes."}
        }
      },
      "Health": {
        "type": "object", "required": ["status", "version", "uptimeSeconds", "routes", "revision", "problems"],
        "properties": {
          "status": {"const": "ok"}, "version": {"type": "string"},
          "uptimeSeconds": {"type": "integer", "minimum": 0},
          "routes": {"type": "integer", "minimum": 0}, "revision": {"$ref": "#/components/schemas/Revision"},
          "tlsURL": {
            "type": "string", "format": "uri",
            "description": "Its base URL with TLS, where it speaks it."
          },
          "problems": {
            "type": "array", "items": {"type": "string"},
            "description": "What keeps it from doing all that it was asked to: a log or a state file that cannot be written, no room for connections."
          }
        }
      },
      "Network": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "delayMilliseconds": {
            "description": "The delay of every answer that sets none itself; null is none.",
            "oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/DelayMilliseconds"}]
          },
          "jitterMilliseconds": {
            "description": "By how much that delay varies, up and down, never below zero.",
            "oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/DelayMilliseconds"}]
          },
          "bytesPerSecond": {
            "description": "How fast every body is sent that sets no pace itself.",
            "oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/BytesPerSecond"}]
          },
          "failures": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Failures"}]},
          "preset": {
            "description": "Conditions by a name; the fields beside it go before its own.",
            "oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/NetworkPreset"}]
          }
        }
      },
      "Conditions": {
        "type": "object", "required": ["delayMilliseconds"],
        "properties": {
          "delayMilliseconds": {
            "description": "The delay of every answer that sets none itself; null is none.",
            "oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/DelayMilliseconds"}]
          },
          "jitterMilliseconds": {
            "description": "By how much that delay varies, up and down, never below zero.",
            "oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/DelayMilliseconds"}]
          },
          "bytesPerSecond": {
            "description": "How fast every body is sent that sets no pace itself.",
            "oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/BytesPerSecond"}]
          },
          "failures": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Failures"}]}
        }
      },
      "Failures": {
        "type": "object", "required": ["rate"], "additionalProperties": false,
        "description": "The share of requests that fail.",
        "properties": {
          "rate": {"type": "number", "minimum": 0, "maximum": 1},
          "variant": {
            "description": "What becomes of them, 'offline' where it is left out; a route that lacks it is passed over.",
            "oneOf": [{"type": "null"}, {"type": "string", "examples": ["serverError"]}]
          },
          "seed": {
            "description": "The same seed fails the same requests.",
            "oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Seed"}]
          }
        }
      },
      "Drained": {
        "type": "object", "description": "With drain=true it says too what came of the wait.",
        "properties": {
          "drained": {
            "type": "boolean",
            "description": "Whether every request has ended that began before the change."
          },
          "unfinished": {
            "type": "array", "items": {"$ref": "#/components/schemas/Request"},
            "description": "Those that have not, the oldest first."
          }
        }
      },
      "Event": {
        "oneOf": [
          {
            "type": "object", "required": ["id", "event", "data"],
            "properties": {
              "id": {"type": "string"}, "event": {"enum": ["began", "held", "ended"]},
              "data": {
                "type": "string", "contentMediaType": "application/json",
                "contentSchema": {"$ref": "#/components/schemas/Request"}
              }
            }
          },
          {
            "type": "object", "required": ["id", "event", "data"],
            "properties": {
              "id": {"type": "string"}, "event": {"const": "changed"},
              "data": {
                "type": "string", "contentMediaType": "application/json",
                "contentSchema": {
                  "type": "object", "required": ["revision", "part", "session"],
                  "properties": {
                    "session": {"type": ["string", "null"], "description": "null is the base."},
                    "revision": {"$ref": "#/components/schemas/Revision"},
                    "part": {"$ref": "#/components/schemas/ChangedPart"}
                  }
                }
              }
            }
          },
          {
            "type": "object", "required": ["event", "data"],
            "description": "A slow reader has missed so many.",
            "properties": {
              "event": {"const": "lost"},
              "data": {
                "type": "string", "contentMediaType": "application/json",
                "contentSchema": {
                  "type": "object", "required": ["count"], "properties": {"count": {"type": "integer", "minimum": 1}}
                }
              }
            }
          }
        ]
      },
      "ResetParts": {
        "type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/ResetPart"}
      },
      "Reset": {
        "type": "object", "additionalProperties": false,
        "properties": {"only": {"$ref": "#/components/schemas/ResetParts"}}
      }
    }
    """#

  /// The limits of numbers that several parts take.
  static let limitSchemas: JSON.Object = [
    "DelayMilliseconds": [
      "type": "integer", "minimum": 0, "maximum": .int(Outcome.longestDelayMilliseconds),
      "description": "Up to one day.",
    ],
    "BytesPerSecond": [
      "type": "integer", "minimum": .int(Outcome.legalRates.lowerBound),
      "maximum": .int(Outcome.legalRates.upperBound),
    ],
    "Delay": [
      "description": "So long, or drawn for each request, of which the same seed gives the same.",
      "oneOf": [
        ["$ref": "#/components/schemas/DelayMilliseconds"],
        [
          "type": "object", "required": ["uniform"], "additionalProperties": false,
          "properties": [
            "uniform": [
              "type": "array", "minItems": 2, "maxItems": 2,
              "items": ["$ref": "#/components/schemas/DelayMilliseconds"],
              "description": "The least and the most, in this order.", "examples": [[100, 400]],
            ],
            "seed": ["$ref": "#/components/schemas/Seed"],
          ],
        ],
        [
          "type": "object", "required": ["logNormal"], "additionalProperties": false,
          "properties": [
            "logNormal": [
              "type": "object", "required": ["median", "sigma"], "additionalProperties": false,
              "properties": [
                "median": ["$ref": "#/components/schemas/DelayMilliseconds"],
                "sigma": ["type": "number", "minimum": 0, "maximum": 5],
              ],
            ],
            "seed": ["$ref": "#/components/schemas/Seed"],
          ],
        ],
      ],
    ],
    "Seed": [
      "type": "integer", "minimum": 0, "maximum": .int(UInt64.max), "default": 0,
    ],
    "Seconds": [
      "type": "number", "minimum": 0, "maximum": .int(VerificationRequest.longestWaitSeconds),
    ],
  ]
}
