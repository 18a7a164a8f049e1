// Written from openapi/openapi.yaml. Edit that, then run: npm run generate

/** The client's own version, as in its package.json. */
export const clientVersion = "0.1.0" as const;

/** The method and path of each operation. */
export const operationTable = {
  "searchVenues": "POST /v1/venues/search",
  "searchAvailability": "POST /v1/availability/search",
  "listBookings": "GET /v1/bookings",
  "createBooking": "POST /v1/bookings",
  "getBooking": "GET /v1/bookings/{id}",
  "continueBooking": "POST /v1/bookings/{id}/continue",
  "cancelBooking": "POST /v1/bookings/{id}/cancel",
  "modifyBooking": "POST /v1/bookings/{id}/modify",
  "createSession": "POST /v1/sessions",
  "verifySession": "POST /v1/sessions/{id}/verify",
  "getSessionCard": "GET /v1/sessions/{id}/card",
  "getCard": "GET /v1/sessions/card",
  "listEvents": "GET /v1/events",
  "getEvent": "GET /v1/events/{id}",
  "listRequests": "GET /v1/requests",
  "getRequest": "GET /v1/requests/{id}"
} as const;

/** The operations that are not sent again after an attempt whose outcome is unknown. */
export const unrepeatable = [
  "continueBooking",
  "cancelBooking",
  "createSession",
  "verifySession"
] as const;

/** The operations whose success has no body. */
export const bodiless: readonly string[] = [];

/** The header that makes an operation safe to retry, for operations that need one. */
export const keyHeaders = {
  "createBooking": "Idempotency-Key"
} as const;

/** The codes of a 5xx that are safe to retry: nothing happened. Any other 5xx may have changed something. */
export const unstarted = [
  "search_failed",
  "availability_failed",
  "payment_setup_failed",
  "no_search_provider",
  "billing_check_unavailable",
  "entitlement_check_unavailable",
  "vault_unavailable"
] as const;

/** The headers with the rest of the window, and the time until the next request may pass. */
export const limitHeaders = {
  "limit": "RateLimit-Limit",
  "remaining": "RateLimit-Remaining",
  "reset": "RateLimit-Reset",
  "retry_after": "Retry-After"
} as const;

/** The prefix of the API keys of each mode. */
export const keyPrefixes = {
  "test": "sk_test_",
  "live": "sk_live_"
} as const;

/** The statuses that a resource may still reach, by its status. A status without a row may reach all. */
export const statusesAfter = {
  "confirmed": [
    "confirmed",
    "cancelled"
  ],
  "failed": [],
  "cancelled": [],
  "expired": []
} as const;

