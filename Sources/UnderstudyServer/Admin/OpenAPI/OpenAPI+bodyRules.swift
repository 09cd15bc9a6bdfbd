import Understudy

extension OpenAPI {
  /// Rules of bodies.
  static let bodyRuleSchemas = #"""
    {
      "BodyRule": {
        "description": "An object with one rule.",
        "oneOf": [
          {
            "type": "object", "required": ["json"], "additionalProperties": false,
            "properties": {"json": {"$ref": "#/components/schemas/JSONRule"}}
          },
          {
            "type": "object", "required": ["jsonContaining"], "additionalProperties": false,
            "properties": {"jsonContaining": {"$ref": "#/components/schemas/JSONRule"}}
          },
          {
            "type": "object", "required": ["jsonFixture"], "additionalProperties": false,
            "properties": {"jsonFixture": {"type": "string"}}
          },
          {
            "type": "object", "required": ["form"], "additionalProperties": false,
            "properties": {
              "form": {"oneOf": [{"const": "ignored"}, {"$ref": "#/components/schemas/NamedRules"}]}
            }
          },
          {
            "type": "object", "required": ["formContaining"], "additionalProperties": false,
            "properties": {"formContaining": {"$ref": "#/components/schemas/NamedRules"}}
          },
          {
            "type": "object", "required": ["multipart"], "additionalProperties": false,
            "properties": {
              "multipart": {"type": "array", "items": {"$ref": "#/components/schemas/PartRule"}}
            }
          },
          {
            "type": "object", "required": ["graphQL"], "additionalProperties": false,
            "properties": {
              "graphQL": {
                "type": "object", "required": ["operation"], "additionalProperties": false,
                "properties": {
                  "operation": {"$ref": "#/components/schemas/ValueRule"},
                  "variables": {"$ref": "#/components/schemas/JSONRule"}
                }
              }
            }
          },
          {
            "type": "object", "required": ["text"], "additionalProperties": false,
            "properties": {"text": {"$ref": "#/components/schemas/ValueRule"}}
          },
          {
            "type": "object", "required": ["bytes"], "additionalProperties": false,
            "properties": {"bytes": {"$ref": "#/components/schemas/Base64"}}
          },
          {
            "type": "object", "required": ["bytesFixture"], "additionalProperties": false,
            "properties": {"bytesFixture": {"type": "string"}}
          },
          {
            "type": "object", "required": ["empty"], "additionalProperties": false,
            "properties": {"empty": {"const": true}}
          }
        ]
      },
      "JSONRule": {
        "description": "The JSON itself. An object with one member is a rule where that is \"$any\": true, \"$optional\": a rule, \"$oneOf\": rules, \"$matching\": a pattern, \"$kind\": one of JSONKind, \"$equals\": JSON as it is, or \"$object\": an object of rules.",
        "examples": [{"email": {"$any": true}, "age": {"$kind": "integer"}}]
      },
      "PartSize": {
        "type": "object", "additionalProperties": false,
        "description": "Bytes; 'atMost' is not below 'atLeast'.",
        "properties": {
          "atLeast": {"type": "integer", "minimum": 0, "maximum": 9223372036854775807},
          "atMost": {"type": "integer", "minimum": 0, "maximum": 9223372036854775807}
        }
      }
    }
    """#

  /// Rules of the parts of a multipart body: a file or a field, with one rule of its content or none.
  static let partRuleSchemas: JSON.Object = {
    let fields = part(fieldPart)
    let file = joined(part(filePart), JSON.Object(fields.filter { $0.key != "field" }))
    let contents = [[:]] + part(partContents).map { JSON.Object([$0]) }
    let rules =
      contents.map { partRule("file", file, $0) }
      + contents.filter { $0["bytes"] == nil }.map { partRule("field", fields, $0) }
    return ["PartRule": ["oneOf": .array(rules)]]
  }()

  private static func partRule(
    _ kind: String, _ fields: JSON.Object, _ content: JSON.Object
  ) -> JSON {
    [
      "type": "object", "additionalProperties": false,
      "required": .array(([kind] + content.keys).map { .string($0) }),
      "properties": .object(joined(fields, content)),
    ]
  }

  private static let fieldPart = #"""
    {
      "field": {"type": "string", "description": "The name of the part."},
      "contentType": {"$ref": "#/components/schemas/ValueRule"},
      "optional": {"const": true}
    }
    """#

  private static let filePart = #"""
    {
      "file": {"type": "string", "description": "The name of the part."},
      "filename": {"$ref": "#/components/schemas/ValueRule"},
      "size": {"$ref": "#/components/schemas/PartSize"}
    }
    """#

  private static let partContents = #"""
    {
      "value": {"$ref": "#/components/schemas/ValueRule"},
      "json": {"$ref": "#/components/schemas/JSONRule"},
      "bytes": {"$ref": "#/components/schemas/Base64"}
    }
    """#
}
