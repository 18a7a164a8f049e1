// Written from openapi/behavior/access.yaml. Edit that, then run: npm run generate

export const access = {
  "key_modes": {
    "test": {
      "prefix": "sk_test_",
      "livemode": false
    },
    "live": {
      "prefix": "sk_live_",
      "livemode": true
    }
  },
  "scopes": {
    "venues:read": "Search venues.",
    "availability:read": "Search availability.",
    "bookings:read": "Read bookings.",
    "bookings:write": "Create, continue, cancel and modify bookings.",
    "sessions:write": "Create and verify sessions.",
    "cards:read": "Read the card of a verified session."
  },
  "refusal_order": [
    "unauthorized",
    "rate_limited",
    "org_suspended",
    "wrong_key_environment",
    "live_key_required",
    "insufficient_scope",
    "replay",
    "billing_required",
    "free_tier_exhausted",
    "unsupported_media_type",
    "payload_too_large",
    "invalid_request"
  ]
} as const;
