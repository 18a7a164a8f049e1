// Written from openapi/openapi.yaml. Edit that, then run: npm run generate

export const requestIdForm = {
  "minLength": 12,
  "maxLength": 68,
  "pattern": "^req_[0-9A-Za-z]{8,64}$"
} as const;
