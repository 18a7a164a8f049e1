# the type is that of next_action
curl -sS "$BOOKING_BASE_URL/v1/bookings/$BOOKING_ID/continue" \
  -H "Authorization: Bearer $BOOKING_API_KEY" \
  -H "Content-Type: application/json" \
  -d '{ "type": "enter_code", "code": "424242" }'
