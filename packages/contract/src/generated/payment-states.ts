// Written from openapi/behavior/states.yaml. Edit that, then run: npm run generate

export const paymentStates = {
  "behind": "the card service",
  "states": {
    "requires_approval": {
      "final": false,
      "meaning": "The person has not approved the payment yet."
    },
    "authorized": {
      "final": false,
      "meaning": "The amount is held. Nothing was taken."
    },
    "captured": {
      "final": false,
      "meaning": "The amount was taken. amount_refunded of it was returned."
    },
    "voided": {
      "final": true,
      "meaning": "Nothing was taken, and nothing is held."
    },
    "refunded": {
      "final": true,
      "meaning": "The whole amount was returned."
    },
    "unknown": {
      "final": false,
      "meaning": "The card service has not stated the outcome. The service keeps asking, and returns what was taken."
    }
  },
  "transitions": [
    {
      "trigger": "provider",
      "from": null,
      "to": "requires_approval",
      "events": [],
      "rules": [
        "CRD-3",
        "CRD-7"
      ]
    },
    {
      "trigger": "provider",
      "from": "requires_approval",
      "to": "authorized",
      "events": [],
      "rules": [
        "CRD-8"
      ]
    },
    {
      "trigger": "provider",
      "from": "requires_approval",
      "to": "captured",
      "events": [],
      "rules": [
        "CRD-8"
      ]
    },
    {
      "trigger": "provider",
      "from": "requires_approval",
      "to": "voided",
      "events": [],
      "rules": [
        "CRD-8"
      ]
    },
    {
      "trigger": "provider",
      "from": "requires_approval",
      "to": "refunded",
      "events": [],
      "rules": [
        "CRD-8"
      ]
    },
    {
      "trigger": "provider",
      "from": "requires_approval",
      "to": "unknown",
      "events": [],
      "rules": [
        "CRD-8"
      ]
    },
    {
      "trigger": "provider",
      "from": "authorized",
      "to": "captured",
      "events": [],
      "rules": [
        "CRD-8"
      ]
    },
    {
      "trigger": "provider",
      "from": "authorized",
      "to": "voided",
      "events": [],
      "rules": [
        "CRD-8"
      ]
    },
    {
      "trigger": "provider",
      "from": "authorized",
      "to": "refunded",
      "events": [],
      "rules": [
        "CRD-8"
      ]
    },
    {
      "trigger": "provider",
      "from": "authorized",
      "to": "unknown",
      "events": [],
      "rules": [
        "CRD-8"
      ]
    },
    {
      "trigger": "provider",
      "from": "captured",
      "to": "refunded",
      "events": [],
      "rules": [
        "CRD-9"
      ]
    },
    {
      "trigger": "provider",
      "from": "unknown",
      "to": "captured",
      "events": [],
      "rules": [
        "CRD-8"
      ]
    },
    {
      "trigger": "provider",
      "from": "unknown",
      "to": "voided",
      "events": [],
      "rules": [
        "CRD-8"
      ]
    },
    {
      "trigger": "provider",
      "from": "unknown",
      "to": "refunded",
      "events": [],
      "rules": [
        "CRD-8"
      ]
    }
  ]
} as const;
