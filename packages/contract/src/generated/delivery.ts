// Written by scripts/generate/main.ts from openapi/behavior/delivery.yaml. Edit that, then run: npm run generate

export const delivery = {
  "cadence_seconds": 30,
  "timeout_seconds": 10,
  "max_attempts": 4,
  "retry_delays_seconds": [
    30,
    120,
    600
  ],
  "success": "2xx",
  "max_answer_bytes": 65536,
  "kept_answer_bytes": 1024,
  "max_interim_responses": 8,
  "max_head_bytes": 16384,
  "retention_days": 30,
  "signature": {
    "header": "Service-Signature",
    "scheme": "v1",
    "algorithm": "HMAC-SHA256",
    "tolerance_seconds": 300
  }
} as const;
