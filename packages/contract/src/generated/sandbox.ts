// Written from openapi/behavior/sandbox.yaml. Edit that, then run: npm run generate

export const sandbox = {
  "provider": "sandbox",
  "venue_id_prefix": "ven_",
  "opening_hours_utc": [
    11,
    12,
    13,
    18,
    19,
    20,
    21
  ],
  "slot_minutes": 90,
  "price": {
    "amount": 2500,
    "currency": "EUR",
    "per": "person"
  },
  "days_ahead": 60,
  "provider_seconds": 2,
  "code": "424242",
  "max_wrong_codes": 3,
  "payment_url": "https://pay.sandbox.test/approve/",
  "dropped_destination": "dropped@card.test",
  "webhook_late_seconds": 60,
  "faulty_attempts": 1,
  "search_queries": {
    "sandbox search failed": "search_failed",
    "sandbox no provider": "no_search_provider",
    "sandbox internal error": "internal_error"
  },
  "public_key_prefix": "sandbox_",
  "organizations": [
    {
      "name": "suspended",
      "suspended": true,
      "meaning": "Suspended."
    },
    {
      "name": "limited",
      "rate_limit": 1,
      "meaning": "Metered requests per window: 1."
    },
    {
      "name": "used_up",
      "test_allowance": 0,
      "meaning": "The test allowance is used up."
    },
    {
      "name": "no_scopes",
      "scopes": [],
      "meaning": "Its keys have no scopes."
    },
    {
      "name": "unbilled",
      "billing": "refused",
      "meaning": "The billing check refuses it."
    },
    {
      "name": "billing_down",
      "billing": "unavailable",
      "meaning": "The billing check is unavailable for it."
    },
    {
      "name": "unentitled",
      "entitlement": "refused",
      "meaning": "Its plan does not allow the request."
    },
    {
      "name": "entitlement_down",
      "entitlement": "unavailable",
      "meaning": "The entitlement check is unavailable for it."
    }
  ],
  "venues": [
    {
      "id": "ven_harbour_table",
      "name": "Harbour Table",
      "city": "Lisbon",
      "country": "PT",
      "ends": "confirmed",
      "meaning": "Confirms after 2 seconds."
    },
    {
      "id": "ven_express_counter",
      "name": "Express Counter",
      "city": "Lisbon",
      "country": "PT",
      "at_once": true,
      "ends": "confirmed",
      "meaning": "Confirms in the response to the create."
    },
    {
      "id": "ven_closed_kitchen",
      "name": "Closed Kitchen",
      "city": "Lisbon",
      "country": "PT",
      "at_once": true,
      "ends": "failed",
      "error_code": "provider_failed",
      "meaning": "Fails in the response to the create."
    },
    {
      "id": "ven_code_house",
      "name": "Code House",
      "city": "Porto",
      "country": "PT",
      "asks": "enter_code",
      "ends": "confirmed",
      "meaning": "Requires a code first."
    },
    {
      "id": "ven_last_seat",
      "name": "The Last Seat",
      "city": "Porto",
      "country": "PT",
      "ends": "failed",
      "error_code": "slot_not_offered",
      "meaning": "The slot is no longer offered when the provider books it."
    },
    {
      "id": "ven_broken_bell",
      "name": "The Broken Bell",
      "city": "Porto",
      "country": "PT",
      "ends": "failed",
      "error_code": "provider_failed",
      "meaning": "The provider fails the booking."
    },
    {
      "id": "ven_family_name",
      "name": "Family Name",
      "city": "Porto",
      "country": "PT",
      "needs_last_name": true,
      "ends": "confirmed",
      "meaning": "Refuses a create without guest.last_name."
    },
    {
      "id": "ven_fully_booked",
      "name": "Fully Booked",
      "city": "Madrid",
      "country": "ES",
      "offers_slots": false,
      "ends": "confirmed",
      "meaning": "Offers no slots."
    },
    {
      "id": "ven_silent_phone",
      "name": "The Silent Phone",
      "city": "Madrid",
      "country": "ES",
      "availability_error": "availability_failed",
      "ends": "confirmed",
      "meaning": "Its availability search fails."
    },
    {
      "id": "ven_no_card_service",
      "name": "No Card Service",
      "city": "Madrid",
      "country": "ES",
      "payment_refusal": "cardservice_disabled",
      "ends": "confirmed",
      "meaning": "Refuses an externally collected payment."
    },
    {
      "id": "ven_vault_down",
      "name": "The Closed Vault",
      "city": "Madrid",
      "country": "ES",
      "payment_refusal": "vault_unavailable",
      "ends": "confirmed",
      "meaning": "The vault is unavailable when an external payment is set up."
    },
    {
      "id": "ven_payment_setup",
      "name": "The Stuck Till",
      "city": "Madrid",
      "country": "ES",
      "payment_refusal": "payment_setup_failed",
      "ends": "confirmed",
      "meaning": "An external payment cannot be set up."
    },
    {
      "id": "ven_payment_declined",
      "name": "The Declined Payment",
      "city": "Vienna",
      "country": "AT",
      "payment_error": "payment_declined",
      "ends": "confirmed",
      "meaning": "The external payment is declined."
    },
    {
      "id": "ven_slow_wallet",
      "name": "The Slow Wallet",
      "city": "Vienna",
      "country": "AT",
      "approval_seconds": 60,
      "ends": "confirmed",
      "meaning": "The person approves the external payment 1 minute after the create."
    },
    {
      "id": "ven_half_back",
      "name": "The Half Back",
      "city": "Vienna",
      "country": "AT",
      "at_once": true,
      "refund_percent": 50,
      "ends": "confirmed",
      "meaning": "Returns 50 % of the price when a confirmed booking is cancelled."
    },
    {
      "id": "ven_approval_expired",
      "name": "The Late Approval",
      "city": "Vienna",
      "country": "AT",
      "payment_error": "payment_approval_expired",
      "ends": "confirmed",
      "meaning": "The external payment is approved too late."
    },
    {
      "id": "ven_outcome_unknown",
      "name": "The Lost Receipt",
      "city": "Vienna",
      "country": "AT",
      "payment_error": "payment_outcome_unknown",
      "ends": "confirmed",
      "meaning": "The outcome of the external payment stays unknown."
    },
    {
      "id": "ven_replay_failed",
      "name": "The Failed Replay",
      "city": "Vienna",
      "country": "AT",
      "payment_error": "payment_replay_failed",
      "ends": "confirmed",
      "meaning": "The approved payment cannot be passed on to the provider."
    },
    {
      "id": "ven_card_declined",
      "name": "The Declined Card",
      "city": "Vienna",
      "country": "AT",
      "payment_error": "card_declined",
      "ends": "confirmed",
      "meaning": "The card is declined."
    },
    {
      "id": "ven_fixed_menu",
      "name": "The Fixed Menu",
      "city": "Madrid",
      "country": "ES",
      "at_once": true,
      "modification": "unsupported",
      "ends": "confirmed",
      "meaning": "Does not support modifying a booking."
    },
    {
      "id": "ven_firm_hand",
      "name": "The Firm Hand",
      "city": "Madrid",
      "country": "ES",
      "at_once": true,
      "modification": "refused",
      "ends": "confirmed",
      "meaning": "Refuses every modification."
    },
    {
      "id": "ven_short_patience",
      "name": "Short Patience",
      "city": "Porto",
      "country": "PT",
      "asks": "enter_code",
      "holds_seconds": 300,
      "ends": "confirmed",
      "meaning": "Requires a code, and fails the booking if none arrives within 5 minutes."
    },
    {
      "id": "ven_slow_service",
      "name": "Slow Service",
      "city": "Vienna",
      "country": "AT",
      "provider_seconds": 90,
      "ends": "confirmed",
      "meaning": "Confirms after 90 seconds."
    },
    {
      "id": "ven_cut_line",
      "name": "The Cut Line",
      "city": "Vienna",
      "country": "AT",
      "fault": "unreachable",
      "ends": "confirmed",
      "meaning": "Cannot be reached when a booking is created."
    },
    {
      "id": "ven_long_ring",
      "name": "The Long Ring",
      "city": "Vienna",
      "country": "AT",
      "fault": "timeout",
      "ends": "confirmed",
      "meaning": "The first call to the provider times out. The next call confirms."
    },
    {
      "id": "ven_lost_answer",
      "name": "The Lost Answer",
      "city": "Vienna",
      "country": "AT",
      "fault": "answer_lost",
      "ends": "confirmed",
      "meaning": "Accepts the booking but responds with a server error. The next call confirms the same booking."
    },
    {
      "id": "ven_echo",
      "name": "The Echo",
      "city": "Vienna",
      "country": "AT",
      "fault": "webhook_twice",
      "ends": "confirmed",
      "meaning": "Each of its webhooks is sent twice."
    },
    {
      "id": "ven_late_letter",
      "name": "The Late Letter",
      "city": "Vienna",
      "country": "AT",
      "fault": "webhook_late",
      "ends": "confirmed",
      "meaning": "Its booking.created is sent after the later events."
    },
    {
      "id": "ven_whole_room",
      "name": "The Whole Room",
      "city": "Porto",
      "country": "PT",
      "price": {
        "amount": 18000,
        "currency": "EUR",
        "per": "booking"
      },
      "ends": "confirmed",
      "meaning": "Has one price for the whole party."
    },
    {
      "id": "ven_ticket_hall",
      "name": "The Ticket Hall",
      "city": "Vienna",
      "country": "AT",
      "at_once": true,
      "tickets": true,
      "ends": "confirmed",
      "meaning": "Confirms in the response to the create, with a ticket for each guest."
    },
    {
      "id": "ven_family_park",
      "name": "The Family Park",
      "city": "Vienna",
      "country": "AT",
      "at_once": true,
      "tickets": true,
      "units": [
        {
          "unit": "adult",
          "label": "Adult",
          "min_age": 13,
          "price": {
            "amount": 2500,
            "currency": "EUR"
          }
        },
        {
          "unit": "child",
          "label": "Child",
          "min_age": 4,
          "max_age": 12,
          "price": {
            "amount": 1200,
            "currency": "EUR"
          }
        },
        {
          "unit": "infant",
          "label": "Infant",
          "max_age": 3,
          "price": {
            "amount": 0,
            "currency": "EUR"
          }
        }
      ],
      "ends": "confirmed",
      "meaning": "Has a price for adults, children and infants. Send them as party."
    },
    {
      "id": "ven_pickup_tour",
      "name": "The Pickup Tour",
      "city": "Vienna",
      "country": "AT",
      "at_once": true,
      "asks": "answer_questions",
      "questions": [
        {
          "id": "pickup",
          "label": "Where should we pick you up?",
          "type": "choice",
          "required": true,
          "options": [
            {
              "value": "central_station",
              "label": "Central station, 08:40"
            },
            {
              "value": "opera",
              "label": "Opera, 09:00"
            }
          ]
        },
        {
          "id": "diet",
          "label": "Does anyone have a special diet?",
          "type": "text",
          "required": false
        }
      ],
      "ends": "confirmed",
      "meaning": "Asks where to pick the guests up, and about their diet."
    },
    {
      "id": "ven_late_fee",
      "name": "The Late Fee",
      "city": "Vienna",
      "country": "AT",
      "at_once": true,
      "cancellation": {
        "free_hours": 24,
        "late_refund_percent": 30
      },
      "ends": "confirmed",
      "meaning": "Returns everything until 24 hours before the slot, and 30 % of the price later."
    },
    {
      "id": "ven_open_bill",
      "name": "The Open Bill",
      "city": "Porto",
      "country": "PT",
      "price": "none",
      "ends": "confirmed",
      "meaning": "Has no price, so an external payment cannot be set up."
    }
  ]
} as const;
