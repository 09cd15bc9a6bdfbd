import Understudy

extension OpenAPI {
  /// Outcomes: one schema for each thing that one can do, so that a reader and a generator see at once
  /// what goes together.
  static let outcomeSchemas: JSON.Object = {
    let names = outcomeActions.keys.map {
      "\(String($0.prefix(1)).uppercased())\($0.dropFirst())Outcome"
    }
    let schemas = zip(names, outcomeActions).map { name, action in
      (name, outcome(action.key, action.value))
    }
    let all: JSON = [
      "description": "What is done with a request: one thing, and what lies around it.",
      "oneOf": .array((["StatusOutcome"] + names).map(reference)),
    ]
    return joined(
      [
        "Outcome": all, "StatusOutcome": outcome("status", [:]), "Upload": upload,
        "Refusal": refusal,
      ],
      JSON.Object(schemas))
  }()

  /// The fields that say what is done, each with those that go with it alone.
  static let outcomeActions = part(
    #"""
    {
      "json": {"json": {}},
      "text": {"text": {"type": "string"}},
      "data": {"data": {"$ref": "#/components/schemas/Base64"}},
      "fixture": {
        "fixture": {"type": "string", "description": "A file under fixtures/.", "examples": ["users/list.json"]},
        "ifMissing": {"$ref": "#/components/schemas/Outcome"}
      },
      "redirect": {"redirect": {"type": "string", "description": "302, where 'status' says nothing else."}},
      "held": {"held": {"const": true, "description": "Not answered until somebody releases it."}},
      "variant": {"variant": {"$ref": "#/components/schemas/VariantName"}},
      "patched": {
        "patched": {
          "type": "object", "minProperties": 1,
          "description": "The default JSON with changes at JSON Pointers (RFC 6901).",
          "propertyNames": {"pattern": "^(/([^~/]|~[01])*)*$"}, "examples": [{"/stock": 0}]
        }
      },
      "sequence": {
        "sequence": {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/Outcome"}},
        "then": {"enum": ["last", "loop"], "description": "What comes behind the last step."}
      },
      "weighted": {
        "weighted": {
          "type": "array", "minItems": 1,
          "description": "Each request draws one: the more it weighs, the more often.",
          "items": {
            "type": "object", "required": ["outcome", "weight"], "additionalProperties": false,
            "properties": {
              "outcome": {"$ref": "#/components/schemas/Outcome"},
              "weight": {"type": "integer", "minimum": 1, "maximum": 1000000}
            }
          }
        },
        "seed": {
          "type": "integer", "minimum": 0, "maximum": 18446744073709551615, "default": 0,
          "description": "The same seed gives the same draws."
        }
      },
      "stream": {
        "stream": {"type": "array", "minItems": 1, "items": {}, "description": "JSON, a line each."},
        "everyMilliseconds": {"$ref": "#/components/schemas/DelayMilliseconds"}
      },
      "events": {
        "events": {
          "type": "array", "items": {"$ref": "#/components/schemas/ServerEvent"},
          "description": "Server-Sent Events; at least one, unless it stays open."
        },
        "everyMilliseconds": {"$ref": "#/components/schemas/DelayMilliseconds"},
        "staysOpen": {"const": true, "description": "Takes events from outside behind the last."}
      },
      "fault": {
        "fault": {
          "enum": [
            "reset", "emptyReply", "malformedStatusLine", "malformedHeader", "truncatedBody",
            "malformedChunk", "stalledBody", "resetBody", "contentLengthMismatch", "wrongEncoding",
            "redirectLoop"
          ],
          "description": "Breaks the default's answer, or sends none."
        },
        "after": {
          "type": "integer", "minimum": 0, "maximum": 9223372036854775807,
          "description": "How many bytes of the body come first; half of them where it is left out."
        },
        "chunked": {"const": true, "description": "In chunks, without the last."}
      }
    }
    """#)

  /// What some fields ask of others, by the field that says what is done.
  private static let outcomeRules = part(
    #"""
    {
      "fault": {
        "after": {
          "properties": {
            "fault": {"enum": ["truncatedBody", "malformedChunk", "stalledBody", "resetBody"]}
          }
        },
        "chunked": {"properties": {"fault": {"const": "truncatedBody"}}}
      },
      "events": {
        "events": {
          "anyOf": [{"required": ["staysOpen"]}, {"properties": {"events": {"minItems": 1}}}]
        }
      }
    }
    """#)

  /// The fields that go with every outcome.
  private static let outcomeFrame = part(
    #"""
    {
      "status": {"type": "integer", "minimum": 200, "maximum": 599},
      "headers": {
        "type": "object",
        "additionalProperties": {
          "oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]
        }
      },
      "delayMilliseconds": {"$ref": "#/components/schemas/Delay"},
      "bytesPerSecond": {"$ref": "#/components/schemas/BytesPerSecond"},
      "dribbled": {
        "type": "object", "required": ["chunks", "overMilliseconds"], "additionalProperties": false,
        "description": "The body in chunks of equal length, the last at the end of the time.",
        "properties": {
          "chunks": {"type": "integer", "minimum": 1, "maximum": 10000},
          "overMilliseconds": {"type": "integer", "minimum": 1, "maximum": 86400000}
        }
      },
      "upload": {"$ref": "#/components/schemas/Upload"},
      "verbatim": {"const": true, "description": "{{...}} is text like any other."},
      "compressed": {"const": true, "description": "gzip or deflate, by Accept-Encoding."}
    }
    """#)

  /// What answers a body that has only begun: not all outcomes again, of which each could refuse a body
  /// with another; testers that try every way into a schema would not come to an end.
  private static let refusal: JSON = [
    "description":
      "An answer that needs no body: these, and any other outcome that answers in one piece.",
    "oneOf": .array(
      ["status", "json", "text", "variant"].map { field in
        var properties: JSON.Object = [
          "status": ["type": "integer", "minimum": 200, "maximum": 599],
          "delayMilliseconds": reference("DelayMilliseconds"),
        ]
        if let own = outcomeActions[field]?[field] { properties[field] = own }
        return [
          "type": "object", "required": [.string(field)], "additionalProperties": false,
          "properties": .object(properties),
        ]
      }),
  ]

  /// What happens while the body of a request comes.
  private static let upload = JSON.object(
    part(
      #"""
      {
        "type": "object", "minProperties": 1, "additionalProperties": false,
        "description": "What happens while the body of the request comes; one that is read to its end is answered with the outcome around it. The route must be decided without its body.",
        "properties": {
          "bytesPerSecond": {"$ref": "#/components/schemas/BytesPerSecond"},
          "refused": {
            "type": "object", "required": ["after", "with"], "additionalProperties": false,
            "description": "Answered with another outcome once so many bytes have come.",
            "properties": {
              "after": {"type": "integer", "minimum": 0, "maximum": 9223372036854775807},
              "with": {"$ref": "#/components/schemas/Refusal"}
            }
          },
          "reset": {
            "type": "object", "required": ["after"], "additionalProperties": false,
            "description": "The connection is reset once so many bytes have come.",
            "properties": {"after": {"type": "integer", "minimum": 0, "maximum": 9223372036854775807}}
          },
          "withholdsContinue": {"const": true, "description": "100 Continue is never sent."}
        },
        "not": {"required": ["refused", "reset"]}
      }
      """#))

  private static func outcome(_ field: String, _ action: JSON) -> JSON {
    var schema: JSON.Object = [
      "type": "object", "required": [.string(field)], "additionalProperties": false,
      "properties": .object(joined(action.objectValue ?? [:], outcomeFrame)),
      // A body has one pace.
      "not": ["required": ["bytesPerSecond", "dribbled"]],
    ]
    if let rules = outcomeRules[field] { schema["dependentSchemas"] = rules }
    return .object(schema)
  }

  /// A reference to a schema.
  static func reference(_ name: String) -> JSON {
    ["$ref": .string("#/components/schemas/\(name)")]
  }
}
