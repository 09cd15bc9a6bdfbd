extension OpenAPI {
  /// The paths of choices for many routes.
  static let variantPaths = #"""
    {
      "/__admin/variant": {
        "put": {
          "operationId": "chooseVariantForAll",
          "summary": "Chooses what all routes answer that have the variant.",
          "requestBody": {"$ref": "#/components/requestBodies/Choice"},
          "responses": {
            "200": {"$ref": "#/components/responses/Routes"},
            "415": {"$ref": "#/components/responses/MediaType"},
            "422": {"$ref": "#/components/responses/Unfit"}
          }
        },
        "delete": {
          "operationId": "restoreVariantForAll",
          "summary": "Takes the choice for all routes back.",
          "responses": {"200": {"$ref": "#/components/responses/Routes"}}
        }
      },
      "/__admin/variants": {
        "get": {
          "operationId": "chosenVariants",
          "summary": "All that is chosen, as PUT takes it to put it back.",
          "responses": {
            "200": {
              "description": "The scenario, and the choices over it.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ChosenVariants"}}}
            }
          }
        },
        "put": {
          "operationId": "replaceVariants",
          "summary": "Puts a scenario and choices in the place of all that is chosen, in one step.",
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {
                "schema": {"$ref": "#/components/schemas/ChosenVariantsRequest"},
                "examples": {
                  "some": {
                    "value": {
                      "scenario": "logged out",
                      "overrides": [
                        {"for": "items.*", "outcome": {"status": 402}},
                        {"for": "users.list", "variant": "serverError", "lease": {"requests": 2}}
                      ]
                    }
                  },
                  "nothing": {"value": {}}
                }
              }
            }
          },
          "responses": {
            "200": {"$ref": "#/components/responses/Routes"},
            "415": {"$ref": "#/components/responses/MediaType"},
            "422": {"$ref": "#/components/responses/Unfit"}
          }
        },
        "patch": {
          "operationId": "changeVariants", "summary": "Makes several choices in one step, all or none.",
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {
                "schema": {"$ref": "#/components/schemas/Changes"},
                "examples": {
                  "some": {"value": {"users.list": "serverError", "items.*": "offline", "users.detail": null}},
                  "outcome": {"value": {"users.list": {"outcome": {"status": 402}}}},
                  "all": {"value": {"*": "timeout"}}
                }
              }
            }
          },
          "responses": {
            "200": {"$ref": "#/components/responses/Routes"},
            "415": {"$ref": "#/components/responses/MediaType"},
            "422": {"$ref": "#/components/responses/Unfit"}
          }
        },
        "delete": {
          "operationId": "restoreVariants", "summary": "Takes every choice back.",
          "responses": {"200": {"$ref": "#/components/responses/Routes"}}
        }
      }
    }
    """#

  /// What a choice is.
  static let choiceSchemas = #"""
    {
      "VariantName": {
        "type": "string", "examples": ["default", "loading", "serverError", "offline"]
      },
      "Choice": {
        "description": "A variant by its name, or an outcome given on the spot; maybe with a lease.",
        "oneOf": [
          {
            "type": "object", "required": ["variant"], "additionalProperties": false,
            "properties": {
              "variant": {"$ref": "#/components/schemas/VariantName"},
              "lease": {"$ref": "#/components/schemas/Lease"}
            }
          },
          {
            "type": "object", "required": ["outcome"], "additionalProperties": false,
            "properties": {
              "outcome": {"$ref": "#/components/schemas/Outcome"},
              "lease": {"$ref": "#/components/schemas/Lease"}
            }
          }
        ]
      },
      "Lease": {
        "description": "When a choice ends by itself: after so many requests, after so many seconds, or with the first request of a route.",
        "oneOf": [
          {
            "type": "object", "required": ["requests"], "additionalProperties": false,
            "properties": {"requests": {"type": "integer", "minimum": 1, "maximum": 1000000}}
          },
          {
            "type": "object", "required": ["seconds"], "additionalProperties": false,
            "properties": {
              "seconds": {"type": "number", "exclusiveMinimum": 0, "maximum": 86400}
            }
          },
          {
            "type": "object", "required": ["untilRoute"], "additionalProperties": false,
            "properties": {"untilRoute": {"$ref": "#/components/schemas/RouteID"}}
          }
        ]
      },
      "ChosenVariants": {
        "type": "object", "required": ["scenario", "overrides"],
        "properties": {
          "scenario": {"type": ["string", "null"]},
          "overrides": {
            "type": "array",
            "description": "What lies below first, with what is left of leases; an outcome that only code can say is {\"dynamic\":true}.",
            "items": {
              "type": "object", "required": ["for"],
              "properties": {
                "for": {"type": "string"}, "variant": {"$ref": "#/components/schemas/VariantName"},
                "outcome": {"type": "object"}, "lease": {"$ref": "#/components/schemas/Lease"}
              }
            }
          }
        }
      },
      "ChosenVariantsRequest": {
        "type": "object", "additionalProperties": false,
        "description": "Null is as good as left out: nothing is chosen then.",
        "properties": {
          "scenario": {"type": ["string", "null"]},
          "overrides": {
            "type": ["array", "null"], "items": {"$ref": "#/components/schemas/ChosenOverride"},
            "description": "What lies below first."
          }
        }
      },
      "ChosenOverride": {
        "description": "A choice, and for what: the id of a route, a group such as items.*, or *.",
        "oneOf": [
          {
            "type": "object", "required": ["for", "variant"], "additionalProperties": false,
            "properties": {
              "for": {"type": "string", "examples": ["users.list"]},
              "variant": {"$ref": "#/components/schemas/VariantName"},
              "lease": {"$ref": "#/components/schemas/Lease"}
            }
          },
          {
            "type": "object", "required": ["for", "outcome"], "additionalProperties": false,
            "properties": {
              "for": {"type": "string", "examples": ["*"]},
              "outcome": {"$ref": "#/components/schemas/Outcome"},
              "lease": {"$ref": "#/components/schemas/Lease"}
            }
          }
        ]
      },
      "Changes": {
        "type": "object",
        "description": "Ids of routes, groups such as items.*, or *; null takes a choice back.",
        "additionalProperties": {
          "oneOf": [
            {"$ref": "#/components/schemas/VariantName"}, {"type": "null"},
            {"$ref": "#/components/schemas/Choice"}
          ]
        }
      }
    }
    """#
}
