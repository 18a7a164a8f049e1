// Written from openapi/admin/paths/. Edit that, then run: npm run generate

export const adminFilters = {
  "listOrganizationRequests": [
    {
      "name": "status",
      "kind": "text"
    },
    {
      "name": "status_class",
      "kind": "word",
      "values": [
        "2xx",
        "4xx",
        "5xx"
      ]
    },
    {
      "name": "operation",
      "kind": "text",
      "maxLength": 60
    },
    {
      "name": "error_code",
      "kind": "text",
      "maxLength": 60
    },
    {
      "name": "idempotency_key",
      "kind": "text",
      "maxLength": 255
    },
    {
      "name": "key_id",
      "kind": "text",
      "maxLength": 100
    },
    {
      "name": "mode",
      "kind": "word",
      "values": [
        "test",
        "live"
      ]
    },
    {
      "name": "created_from",
      "kind": "time"
    },
    {
      "name": "created_before",
      "kind": "time"
    }
  ],
  "listAuditEntries": [
    {
      "name": "action",
      "kind": "text",
      "maxLength": 100
    },
    {
      "name": "target",
      "kind": "text",
      "maxLength": 100
    }
  ],
  "listDeliveries": [
    {
      "name": "state",
      "kind": "word",
      "values": [
        "pending",
        "succeeded",
        "abandoned"
      ]
    },
    {
      "name": "event_type",
      "kind": "word",
      "values": [
        "booking.created",
        "booking.requires_action",
        "booking.processing",
        "booking.confirmed",
        "booking.failed",
        "booking.cancelled",
        "booking.modified"
      ]
    },
    {
      "name": "status_class",
      "kind": "word",
      "values": [
        "none",
        "2xx",
        "3xx",
        "4xx",
        "5xx",
        "other",
        "no_response"
      ]
    },
    {
      "name": "booking_id",
      "kind": "text",
      "maxLength": 100
    },
    {
      "name": "created_from",
      "kind": "time"
    },
    {
      "name": "created_before",
      "kind": "time"
    }
  ],
  "listOrganizationBookings": [
    {
      "name": "status",
      "kind": "word",
      "values": [
        "processing",
        "requires_action",
        "confirmed",
        "failed",
        "cancelled",
        "expired"
      ]
    },
    {
      "name": "mode",
      "kind": "word",
      "values": [
        "test",
        "live"
      ]
    },
    {
      "name": "provider",
      "kind": "text",
      "maxLength": 60
    },
    {
      "name": "starts_from",
      "kind": "time"
    },
    {
      "name": "starts_before",
      "kind": "time"
    },
    {
      "name": "created_from",
      "kind": "time"
    },
    {
      "name": "created_before",
      "kind": "time"
    }
  ],
  "listPayments": [
    {
      "name": "status",
      "kind": "word",
      "values": [
        "requires_approval",
        "authorized",
        "captured",
        "voided",
        "refunded",
        "unknown"
      ]
    },
    {
      "name": "unsettled",
      "kind": "word",
      "values": [
        "true",
        "false"
      ]
    }
  ],
  "listFailedRequests": [
    {
      "name": "created_from",
      "kind": "time"
    },
    {
      "name": "created_before",
      "kind": "time"
    }
  ],
  "listAllAuditEntries": [
    {
      "name": "action",
      "kind": "text",
      "maxLength": 100
    },
    {
      "name": "target",
      "kind": "text",
      "maxLength": 100
    }
  ]
} as const;
