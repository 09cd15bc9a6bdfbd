extension OpenAPI {
  /// The paths of routes.
  static let routePaths = #"""
    {
      "/__admin/routes": {
        "get": {
          "operationId": "routes", "summary": "All routes with their rules and variants.",
          "responses": {"200": {"$ref": "#/components/responses/Routes"}}
        }
      },
      "/__admin/routes/{id}": {
        "parameters": [{"$ref": "#/components/parameters/RouteID"}],
        "get": {
          "operationId": "route", "summary": "One route.",
          "responses": {"200": {"$ref": "#/components/responses/Route"}}
        }
      },
      "/__admin/routes/{id}/variant": {
        "parameters": [{"$ref": "#/components/parameters/RouteID"}],
        "put": {
          "operationId": "chooseVariant", "summary": "Chooses what one route answers.",
          "requestBody": {"$ref": "#/components/requestBodies/Choice"},
          "responses": {
            "200": {"$ref": "#/components/responses/Route"},
            "415": {"$ref": "#/components/responses/MediaType"},
            "422": {"$ref": "#/components/responses/Unfit"}
          }
        },
        "delete": {
          "operationId": "restoreVariant", "summary": "Takes the choice for one route back.",
          "responses": {"200": {"$ref": "#/components/responses/Route"}}
        }
      }
    }
    """#

  /// What is listed of routes.
  static let routeSchemas = #"""
    {
      "RouteID": {
        "type": "string", "pattern": "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*$",
        "examples": ["users.list"]
      },
      "Revision": {
        "type": "integer", "minimum": 0, "description": "Counts changes of choices and network."
      },
      "Routes": {
        "type": "object", "required": ["revision", "scenario", "routes"],
        "properties": {
          "revision": {"$ref": "#/components/schemas/Revision"},
          "scenario": {
            "type": ["string", "null"], "description": "The scenario that is chosen."
          },
          "routes": {"type": "array", "items": {"$ref": "#/components/schemas/Route"}}
        }
      },
      "Route": {
        "type": "object",
        "description": "What a route asks of a request, what it can answer, and what it answers now. Rules that it does not have are left out; 'query' is always there.",
        "required": [
          "id", "group", "method", "path", "query", "variants", "active", "source", "hits",
          "delayMilliseconds", "lease", "positions"
        ],
        "properties": {
          "id": {"$ref": "#/components/schemas/RouteID"},
          "group": {"type": "string"},
          "method": {"type": "string", "description": "* is every method."},
          "path": {"type": "string", "description": "A template such as /users/{id}."},
          "query": {
            "description": "Exactly these pairs; null takes any, or what queryContaining says.",
            "oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/NamedRules"}]
          },
          "queryContaining": {"$ref": "#/components/schemas/NamedRules"},
          "headers": {"$ref": "#/components/schemas/NamedRules"},
          "cookies": {"$ref": "#/components/schemas/NamedRules"},
          "host": {"type": "string"},
          "clientCertificate": {"$ref": "#/components/schemas/ValueRule"},
          "body": {
            "anyOf": [
              {"$ref": "#/components/schemas/ListedBodyRule"},
              {"type": "array", "items": {"$ref": "#/components/schemas/ListedBodyRule"}}
            ]
          },
          "requires": {
            "type": "array", "items": {"type": "object"},
            "description": "The rules of each requirement, the outermost group's first."
          },
          "variants": {"type": "array", "items": {"$ref": "#/components/schemas/Variant"}},
          "active": {
            "type": "string",
            "description": "The variant that answers now; 'outcome' where one was given on the spot."
          },
          "source": {"$ref": "#/components/schemas/Source"},
          "hits": {"type": "integer", "minimum": 0},
          "delayMilliseconds": {
            "type": ["integer", "null"], "minimum": 0,
            "description": "The route's own delay; null where it has the network's."
          },
          "lease": {
            "description": "What is left of the lease of the choice that answers.",
            "oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Lease"}]
          },
          "positions": {
            "type": "object",
            "description": "How many steps of each sequence and draw were taken.",
            "additionalProperties": {"type": "integer", "minimum": 0}
          }
        }
      },
      "ListedBodyRule": {
        "anyOf": [
          {"$ref": "#/components/schemas/BodyRule"},
          {
            "type": "object", "required": ["where"], "properties": {"where": {"type": "string"}},
            "description": "A closure by its explanation: it can be listed and not sent."
          }
        ]
      },
      "Variant": {
        "type": "object", "required": ["name", "summary", "delayMilliseconds"],
        "properties": {
          "name": {"$ref": "#/components/schemas/VariantName"},
          "summary": {"type": "string", "description": "What a client meets, in one line."},
          "delayMilliseconds": {
            "oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Delay"}],
            "description": "The delay that it sets; null where it has the route's or the network's."
          }
        }
      }
    }
    """#
}
