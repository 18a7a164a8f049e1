curl -sS "$BOOKING_BASE_URL/v1/sessions" \
  -H "Authorization: Bearer $BOOKING_API_KEY" \
  -H "Content-Type: application/json" \
  -d '{ "channel": "email", "destination": "ada@diner.test" }'
