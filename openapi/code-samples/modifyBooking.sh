curl -sS "$BOOKING_BASE_URL/v1/bookings/$BOOKING_ID/modify" \
  -H "Authorization: Bearer $BOOKING_API_KEY" \
  -H "Content-Type: application/json" \
  -d '{ "party_size": 4 }'
