// Written from openapi/behavior/delivery.yaml. Edit that, then run: npm run generate

export const delivery = {
  "timeout_seconds": 10,
  "signature": {
    "header": "Service-Signature",
    "scheme": "v1",
    "algorithm": "HMAC-SHA256",
    "tolerance_seconds": 300
  }
} as const;
