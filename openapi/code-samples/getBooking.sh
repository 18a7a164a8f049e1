curl -sS "$BOOKING_URL/v1/bookings/$BOOKING_ID" \
  -H "Authorization: Bearer $BOOKING_API_KEY"
