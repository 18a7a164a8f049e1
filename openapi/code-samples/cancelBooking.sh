curl -sS -X POST "$BOOKING_BASE_URL/v1/bookings/$BOOKING_ID/cancel" \
  -H "Authorization: Bearer $BOOKING_API_KEY"
