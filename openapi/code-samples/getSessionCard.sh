curl -sS "$BOOKING_BASE_URL/v1/sessions/$SESSION_ID/card" \
  -H "Authorization: Bearer $BOOKING_API_KEY"
