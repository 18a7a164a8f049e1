curl -sS "$BOOKING_URL/v1/sessions" \
  -H "Authorization: Bearer $BOOKING_API_KEY" \
  -H "Content-Type: application/json" \
  -d '{ "channel": "email", "destination": "ada@diner.test" }'
