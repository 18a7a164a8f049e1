curl -sS "$BOOKING_BASE_URL/v1/bookings/$BOOKING_ID" \
  -H "Authorization: Bearer $BOOKING_API_KEY"
