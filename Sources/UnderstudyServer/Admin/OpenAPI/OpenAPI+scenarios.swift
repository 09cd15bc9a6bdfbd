extension OpenAPI {
  /// The paths of scenarios.
  static let scenarioPaths = #"""
    {
      "/__admin/scenarios": {
        "get": {
          "operationId": "scenarios",
          "summary": "All scenarios, with what each would change.",
          "responses": {
            "200": {
              "description": "The scenarios, in the order of the catalog.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Scenarios"}}}
            }
          }
        }
      },
      "/__admin/scenario": {
        "put": {
          "operationId": "chooseScenario",
          "summary": "Chooses a scenario, and takes the overrides back that lie over it.",
          "requestBody": {
            "required": true,
            "content": {
              "application/json": {
                "schema": {"$ref": "#/components/schemas/ScenarioChoice"},
                "examples": {
                  "alone": {"value": {"scenario": "logged out"}},
                  "beneath": {"value": {"scenario": "logged out", "keepOverrides": true}}
                }
              }
            }
          },
          "responses": {
            "200": {"$ref": "#/components/responses/Routes"},
            "415": {"$ref": "#/components/responses/MediaType"},
            "422": {
              "description": "There is no scenario of the name.",
              "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
            }
          }
        },
        "delete": {
          "operationId": "leaveScenario", "summary": "Chooses none; overrides stay.",
          "responses": {"200": {"$ref": "#/components/responses/Routes"}}
        }
      }
    }
    """#

  /// What a scenario is.
  static let scenarioSchemas = #"""
    {
      "ScenarioChoice": {
        "type": "object", "required": ["scenario"], "additionalProperties": false,
        "properties": {
          "scenario": {"type": "string"},
          "keepOverrides": {
            "type": ["boolean", "null"], "default": false,
            "description": "Whether choices that were made before stay, on top of it."
          }
        }
      },
      "Scenarios": {
        "type": "object", "required": ["scenarios", "active"],
        "properties": {
          "scenarios": {"type": "array", "items": {"$ref": "#/components/schemas/Scenario"}},
          "active": {"type": ["string", "null"], "description": "The one that is chosen."}
        }
      },
      "Scenario": {
        "type": "object", "required": ["name", "from", "active", "choices", "routes"],
        "properties": {
          "name": {"type": "string"},
          "from": {"type": ["string", "null"], "description": "The scenario that it extends."},
          "active": {"type": "boolean"},
          "tls": {
            "$ref": "#/components/schemas/TLSProfile",
            "description": "What clients meet that speak TLS, its own or inherited, where that is something."
          },
          "choices": {
            "type": "object",
            "description": "By ids of routes, groups such as items.*, or *; its own and those that it inherits.",
            "additionalProperties": {
              "anyOf": [
                {"$ref": "#/components/schemas/VariantName"},
                {
                  "type": "object", "required": ["outcome"],
                  "properties": {"outcome": {"$ref": "#/components/schemas/Outcome"}}
                },
                {
                  "type": "object", "required": ["outcome"],
                  "properties": {
                    "outcome": {
                      "type": "object", "required": ["dynamic"], "properties": {"dynamic": {"const": true}}
                    }
                  },
                  "description": "Code: it can be listed and not sent."
                }
              ]
            }
          },
          "routes": {
            "type": "array", "description": "The routes that it reaches.",
            "items": {
              "type": "object", "required": ["id", "variant", "active"],
              "properties": {
                "id": {"$ref": "#/components/schemas/RouteID"},
                "variant": {
                  "type": "string",
                  "description": "What it would answer with, by the scenario alone; 'outcome' where that is given on the spot."
                },
                "active": {"type": "string", "description": "What it answers with now."}
              }
            }
          }
        }
      }
    }
    """#
}
