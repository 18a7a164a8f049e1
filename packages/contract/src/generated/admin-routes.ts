// Written by scripts/generate/main.ts from openapi/admin.yaml. Edit that, then run: npm run generate

export const adminRoutes = {
  "getLiveness": {
    "method": "get",
    "path": "/livez",
    "body": "none"
  },
  "getReadiness": {
    "method": "get",
    "path": "/readyz",
    "body": "none"
  },
  "getMetrics": {
    "method": "get",
    "path": "/metrics",
    "body": "none"
  },
  "getSandboxClock": {
    "method": "get",
    "path": "/sandbox/clock",
    "body": "none"
  },
  "advanceSandboxClock": {
    "method": "post",
    "path": "/sandbox/clock/advance",
    "body": "required"
  },
  "listDeliveries": {
    "method": "get",
    "path": "/sandbox/deliveries",
    "body": "none"
  },
  "resendDelivery": {
    "method": "post",
    "path": "/sandbox/deliveries/resend",
    "body": "required"
  }
} as const;
