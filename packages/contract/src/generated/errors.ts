// Written by scripts/generate.ts from openapi/behavior/errors.yaml. Edit that, then run: npm run generate

export const errorCatalogue = {
  "invalid_request": {
    "status": 400,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The request does not fit the contract.",
    "action": "Mend the fields named in details and send it again."
  },
  "unauthorized": {
    "status": 401,
    "stands_in": [
      "error"
    ],
    "retry": "never",
    "message": "The API key is missing, unknown or revoked.",
    "action": "Send a valid key in the header Authorization: Bearer sk_..."
  },
  "billing_required": {
    "status": 402,
    "stands_in": [
      "error"
    ],
    "retry": "never",
    "message": "The organization's plan or billing does not allow this call.",
    "action": "Settle billing or change the plan in the dashboard."
  },
  "free_tier_exhausted": {
    "status": 402,
    "stands_in": [
      "error"
    ],
    "retry": "never",
    "message": "The organization's allowance of confirmed test bookings is used up.",
    "action": "Use a live key, or ask for a larger test allowance."
  },
  "insufficient_scope": {
    "status": 403,
    "stands_in": [
      "error"
    ],
    "retry": "never",
    "message": "The API key lacks the scope of this operation.",
    "action": "Use a key that has the scope named by the operation."
  },
  "org_suspended": {
    "status": 403,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The organization is suspended.",
    "action": "Contact the service's operator."
  },
  "wrong_key_environment": {
    "status": 403,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The key belongs to the other environment.",
    "action": "Use a test key for test bookings and a live key for live ones."
  },
  "live_key_required": {
    "status": 403,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "This operation needs a live key.",
    "action": "Call it with a key that begins with sk_live_."
  },
  "cardservice_disabled": {
    "status": 403,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The card service is not enabled here.",
    "action": "Leave payment_collection out, or have the card service enabled."
  },
  "not_found": {
    "status": 404,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "There is no such resource.",
    "action": "Check the path and the id."
  },
  "method_not_allowed": {
    "status": 405,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "This path does not take that method.",
    "action": "Use a method named in the Allow header."
  },
  "slot_not_offered": {
    "status": 409,
    "stands_in": [
      "error_code",
      "booking"
    ],
    "retry": "never",
    "message": "The provider does not offer this slot, or no longer does.",
    "action": "Search availability again and choose another slot."
  },
  "invalid_state": {
    "status": 409,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The booking's status does not allow this.",
    "action": "Read the booking and act on the status it has now."
  },
  "reconnect_required": {
    "status": 409,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The card service dropped the link to the card.",
    "action": "Create and verify a new session."
  },
  "session_not_verified": {
    "status": 409,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The session is not verified.",
    "action": "Verify the session with the code that was sent, then read the card."
  },
  "payload_too_large": {
    "status": 413,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The request body is larger than 65536 bytes.",
    "action": "Send a smaller body."
  },
  "unsupported_media_type": {
    "status": 415,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The request body must be JSON in UTF-8.",
    "action": "Send JSON with the header Content-Type: application/json and no content coding."
  },
  "missing_last_name": {
    "status": 422,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "This provider needs the guest's last name.",
    "action": "Send guest.last_name."
  },
  "modify_unsupported": {
    "status": 422,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "This provider does not support modifying a booking.",
    "action": "Cancel the booking and create another."
  },
  "modification_refused": {
    "status": 422,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The provider refused the modification; the booking is unchanged.",
    "action": "Search availability again and ask for something the provider offers."
  },
  "invalid_code": {
    "status": 422,
    "stands_in": [
      "error_code",
      "booking"
    ],
    "retry": "never",
    "message": "The code is wrong.",
    "action": "Ask the person for the code again; on a failed booking, create another."
  },
  "session_expired": {
    "status": 422,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The session has expired.",
    "action": "Create a new session."
  },
  "too_many_attempts": {
    "status": 422,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The session has no attempts left.",
    "action": "Create a new session."
  },
  "rate_limited": {
    "status": 429,
    "stands_in": [
      "error"
    ],
    "retry": "retry_after",
    "message": "The organization's request limit for this window is used up.",
    "action": "Wait as long as the Retry-After header says."
  },
  "internal_error": {
    "status": 500,
    "stands_in": [
      "error_code"
    ],
    "retry": "backoff",
    "message": "Something went wrong on our side.",
    "action": "Try again, a create with the same Idempotency-Key; quote request_id when you report it."
  },
  "search_failed": {
    "status": 502,
    "stands_in": [
      "error_code"
    ],
    "retry": "backoff",
    "message": "The provider could not answer the venue search.",
    "action": "Try again shortly."
  },
  "availability_failed": {
    "status": 502,
    "stands_in": [
      "error_code"
    ],
    "retry": "backoff",
    "message": "The provider could not answer the availability search.",
    "action": "Try again shortly."
  },
  "payment_setup_failed": {
    "status": 502,
    "stands_in": [
      "error_code"
    ],
    "retry": "backoff",
    "message": "The card service could not set the payment up; no booking was made.",
    "action": "Try again shortly."
  },
  "service_unavailable": {
    "status": 503,
    "stands_in": [
      "error_code"
    ],
    "retry": "retry_after",
    "message": "The service cannot answer right now.",
    "action": "Try again after the Retry-After header's time, a create with the same Idempotency-Key."
  },
  "no_search_provider": {
    "status": 503,
    "stands_in": [
      "error_code"
    ],
    "retry": "retry_after",
    "message": "No provider that can search is available.",
    "action": "Try again later; if it stays, contact the service's operator."
  },
  "billing_check_unavailable": {
    "status": 503,
    "stands_in": [
      "error_code"
    ],
    "retry": "retry_after",
    "message": "Billing could not be checked.",
    "action": "Try again after the Retry-After header's time."
  },
  "entitlement_check_unavailable": {
    "status": 503,
    "stands_in": [
      "error_code"
    ],
    "retry": "retry_after",
    "message": "The plan's entitlement could not be checked.",
    "action": "Try again after the Retry-After header's time."
  },
  "vault_unavailable": {
    "status": 503,
    "stands_in": [
      "error_code"
    ],
    "retry": "retry_after",
    "message": "The card vault cannot be reached; no booking was made.",
    "action": "Try again after the Retry-After header's time."
  },
  "payment_declined": {
    "stands_in": [
      "booking"
    ],
    "retry": "never",
    "message": "The payment was declined.",
    "action": "Ask the person for another way to pay and create another booking."
  },
  "payment_approval_expired": {
    "stands_in": [
      "booking"
    ],
    "retry": "never",
    "message": "The payment was not approved in time.",
    "action": "Create another booking and have the payment approved before it expires."
  },
  "payment_outcome_unknown": {
    "stands_in": [
      "booking"
    ],
    "retry": "never",
    "message": "The card service did not say whether the payment went through.",
    "action": "Check with the card service before you create another booking."
  },
  "payment_replay_failed": {
    "stands_in": [
      "booking"
    ],
    "retry": "never",
    "message": "The approved payment could not be passed on to the provider.",
    "action": "Create another booking."
  },
  "card_declined": {
    "stands_in": [
      "booking"
    ],
    "retry": "never",
    "message": "The card was declined.",
    "action": "Ask the person for another card and create another booking."
  },
  "provider_failed": {
    "stands_in": [
      "booking"
    ],
    "retry": "never",
    "message": "The provider did not take the booking and gave no reason we know.",
    "action": "Create another booking, perhaps with another slot or venue."
  }
} as const;
