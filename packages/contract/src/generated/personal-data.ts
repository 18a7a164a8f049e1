// Written from openapi/openapi.yaml. Edit that, then run: npm run generate

export const personalData = {
  "Booking": [
    {
      "path": [
        "error_message"
      ],
      "erased": "Erased."
    },
    {
      "path": [
        "next_action",
        "destination"
      ],
      "erased": "erased"
    },
    {
      "path": [
        "next_action",
        "url"
      ],
      "erased": "https://erased.invalid/"
    },
    {
      "path": [
        "guest",
        "first_name"
      ],
      "erased": "Erased"
    },
    {
      "path": [
        "guest",
        "last_name"
      ]
    },
    {
      "path": [
        "guest",
        "email"
      ],
      "erased": "erased@erased.invalid"
    },
    {
      "path": [
        "guest",
        "phone"
      ]
    },
    {
      "path": [
        "webhook_url"
      ]
    },
    {
      "path": [
        "metadata"
      ],
      "erased": {}
    },
    {
      "path": [
        "documents"
      ]
    }
  ],
  "BookingSummary": [
    {
      "path": [
        "error_message"
      ],
      "erased": "Erased."
    },
    {
      "path": [
        "next_action",
        "destination"
      ],
      "erased": "erased"
    },
    {
      "path": [
        "next_action",
        "url"
      ],
      "erased": "https://erased.invalid/"
    }
  ],
  "Session": [
    {
      "path": [
        "destination"
      ],
      "erased": "erased"
    }
  ]
} as const;
