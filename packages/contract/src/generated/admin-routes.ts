// Written by scripts/generate/main.ts from openapi/admin/paths/. Edit that, then run: npm run generate

export const adminRoutes = {
  "getLiveness": {
    "method": "get",
    "path": "/livez",
    "body": "none",
    "role": "anyone"
  },
  "getReadiness": {
    "method": "get",
    "path": "/readyz",
    "body": "none",
    "role": "anyone"
  },
  "getMetrics": {
    "method": "get",
    "path": "/metrics",
    "body": "none",
    "role": "operator"
  },
  "getCaller": {
    "method": "get",
    "path": "/caller",
    "body": "none",
    "role": "viewer"
  },
  "listAccessTokens": {
    "method": "get",
    "path": "/access-tokens",
    "body": "none",
    "role": "operator"
  },
  "createAccessToken": {
    "method": "post",
    "path": "/access-tokens",
    "body": "required",
    "role": "operator"
  },
  "revokeAccessToken": {
    "method": "post",
    "path": "/access-tokens/{access_token_id}/revoke",
    "body": "none",
    "role": "operator"
  },
  "listOrganizations": {
    "method": "get",
    "path": "/organizations",
    "body": "none",
    "role": "operator"
  },
  "createOrganization": {
    "method": "post",
    "path": "/organizations",
    "body": "required",
    "role": "operator"
  },
  "getOrganization": {
    "method": "get",
    "path": "/organizations/{organization_id}",
    "body": "none",
    "role": "viewer"
  },
  "setStanding": {
    "method": "put",
    "path": "/organizations/{organization_id}/standing",
    "body": "required",
    "role": "operator"
  },
  "setLimits": {
    "method": "put",
    "path": "/organizations/{organization_id}/limits",
    "body": "required",
    "role": "operator"
  },
  "listAuditEntries": {
    "method": "get",
    "path": "/organizations/{organization_id}/audit",
    "body": "none",
    "role": "admin"
  },
  "listAllAuditEntries": {
    "method": "get",
    "path": "/audit",
    "body": "none",
    "role": "operator"
  },
  "getSandboxClock": {
    "method": "get",
    "path": "/sandbox/clock",
    "body": "none",
    "role": "viewer"
  },
  "advanceSandboxClock": {
    "method": "post",
    "path": "/sandbox/clock/advance",
    "body": "required",
    "role": "operator"
  },
  "listMagicValues": {
    "method": "get",
    "path": "/sandbox/magic-values",
    "body": "none",
    "role": "viewer"
  },
  "getFaults": {
    "method": "get",
    "path": "/sandbox/faults",
    "body": "none",
    "role": "viewer"
  },
  "setFaults": {
    "method": "put",
    "path": "/sandbox/faults",
    "body": "required",
    "role": "operator"
  },
  "listDeliveries": {
    "method": "get",
    "path": "/sandbox/deliveries",
    "body": "none",
    "role": "operator"
  },
  "resendDelivery": {
    "method": "post",
    "path": "/sandbox/deliveries/resend",
    "body": "required",
    "role": "operator"
  }
} as const;
