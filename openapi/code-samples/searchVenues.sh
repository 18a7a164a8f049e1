curl -sS "$BOOKING_BASE_URL/v1/venues/search" \
  -H "Authorization: Bearer $BOOKING_API_KEY" \
  -H "Content-Type: application/json" \
  -d '{ "city": "Lisbon" }'
