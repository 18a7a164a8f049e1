// Written from openapi/paths/. Edit that, then run: npm run generate

export const operationTable = {
  "searchVenues": {
    "method": "post",
    "path": "/v1/venues/search",
    "metered": true,
    "scope": "venues:read",
    "live_key": false,
    "test_allowance": true,
    "billing": true,
    "repeatable": true,
    "body": "required",
    "successes": [
      200
    ],
    "errors": {
      "400": [
        "invalid_request"
      ],
      "401": [
        "unauthorized"
      ],
      "402": [
        "billing_required",
        "free_tier_exhausted"
      ],
      "403": [
        "org_suspended",
        "wrong_key_environment",
        "insufficient_scope"
      ],
      "413": [
        "payload_too_large"
      ],
      "415": [
        "unsupported_media_type"
      ],
      "429": [
        "rate_limited"
      ],
      "500": [
        "internal_error"
      ],
      "502": [
        "search_failed"
      ],
      "503": [
        "service_unavailable",
        "no_search_provider",
        "billing_check_unavailable",
        "entitlement_check_unavailable"
      ]
    }
  },
  "searchAvailability": {
    "method": "post",
    "path": "/v1/availability/search",
    "metered": true,
    "scope": "availability:read",
    "live_key": false,
    "test_allowance": true,
    "billing": true,
    "repeatable": true,
    "body": "required",
    "successes": [
      200
    ],
    "errors": {
      "400": [
        "invalid_request"
      ],
      "401": [
        "unauthorized"
      ],
      "402": [
        "billing_required",
        "free_tier_exhausted"
      ],
      "403": [
        "org_suspended",
        "wrong_key_environment",
        "insufficient_scope"
      ],
      "404": [
        "not_found"
      ],
      "413": [
        "payload_too_large"
      ],
      "415": [
        "unsupported_media_type"
      ],
      "429": [
        "rate_limited"
      ],
      "500": [
        "internal_error"
      ],
      "502": [
        "availability_failed"
      ],
      "503": [
        "service_unavailable",
        "billing_check_unavailable",
        "entitlement_check_unavailable"
      ]
    }
  },
  "listBookings": {
    "method": "get",
    "path": "/v1/bookings",
    "metered": false,
    "reads": {
      "rows": "page",
      "compared": [
        "metadata"
      ]
    },
    "scope": "bookings:read",
    "live_key": false,
    "test_allowance": false,
    "billing": false,
    "repeatable": true,
    "body": "none",
    "successes": [
      200
    ],
    "errors": {
      "400": [
        "invalid_request"
      ],
      "401": [
        "unauthorized"
      ],
      "403": [
        "org_suspended",
        "wrong_key_environment",
        "insufficient_scope"
      ],
      "429": [
        "rate_limited"
      ],
      "500": [
        "internal_error"
      ],
      "503": [
        "service_unavailable"
      ]
    }
  },
  "createBooking": {
    "method": "post",
    "path": "/v1/bookings",
    "metered": true,
    "scope": "bookings:write",
    "live_key": false,
    "test_allowance": true,
    "billing": true,
    "repeatable": true,
    "body": "required",
    "successes": [
      200,
      201
    ],
    "errors": {
      "400": [
        "invalid_request"
      ],
      "401": [
        "unauthorized"
      ],
      "402": [
        "billing_required",
        "free_tier_exhausted"
      ],
      "403": [
        "org_suspended",
        "wrong_key_environment",
        "insufficient_scope",
        "cardservice_disabled"
      ],
      "409": [
        "slot_not_offered"
      ],
      "413": [
        "payload_too_large"
      ],
      "415": [
        "unsupported_media_type"
      ],
      "422": [
        "missing_last_name"
      ],
      "429": [
        "rate_limited"
      ],
      "500": [
        "internal_error"
      ],
      "502": [
        "payment_setup_failed"
      ],
      "503": [
        "service_unavailable",
        "vault_unavailable",
        "billing_check_unavailable",
        "entitlement_check_unavailable"
      ]
    }
  },
  "getBooking": {
    "method": "get",
    "path": "/v1/bookings/{id}",
    "metered": true,
    "scope": "bookings:read",
    "live_key": false,
    "test_allowance": false,
    "billing": false,
    "repeatable": true,
    "body": "none",
    "successes": [
      200
    ],
    "errors": {
      "400": [
        "invalid_request"
      ],
      "401": [
        "unauthorized"
      ],
      "403": [
        "org_suspended",
        "wrong_key_environment",
        "insufficient_scope"
      ],
      "404": [
        "not_found"
      ],
      "429": [
        "rate_limited"
      ],
      "500": [
        "internal_error"
      ],
      "503": [
        "service_unavailable"
      ]
    }
  },
  "continueBooking": {
    "method": "post",
    "path": "/v1/bookings/{id}/continue",
    "metered": true,
    "scope": "bookings:write",
    "live_key": false,
    "test_allowance": true,
    "billing": true,
    "repeatable": false,
    "body": "required",
    "successes": [
      200
    ],
    "errors": {
      "400": [
        "invalid_request"
      ],
      "401": [
        "unauthorized"
      ],
      "402": [
        "billing_required",
        "free_tier_exhausted"
      ],
      "403": [
        "org_suspended",
        "wrong_key_environment",
        "insufficient_scope"
      ],
      "404": [
        "not_found"
      ],
      "409": [
        "invalid_state"
      ],
      "413": [
        "payload_too_large"
      ],
      "415": [
        "unsupported_media_type"
      ],
      "429": [
        "rate_limited"
      ],
      "500": [
        "internal_error"
      ],
      "503": [
        "service_unavailable",
        "billing_check_unavailable",
        "entitlement_check_unavailable"
      ]
    }
  },
  "cancelBooking": {
    "method": "post",
    "path": "/v1/bookings/{id}/cancel",
    "metered": true,
    "scope": "bookings:write",
    "live_key": false,
    "test_allowance": true,
    "billing": true,
    "repeatable": false,
    "body": "optional",
    "successes": [
      200
    ],
    "errors": {
      "400": [
        "invalid_request"
      ],
      "401": [
        "unauthorized"
      ],
      "402": [
        "billing_required",
        "free_tier_exhausted"
      ],
      "403": [
        "org_suspended",
        "wrong_key_environment",
        "insufficient_scope"
      ],
      "404": [
        "not_found"
      ],
      "409": [
        "invalid_state"
      ],
      "413": [
        "payload_too_large"
      ],
      "415": [
        "unsupported_media_type"
      ],
      "429": [
        "rate_limited"
      ],
      "500": [
        "internal_error"
      ],
      "503": [
        "service_unavailable",
        "billing_check_unavailable",
        "entitlement_check_unavailable"
      ]
    }
  },
  "modifyBooking": {
    "method": "post",
    "path": "/v1/bookings/{id}/modify",
    "metered": true,
    "scope": "bookings:write",
    "live_key": false,
    "test_allowance": true,
    "billing": true,
    "repeatable": true,
    "body": "required",
    "successes": [
      200
    ],
    "errors": {
      "400": [
        "invalid_request"
      ],
      "401": [
        "unauthorized"
      ],
      "402": [
        "billing_required",
        "free_tier_exhausted"
      ],
      "403": [
        "org_suspended",
        "wrong_key_environment",
        "insufficient_scope"
      ],
      "404": [
        "not_found"
      ],
      "409": [
        "invalid_state"
      ],
      "413": [
        "payload_too_large"
      ],
      "415": [
        "unsupported_media_type"
      ],
      "422": [
        "modify_unsupported",
        "modification_refused"
      ],
      "429": [
        "rate_limited"
      ],
      "500": [
        "internal_error"
      ],
      "503": [
        "service_unavailable",
        "billing_check_unavailable",
        "entitlement_check_unavailable"
      ]
    }
  },
  "createSession": {
    "method": "post",
    "path": "/v1/sessions",
    "metered": true,
    "scope": "sessions:write",
    "live_key": true,
    "test_allowance": false,
    "billing": true,
    "repeatable": false,
    "body": "required",
    "successes": [
      201
    ],
    "errors": {
      "400": [
        "invalid_request"
      ],
      "401": [
        "unauthorized"
      ],
      "402": [
        "billing_required"
      ],
      "403": [
        "org_suspended",
        "wrong_key_environment",
        "live_key_required",
        "insufficient_scope",
        "cardservice_disabled"
      ],
      "413": [
        "payload_too_large"
      ],
      "415": [
        "unsupported_media_type"
      ],
      "429": [
        "rate_limited"
      ],
      "500": [
        "internal_error"
      ],
      "503": [
        "service_unavailable",
        "billing_check_unavailable",
        "entitlement_check_unavailable"
      ]
    }
  },
  "verifySession": {
    "method": "post",
    "path": "/v1/sessions/{id}/verify",
    "metered": true,
    "scope": "sessions:write",
    "live_key": true,
    "test_allowance": false,
    "billing": true,
    "repeatable": false,
    "body": "required",
    "successes": [
      200
    ],
    "errors": {
      "400": [
        "invalid_request"
      ],
      "401": [
        "unauthorized"
      ],
      "402": [
        "billing_required"
      ],
      "403": [
        "org_suspended",
        "wrong_key_environment",
        "live_key_required",
        "insufficient_scope",
        "cardservice_disabled"
      ],
      "404": [
        "not_found"
      ],
      "413": [
        "payload_too_large"
      ],
      "415": [
        "unsupported_media_type"
      ],
      "422": [
        "invalid_code",
        "session_expired",
        "too_many_attempts"
      ],
      "429": [
        "rate_limited"
      ],
      "500": [
        "internal_error"
      ],
      "503": [
        "service_unavailable",
        "billing_check_unavailable",
        "entitlement_check_unavailable"
      ]
    }
  },
  "getSessionCard": {
    "method": "get",
    "path": "/v1/sessions/{id}/card",
    "metered": true,
    "scope": "cards:read",
    "live_key": true,
    "test_allowance": false,
    "billing": true,
    "repeatable": true,
    "body": "none",
    "successes": [
      200
    ],
    "errors": {
      "400": [
        "invalid_request"
      ],
      "401": [
        "unauthorized"
      ],
      "402": [
        "billing_required"
      ],
      "403": [
        "org_suspended",
        "wrong_key_environment",
        "live_key_required",
        "insufficient_scope",
        "cardservice_disabled"
      ],
      "404": [
        "not_found"
      ],
      "409": [
        "session_not_verified",
        "reconnect_required"
      ],
      "429": [
        "rate_limited"
      ],
      "500": [
        "internal_error"
      ],
      "503": [
        "service_unavailable",
        "billing_check_unavailable",
        "entitlement_check_unavailable"
      ]
    }
  },
  "getCard": {
    "method": "get",
    "path": "/v1/sessions/card",
    "metered": true,
    "scope": "cards:read",
    "live_key": true,
    "test_allowance": false,
    "billing": true,
    "repeatable": true,
    "body": "none",
    "successes": [
      200
    ],
    "errors": {
      "400": [
        "invalid_request"
      ],
      "401": [
        "unauthorized"
      ],
      "402": [
        "billing_required"
      ],
      "403": [
        "org_suspended",
        "wrong_key_environment",
        "live_key_required",
        "insufficient_scope",
        "cardservice_disabled"
      ],
      "404": [
        "not_found"
      ],
      "409": [
        "reconnect_required"
      ],
      "429": [
        "rate_limited"
      ],
      "500": [
        "internal_error"
      ],
      "503": [
        "service_unavailable",
        "billing_check_unavailable",
        "entitlement_check_unavailable"
      ]
    }
  },
  "listEvents": {
    "method": "get",
    "path": "/v1/events",
    "metered": false,
    "reads": {
      "rows": "page"
    },
    "scope": "bookings:read",
    "live_key": false,
    "test_allowance": false,
    "billing": false,
    "repeatable": true,
    "body": "none",
    "successes": [
      200
    ],
    "errors": {
      "400": [
        "invalid_request"
      ],
      "401": [
        "unauthorized"
      ],
      "403": [
        "org_suspended",
        "wrong_key_environment",
        "insufficient_scope"
      ],
      "429": [
        "rate_limited"
      ],
      "500": [
        "internal_error"
      ],
      "503": [
        "service_unavailable"
      ]
    }
  },
  "getEvent": {
    "method": "get",
    "path": "/v1/events/{id}",
    "metered": false,
    "reads": {
      "rows": 1
    },
    "scope": "bookings:read",
    "live_key": false,
    "test_allowance": false,
    "billing": false,
    "repeatable": true,
    "body": "none",
    "successes": [
      200
    ],
    "errors": {
      "400": [
        "invalid_request"
      ],
      "401": [
        "unauthorized"
      ],
      "403": [
        "org_suspended",
        "wrong_key_environment",
        "insufficient_scope"
      ],
      "404": [
        "not_found"
      ],
      "429": [
        "rate_limited"
      ],
      "500": [
        "internal_error"
      ],
      "503": [
        "service_unavailable"
      ]
    }
  },
  "listRequests": {
    "method": "get",
    "path": "/v1/requests",
    "metered": false,
    "reads": {
      "rows": "page",
      "compared": [
        "status",
        "status_class",
        "operation",
        "error_code"
      ]
    },
    "scope": "bookings:read",
    "live_key": false,
    "test_allowance": false,
    "billing": false,
    "repeatable": true,
    "body": "none",
    "successes": [
      200
    ],
    "errors": {
      "400": [
        "invalid_request"
      ],
      "401": [
        "unauthorized"
      ],
      "403": [
        "org_suspended",
        "wrong_key_environment",
        "insufficient_scope"
      ],
      "429": [
        "rate_limited"
      ],
      "500": [
        "internal_error"
      ],
      "503": [
        "service_unavailable"
      ]
    }
  },
  "getRequest": {
    "method": "get",
    "path": "/v1/requests/{id}",
    "metered": false,
    "reads": {
      "rows": 1
    },
    "scope": "bookings:read",
    "live_key": false,
    "test_allowance": false,
    "billing": false,
    "repeatable": true,
    "body": "none",
    "successes": [
      200
    ],
    "errors": {
      "400": [
        "invalid_request"
      ],
      "401": [
        "unauthorized"
      ],
      "403": [
        "org_suspended",
        "wrong_key_environment",
        "insufficient_scope"
      ],
      "404": [
        "not_found"
      ],
      "429": [
        "rate_limited"
      ],
      "500": [
        "internal_error"
      ],
      "503": [
        "service_unavailable"
      ]
    }
  }
} as const;
