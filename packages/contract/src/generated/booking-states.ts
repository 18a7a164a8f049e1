// Written from openapi/behavior/states.yaml. Edit that, then run: npm run generate

export const bookingStates = {
  "states": {
    "processing": {
      "final": false,
      "meaning": "Accepted. The provider is working on it."
    },
    "requires_action": {
      "final": false,
      "expires_after_seconds": 1200,
      "meaning": "Waits for the person or the caller. next_action describes the input. Expires after 20 minutes."
    },
    "confirmed": {
      "final": false,
      "meaning": "The provider confirmed the booking. confirmation_code is set."
    },
    "failed": {
      "final": true,
      "meaning": "The provider or the payment failed. error_code and error_message give the reason."
    },
    "cancelled": {
      "final": true,
      "meaning": "Cancelled by the caller, or by the provider after it had confirmed."
    },
    "expired": {
      "final": true,
      "meaning": "Left in requires_action for more than 20 minutes. No event is sent."
    }
  },
  "transitions": [
    {
      "trigger": "create",
      "from": null,
      "to": "processing",
      "events": [
        "booking.created"
      ],
      "rules": [
        "STA-1"
      ]
    },
    {
      "trigger": "create",
      "from": null,
      "to": "requires_action",
      "events": [
        "booking.created",
        "booking.requires_action"
      ],
      "rules": [
        "STA-2",
        "BKG-12"
      ]
    },
    {
      "trigger": "create",
      "from": null,
      "to": "confirmed",
      "events": [
        "booking.created",
        "booking.confirmed"
      ],
      "rules": [
        "STA-4",
        "BKG-12"
      ]
    },
    {
      "trigger": "create",
      "from": null,
      "to": "failed",
      "events": [
        "booking.created",
        "booking.failed"
      ],
      "rules": [
        "STA-5",
        "BKG-12"
      ]
    },
    {
      "trigger": "provider",
      "from": "processing",
      "to": "requires_action",
      "events": [
        "booking.requires_action"
      ],
      "rules": [
        "STA-2"
      ]
    },
    {
      "trigger": "provider",
      "from": "processing",
      "to": "confirmed",
      "events": [
        "booking.confirmed"
      ],
      "rules": [
        "STA-4"
      ]
    },
    {
      "trigger": "provider",
      "from": "processing",
      "to": "failed",
      "events": [
        "booking.failed"
      ],
      "rules": [
        "STA-5"
      ]
    },
    {
      "trigger": "cancel",
      "from": "processing",
      "to": "cancelled",
      "events": [
        "booking.cancelled"
      ],
      "rules": [
        "STA-6",
        "STA-13"
      ]
    },
    {
      "trigger": "continue",
      "from": "requires_action",
      "to": "processing",
      "events": [
        "booking.processing"
      ],
      "rules": [
        "STA-3"
      ]
    },
    {
      "trigger": "provider",
      "from": "requires_action",
      "to": "failed",
      "events": [
        "booking.failed"
      ],
      "rules": [
        "STA-5"
      ]
    },
    {
      "trigger": "cancel",
      "from": "requires_action",
      "to": "cancelled",
      "events": [
        "booking.cancelled"
      ],
      "rules": [
        "STA-6"
      ]
    },
    {
      "trigger": "time",
      "from": "requires_action",
      "to": "expired",
      "events": [],
      "rules": [
        "STA-8",
        "STA-9"
      ]
    },
    {
      "trigger": "modify",
      "from": "confirmed",
      "to": "confirmed",
      "events": [
        "booking.modified"
      ],
      "rules": [
        "STA-7",
        "STA-11"
      ]
    },
    {
      "trigger": "cancel",
      "from": "confirmed",
      "to": "cancelled",
      "events": [
        "booking.cancelled"
      ],
      "rules": [
        "STA-6"
      ]
    }
  ]
} as const;
