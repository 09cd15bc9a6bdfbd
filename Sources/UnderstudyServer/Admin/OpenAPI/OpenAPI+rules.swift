extension OpenAPI {
  /// Rules of values, and what a verification asks of a request.
  static let ruleSchemas = #"""
    {
      "Expectation": {
        "type": "object", "additionalProperties": false,
        "description": "What a request must be; what is left out may be anything.",
        "not": {"required": ["query", "queryContaining"]},
        "properties": {
          "method": {"type": "string", "examples": ["GET"]},
          "path": {"$ref": "#/components/schemas/PathTemplate"},
          "query": {
            "description": "Exactly these pairs.",
            "oneOf": [{"const": "ignored"}, {"$ref": "#/components/schemas/NamedRules"}]
          },
          "queryContaining": {"$ref": "#/components/schemas/NamedRules"},
          "headers": {"$ref": "#/components/schemas/NamedRules"},
          "cookies": {"$ref": "#/components/schemas/NamedRules"},
          "host": {"type": "string"},
          "clientCertificate": {"$ref": "#/components/schemas/ValueRule"},
          "body": {
            "oneOf": [
              {"$ref": "#/components/schemas/BodyRule"},
              {"type": "array", "items": {"$ref": "#/components/schemas/BodyRule"}}
            ]
          }
        }
      },
      "PathTemplate": {
        "type": "string", "pattern": "^/", "examples": ["/users/7", "/users/{id}"]
      },
      "NamedRules": {
        "type": "object", "additionalProperties": {"$ref": "#/components/schemas/ValueRule"},
        "description": "A rule for each name.", "examples": [{"page": 1, "q": {"optional": {"any": true}}}]
      },
      "Pattern": {
        "type": "string", "description": "A pattern of PCRE2 that takes the whole text.",
        "examples": ["[0-9]+"]
      },
      "ValueRule": {
        "description": "A literal, a list in order, or an object with one rule.",
        "oneOf": [
          {"type": "string"},
          {"type": "number", "description": "Its digits as they are written."},
          {"$ref": "#/components/schemas/ValueRules"},
          {"$ref": "#/components/schemas/AnyRule"},
          {"$ref": "#/components/schemas/FlagRule"},
          {
            "type": "object", "required": ["optional"], "additionalProperties": false,
            "properties": {"optional": {"$ref": "#/components/schemas/ValueRule"}}
          },
          {
            "type": "object", "required": ["oneOf"], "additionalProperties": false,
            "properties": {"oneOf": {"$ref": "#/components/schemas/ValueRules"}}
          },
          {
            "type": "object", "required": ["listInAnyOrder"], "additionalProperties": false,
            "properties": {"listInAnyOrder": {"$ref": "#/components/schemas/ValueRules"}}
          },
          {
            "type": "object", "required": ["matching"], "additionalProperties": false,
            "properties": {"matching": {"$ref": "#/components/schemas/Pattern"}}
          },
          {
            "type": "object", "required": ["token"], "additionalProperties": false,
            "properties": {"token": {"type": "string", "description": "One of a list such as 'gzip, br'."}}
          },
          {
            "type": "object", "required": ["bearer"], "additionalProperties": false,
            "properties": {"bearer": {"$ref": "#/components/schemas/ValueRule"}}
          },
          {
            "type": "object", "required": ["basic"], "additionalProperties": false,
            "properties": {
              "basic": {
                "type": "object", "required": ["user", "password"], "additionalProperties": false,
                "properties": {"user": {"type": "string"}, "password": {"type": "string"}}
              }
            }
          }
        ]
      },
      "ValueRules": {"type": "array", "items": {"$ref": "#/components/schemas/ValueRule"}},
      "AnyRule": {
        "type": "object", "required": ["any"], "additionalProperties": false,
        "properties": {"any": {"const": true}}
      },
      "FlagRule": {
        "type": "object", "required": ["flag"], "additionalProperties": false,
        "properties": {"flag": {"const": true, "description": "A name without a value."}}
      },
      "Base64": {
        "type": "string", "format": "byte", "contentEncoding": "base64",
        "pattern": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$", "examples": ["aGk="]
      }
    }
    """#
}
