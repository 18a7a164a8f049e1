// Written from openapi/behavior/errors.yaml. Edit that, then run: npm run generate

export const errorCatalogue = {
  "invalid_request": {
    "status": 400,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The request does not match the contract.",
    "action": "Fix the fields named in details and send the request again.",
    "sandbox": "Send a booking with a party_size below 1."
  },
  "unauthorized": {
    "status": 401,
    "stands_in": [
      "error"
    ],
    "retry": "never",
    "message": "The API key is missing, unknown or revoked.",
    "action": "Send a valid key in the header Authorization: Bearer sk_...",
    "sandbox": "Send the key sk_test_nobody."
  },
  "billing_required": {
    "status": 402,
    "stands_in": [
      "error"
    ],
    "retry": "never",
    "message": "The organization's plan or billing does not allow this request.",
    "action": "Settle billing or change the plan in the dashboard.",
    "sandbox": "Use the key sk_test_sandbox_unbilled or sk_test_sandbox_unentitled."
  },
  "free_tier_exhausted": {
    "status": 402,
    "stands_in": [
      "error"
    ],
    "retry": "never",
    "message": "The organization's confirmed test bookings, with those in progress, use up its test allowance.",
    "action": "Wait until a test booking in progress ends, use a live key, or ask for a larger test allowance.",
    "sandbox": "Search venues with the key sk_test_sandbox_used_up."
  },
  "insufficient_scope": {
    "status": 403,
    "stands_in": [
      "error"
    ],
    "retry": "never",
    "message": "The API key lacks the scope of this operation.",
    "action": "Use a key with the scope that the operation requires.",
    "sandbox": "Use the key sk_test_sandbox_no_scopes."
  },
  "org_suspended": {
    "status": 403,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The organization is suspended.",
    "action": "Contact the service's operator.",
    "sandbox": "Use the key sk_test_sandbox_suspended."
  },
  "wrong_key_environment": {
    "status": 403,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The key belongs to the other environment.",
    "action": "Use a test key for test bookings and a live key for live ones.",
    "sandbox": "Read a booking of the live key with the test key."
  },
  "live_key_required": {
    "status": 403,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "This operation requires a live key.",
    "action": "Use a key that begins with sk_live_.",
    "sandbox": "Create a session with the test key."
  },
  "cardservice_disabled": {
    "status": 403,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The card service is not enabled for this venue.",
    "action": "Omit payment_collection, or ask the service's operator to enable the card service.",
    "sandbox": "Create a booking with payment_collection at ven_no_card_service."
  },
  "not_found": {
    "status": 404,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "There is no such resource.",
    "action": "Check the path and the id.",
    "sandbox": "Read a booking that does not exist."
  },
  "method_not_allowed": {
    "status": 405,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "This path does not support the method.",
    "action": "Use a method of the Allow header.",
    "sandbox": "Send DELETE to a booking."
  },
  "slot_not_offered": {
    "status": 409,
    "stands_in": [
      "error_code",
      "booking"
    ],
    "retry": "never",
    "message": "The provider does not offer this slot, or no longer does.",
    "action": "Search availability again and choose another slot.",
    "sandbox": "Create a booking at ven_fully_booked; on a booking, at ven_last_seat."
  },
  "invalid_state": {
    "status": 409,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The booking's status does not allow this.",
    "action": "Read the booking and act on its current status.",
    "sandbox": "Continue a confirmed booking."
  },
  "reconnect_required": {
    "status": 409,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The card service dropped the link to the card.",
    "action": "Create and verify a new session.",
    "sandbox": "Verify a session made for dropped@card.test, then read its card."
  },
  "session_not_verified": {
    "status": 409,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The session is not verified.",
    "action": "Verify the session with the code that was sent, then read the card.",
    "sandbox": "Read the card of a pending session."
  },
  "payload_too_large": {
    "status": 413,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The request body is larger than 65536 bytes.",
    "action": "Send a smaller body.",
    "sandbox": "Send a body that is one byte longer."
  },
  "unsupported_media_type": {
    "status": 415,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The request body must be JSON in UTF-8.",
    "action": "Send JSON with the header Content-Type: application/json and no content coding.",
    "sandbox": "Send a body as text/plain."
  },
  "missing_last_name": {
    "status": 422,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "This provider requires the guest's last name.",
    "action": "Send guest.last_name.",
    "sandbox": "Create a booking at ven_family_name without guest.last_name."
  },
  "modify_unsupported": {
    "status": 422,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "This provider does not support modifying a booking.",
    "action": "Cancel the booking and create another.",
    "sandbox": "Modify a booking at ven_fixed_menu."
  },
  "modification_refused": {
    "status": 422,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The provider refused the modification. The booking is unchanged.",
    "action": "Search availability again and choose an offered slot and party size.",
    "sandbox": "Modify a booking at ven_firm_hand."
  },
  "invalid_code": {
    "status": 422,
    "stands_in": [
      "error_code",
      "booking"
    ],
    "retry": "never",
    "message": "The code is wrong.",
    "action": "Ask the person for the code again; on a failed booking, create another.",
    "sandbox": "Verify a session with a wrong code; on a booking, send 3 wrong codes at ven_code_house."
  },
  "session_expired": {
    "status": 422,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The session has expired.",
    "action": "Create a new session.",
    "sandbox": "Verify a session more than 10 minutes after it was created."
  },
  "too_many_attempts": {
    "status": 422,
    "stands_in": [
      "error_code"
    ],
    "retry": "never",
    "message": "The session has no attempts left.",
    "action": "Create a new session.",
    "sandbox": "Verify a session with 5 wrong codes, then once more."
  },
  "rate_limited": {
    "status": 429,
    "stands_in": [
      "error"
    ],
    "retry": "retry_after",
    "message": "The organization's request limit for this window is used up, too many of its requests are in progress, or too many sessions were created for one destination.",
    "action": "Wait for the time in the Retry-After header.",
    "sandbox": "Send requests with the key sk_test_sandbox_limited until one is refused, or create more than 3 sessions for one destination."
  },
  "internal_error": {
    "status": 500,
    "stands_in": [
      "error_code"
    ],
    "retry": "backoff",
    "effect": "unknown",
    "message": "The service failed unexpectedly.",
    "action": "Try again; repeat a create with the same Idempotency-Key. Quote request_id when you report the error.",
    "sandbox": "Search venues for \"sandbox internal error\"."
  },
  "search_failed": {
    "status": 502,
    "stands_in": [
      "error_code"
    ],
    "retry": "backoff",
    "message": "The provider failed the venue search.",
    "action": "Try again shortly.",
    "sandbox": "Search venues for \"sandbox search failed\"."
  },
  "availability_failed": {
    "status": 502,
    "stands_in": [
      "error_code"
    ],
    "retry": "backoff",
    "message": "The provider failed the availability search.",
    "action": "Try again shortly.",
    "sandbox": "Search the slots of ven_silent_phone."
  },
  "payment_setup_failed": {
    "status": 502,
    "stands_in": [
      "error_code"
    ],
    "retry": "backoff",
    "message": "The card service could not set up the payment. No booking was made.",
    "action": "If the slot has no price, create the booking without payment_collection. Otherwise try again shortly.",
    "sandbox": "Create a booking with payment_collection at ven_payment_setup."
  },
  "service_unavailable": {
    "status": 503,
    "stands_in": [
      "error_code"
    ],
    "retry": "retry_after",
    "effect": "unknown",
    "message": "The service is temporarily unavailable.",
    "action": "Try again after the time in the Retry-After header; repeat a create with the same Idempotency-Key.",
    "sandbox": "Create a booking at ven_cut_line."
  },
  "no_search_provider": {
    "status": 503,
    "stands_in": [
      "error_code"
    ],
    "retry": "retry_after",
    "message": "No provider with a venue search is available.",
    "action": "Try again later. If the error persists, contact the service's operator.",
    "sandbox": "Search venues for \"sandbox no provider\"."
  },
  "billing_check_unavailable": {
    "status": 503,
    "stands_in": [
      "error_code"
    ],
    "retry": "retry_after",
    "message": "Billing could not be checked.",
    "action": "Try again after the time in the Retry-After header.",
    "sandbox": "Use the key sk_test_sandbox_billing_down."
  },
  "entitlement_check_unavailable": {
    "status": 503,
    "stands_in": [
      "error_code"
    ],
    "retry": "retry_after",
    "message": "The plan's entitlement could not be checked.",
    "action": "Try again after the time in the Retry-After header.",
    "sandbox": "Use the key sk_test_sandbox_entitlement_down."
  },
  "vault_unavailable": {
    "status": 503,
    "stands_in": [
      "error_code"
    ],
    "retry": "retry_after",
    "message": "The card vault cannot be reached. No booking was made.",
    "action": "Try again after the time in the Retry-After header.",
    "sandbox": "Create a booking with payment_collection at ven_vault_down."
  },
  "payment_declined": {
    "stands_in": [
      "booking"
    ],
    "retry": "never",
    "message": "The payment was declined.",
    "action": "Ask the person for another way to pay and create another booking.",
    "sandbox": "Approve the payment of a booking at ven_payment_declined."
  },
  "payment_approval_expired": {
    "stands_in": [
      "booking"
    ],
    "retry": "never",
    "message": "The payment was not approved in time.",
    "action": "Create another booking and have the payment approved before it expires.",
    "sandbox": "Approve the payment of a booking at ven_approval_expired."
  },
  "payment_outcome_unknown": {
    "stands_in": [
      "booking"
    ],
    "retry": "never",
    "message": "The outcome of the payment at the card service is unknown.",
    "action": "Check with the card service before you create another booking.",
    "sandbox": "Approve the payment of a booking at ven_outcome_unknown."
  },
  "payment_replay_failed": {
    "stands_in": [
      "booking"
    ],
    "retry": "never",
    "message": "The approved payment could not be passed on to the provider.",
    "action": "Create another booking.",
    "sandbox": "Approve the payment of a booking at ven_replay_failed."
  },
  "card_declined": {
    "stands_in": [
      "booking"
    ],
    "retry": "never",
    "message": "The card was declined.",
    "action": "Ask the person for another card and create another booking.",
    "sandbox": "Approve the payment of a booking at ven_card_declined."
  },
  "provider_failed": {
    "stands_in": [
      "booking"
    ],
    "retry": "never",
    "message": "The provider did not accept the booking and gave no known reason.",
    "action": "Create another booking, perhaps with another slot or venue.",
    "sandbox": "Create a booking at ven_broken_bell."
  }
} as const;
