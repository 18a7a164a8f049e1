// Written from openapi/openapi.yaml. Edit that, then run: npm run generate

export const bookingSummaryFields = [
  "id",
  "object",
  "status",
  "provider",
  "error_code",
  "error_message",
  "next_action",
  "last_modification"
] as const;
