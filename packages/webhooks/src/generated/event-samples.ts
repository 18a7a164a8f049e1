// Written from openapi/webhooks/. Edit that, then run: npm run generate

export const eventSamples = {
  "booking.created": {
    "id": "evt_5f0c1f2e3d4b4a5968778695a4b3c2d1",
    "type": "booking.created",
    "created": "2026-11-21T09:30:02.000Z",
    "data": {
      "object": {
        "id": "bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1",
        "object": "booking",
        "status": "processing",
        "provider": "sandbox"
      }
    }
  },
  "booking.requires_action": {
    "id": "evt_5f0c1f2e3d4b4a5968778695a4b3c2d1",
    "type": "booking.requires_action",
    "created": "2026-11-21T09:30:02.000Z",
    "data": {
      "object": {
        "id": "bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1",
        "object": "booking",
        "status": "requires_action",
        "provider": "sandbox",
        "next_action": {
          "type": "enter_code",
          "channel": "email",
          "destination": "a***@diner.test",
          "expires_at": "2026-11-21T09:50:02.000Z"
        }
      }
    }
  },
  "booking.processing": {
    "id": "evt_5f0c1f2e3d4b4a5968778695a4b3c2d1",
    "type": "booking.processing",
    "created": "2026-11-21T09:30:02.000Z",
    "data": {
      "object": {
        "id": "bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1",
        "object": "booking",
        "status": "processing",
        "provider": "sandbox"
      }
    }
  },
  "booking.confirmed": {
    "id": "evt_5f0c1f2e3d4b4a5968778695a4b3c2d1",
    "type": "booking.confirmed",
    "created": "2026-11-21T09:30:02.000Z",
    "data": {
      "object": {
        "id": "bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1",
        "object": "booking",
        "status": "confirmed",
        "provider": "sandbox"
      }
    }
  },
  "booking.failed": {
    "id": "evt_5f0c1f2e3d4b4a5968778695a4b3c2d1",
    "type": "booking.failed",
    "created": "2026-11-21T09:30:02.000Z",
    "data": {
      "object": {
        "id": "bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1",
        "object": "booking",
        "status": "failed",
        "provider": "sandbox",
        "error_code": "slot_not_offered",
        "error_message": "The provider does not offer this slot, or no longer does."
      }
    }
  },
  "booking.cancelled": {
    "id": "evt_5f0c1f2e3d4b4a5968778695a4b3c2d1",
    "type": "booking.cancelled",
    "created": "2026-11-21T09:30:02.000Z",
    "data": {
      "object": {
        "id": "bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1",
        "object": "booking",
        "status": "cancelled",
        "provider": "sandbox"
      }
    }
  },
  "booking.modified": {
    "id": "evt_5f0c1f2e3d4b4a5968778695a4b3c2d1",
    "type": "booking.modified",
    "created": "2026-11-21T09:30:02.000Z",
    "data": {
      "object": {
        "id": "bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1",
        "object": "booking",
        "status": "confirmed",
        "provider": "sandbox",
        "last_modification": {
          "modified_at": "2026-11-21T09:30:02.000Z",
          "changes": {
            "party_size": 4
          }
        }
      }
    }
  }
} as const;

export const headerSamples = {} as const;
