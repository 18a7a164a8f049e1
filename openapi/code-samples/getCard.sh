curl -sS "$BOOKING_BASE_URL/v1/sessions/card" \
  -H "Authorization: Bearer $BOOKING_API_KEY"
