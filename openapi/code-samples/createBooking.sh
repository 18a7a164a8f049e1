# SLOT_ID: from the availability search
curl -sS "$BOOKING_BASE_URL/v1/bookings" \
  -H "Authorization: Bearer $BOOKING_API_KEY" \
  -H "Idempotency-Key: $SLOT_ID-curl" \
  -H "Content-Type: application/json" \
  -d '{
    "venue_id": "ven_harbour_table",
    "slot_id": "'"$SLOT_ID"'",
    "party_size": 2,
    "guest": { "first_name": "Ada", "email": "ada@diner.test" }
  }'
