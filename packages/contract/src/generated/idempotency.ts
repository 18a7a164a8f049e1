// Written from openapi/behavior/idempotency.yaml. Edit that, then run: npm run generate

export const idempotency = {
  "operations": [
    "createBooking"
  ],
  "header": "Idempotency-Key",
  "max_length": 255,
  "scope": [
    "organization",
    "environment"
  ],
  "expires": "never",
  "compares_body": false,
  "first_status": 201,
  "replay_status": 200,
  "replay_header": "Idempotent-Replayed",
  "replay_step": "replay"
} as const;
