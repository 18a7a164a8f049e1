// Written by scripts/generate/main.ts from openapi/. Edit that, then run: npm run generate

/** The client's own version, as in its package.json. */
export const clientVersion = "0.0.0" as const;

/** Where each operation is called. */
export const operationTable = {
  "searchVenues": "POST /v1/venues/search",
  "searchAvailability": "POST /v1/availability/search",
  "createBooking": "POST /v1/bookings",
  "getBooking": "GET /v1/bookings/{id}",
  "continueBooking": "POST /v1/bookings/{id}/continue",
  "cancelBooking": "POST /v1/bookings/{id}/cancel",
  "modifyBooking": "POST /v1/bookings/{id}/modify",
  "createSession": "POST /v1/sessions",
  "verifySession": "POST /v1/sessions/{id}/verify",
  "getSessionCard": "GET /v1/sessions/{id}/card",
  "getCard": "GET /v1/sessions/card"
} as const;

/** The operations whose calls may be sent again where their outcome is not known. */
export const repeatable = [
  "searchVenues",
  "searchAvailability",
  "createBooking",
  "getBooking",
  "modifyBooking",
  "getSessionCard",
  "getCard"
] as const;

/** The header that makes it so, where there is one. */
export const keyHeaders = {
  "createBooking": "Idempotency-Key"
} as const;

/**
 * Whether a refusal may pass when the call is sent again. always: nothing happened; if_repeatable: it may have happened.
 * A code that is not here goes by its status: 429 always, 5xx if_repeatable, any other never.
 */
export const retryTable = {
  "search_failed": "always",
  "availability_failed": "always",
  "payment_setup_failed": "always",
  "no_search_provider": "always",
  "billing_check_unavailable": "always",
  "entitlement_check_unavailable": "always",
  "vault_unavailable": "always"
} as const;

/** The headers that say what is left of the window, and when to come again. */
export const limitHeaders = {
  "limit": "RateLimit-Limit",
  "remaining": "RateLimit-Remaining",
  "reset": "RateLimit-Reset",
  "retry_after": "Retry-After"
} as const;

/** What a key begins with, and the livemode of what it makes. */
export const keyPrefixes = {
  "sk_test_": false,
  "sk_live_": true
} as const;

/** The statuses that a booking may still come to, by its status; where there is no row, any. */
export const statusesAfter = {
  "confirmed": [
    "confirmed",
    "cancelled"
  ],
  "failed": [],
  "cancelled": [],
  "expired": []
} as const;

/** The codes that each operation may refuse with. */
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
}
