curl -sS "$BOOKING_URL/v1/sessions/card" \
  -H "Authorization: Bearer $BOOKING_API_KEY"