/** The error codes of each operation. */
export interface RefusalCodes {
  readonly searchVenues:
    | 'invalid_request'
    | 'unauthorized'
    | 'billing_required'
    | 'free_tier_exhausted'
    | 'org_suspended'
    | 'wrong_key_environment'
    | 'insufficient_scope'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'rate_limited'
    | 'internal_error'
    | 'search_failed'
    | 'service_unavailable'
    | 'no_search_provider'
    | 'billing_check_unavailable'
    | 'entitlement_check_unavailable';
  readonly searchAvailability:
    | 'invalid_request'
    | 'unauthorized'
    | 'billing_required'
    | 'free_tier_exhausted'
    | 'org_suspended'
    | 'wrong_key_environment'
    | 'insufficient_scope'
    | 'not_found'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'rate_limited'
    | 'internal_error'
    | 'availability_failed'
    | 'service_unavailable'
    | 'billing_check_unavailable'
    | 'entitlement_check_unavailable';
  readonly listBookings:
    | 'invalid_request'
    | 'unauthorized'
    | 'org_suspended'
    | 'wrong_key_environment'
    | 'insufficient_scope'
    | 'rate_limited'
    | 'internal_error'
    | 'service_unavailable';
  readonly createBooking:
    | 'invalid_request'
    | 'unauthorized'
    | 'billing_required'
    | 'free_tier_exhausted'
    | 'org_suspended'
    | 'wrong_key_environment'
    | 'insufficient_scope'
    | 'cardservice_disabled'
    | 'slot_not_offered'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'missing_last_name'
    | 'rate_limited'
    | 'internal_error'
    | 'payment_setup_failed'
    | 'service_unavailable'
    | 'vault_unavailable'
    | 'billing_check_unavailable'
    | 'entitlement_check_unavailable';
  readonly getBooking:
    | 'invalid_request'
    | 'unauthorized'
    | 'org_suspended'
    | 'wrong_key_environment'
    | 'insufficient_scope'
    | 'not_found'
    | 'rate_limited'
    | 'internal_error'
    | 'service_unavailable';
  readonly continueBooking:
    | 'invalid_request'
    | 'unauthorized'
    | 'billing_required'
    | 'free_tier_exhausted'
    | 'org_suspended'
    | 'wrong_key_environment'
    | 'insufficient_scope'
    | 'not_found'
    | 'invalid_state'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'rate_limited'
    | 'internal_error'
    | 'service_unavailable'
    | 'billing_check_unavailable'
    | 'entitlement_check_unavailable';
  readonly cancelBooking:
    | 'invalid_request'
    | 'unauthorized'
    | 'billing_required'
    | 'free_tier_exhausted'
    | 'org_suspended'
    | 'wrong_key_environment'
    | 'insufficient_scope'
    | 'not_found'
    | 'invalid_state'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'rate_limited'
    | 'internal_error'
    | 'service_unavailable'
    | 'billing_check_unavailable'
    | 'entitlement_check_unavailable';
  readonly modifyBooking:
    | 'invalid_request'
    | 'unauthorized'
    | 'billing_required'
    | 'free_tier_exhausted'
    | 'org_suspended'
    | 'wrong_key_environment'
    | 'insufficient_scope'
    | 'not_found'
    | 'invalid_state'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'modify_unsupported'
    | 'modification_refused'
    | 'rate_limited'
    | 'internal_error'
    | 'service_unavailable'
    | 'billing_check_unavailable'
    | 'entitlement_check_unavailable';
  readonly createSession:
    | 'invalid_request'
    | 'unauthorized'
    | 'billing_required'
    | 'org_suspended'
    | 'wrong_key_environment'
    | 'live_key_required'
    | 'insufficient_scope'
    | 'cardservice_disabled'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'rate_limited'
    | 'internal_error'
    | 'service_unavailable'
    | 'billing_check_unavailable'
    | 'entitlement_check_unavailable';
  readonly verifySession:
    | 'invalid_request'
    | 'unauthorized'
    | 'billing_required'
    | 'org_suspended'
    | 'wrong_key_environment'
    | 'live_key_required'
    | 'insufficient_scope'
    | 'cardservice_disabled'
    | 'not_found'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'invalid_code'
    | 'session_expired'
    | 'too_many_attempts'
    | 'rate_limited'
    | 'internal_error'
    | 'service_unavailable'
    | 'billing_check_unavailable'
    | 'entitlement_check_unavailable';
  readonly getSessionCard:
    | 'invalid_request'
    | 'unauthorized'
    | 'billing_required'
    | 'org_suspended'
    | 'wrong_key_environment'
    | 'live_key_required'
    | 'insufficient_scope'
    | 'cardservice_disabled'
    | 'not_found'
    | 'session_not_verified'
    | 'reconnect_required'
    | 'rate_limited'
    | 'internal_error'
    | 'service_unavailable'
    | 'billing_check_unavailable'
    | 'entitlement_check_unavailable';
  readonly getCard:
    | 'invalid_request'
    | 'unauthorized'
    | 'billing_required'
    | 'org_suspended'
    | 'wrong_key_environment'
    | 'live_key_required'
    | 'insufficient_scope'
    | 'cardservice_disabled'
    | 'not_found'
    | 'reconnect_required'
    | 'rate_limited'
    | 'internal_error'
    | 'service_unavailable'
    | 'billing_check_unavailable'
    | 'entitlement_check_unavailable';
  readonly listEvents:
    | 'invalid_request'
    | 'unauthorized'
    | 'org_suspended'
    | 'wrong_key_environment'
    | 'insufficient_scope'
    | 'rate_limited'
    | 'internal_error'
    | 'service_unavailable';
  readonly getEvent:
    | 'invalid_request'
    | 'unauthorized'
    | 'org_suspended'
    | 'wrong_key_environment'
    | 'insufficient_scope'
    | 'not_found'
    | 'rate_limited'
    | 'internal_error'
    | 'service_unavailable';
  readonly listRequests:
    | 'invalid_request'
    | 'unauthorized'
    | 'org_suspended'
    | 'wrong_key_environment'
    | 'insufficient_scope'
    | 'rate_limited'
    | 'internal_error'
    | 'service_unavailable';
  readonly getRequest:
    | 'invalid_request'
    | 'unauthorized'
    | 'org_suspended'
    | 'wrong_key_environment'
    | 'insufficient_scope'
    | 'not_found'
    | 'rate_limited'
    | 'internal_error'
    | 'service_unavailable';
}
