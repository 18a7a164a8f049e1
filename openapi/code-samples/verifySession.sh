curl -sS "$BOOKING_BASE_URL/v1/sessions/$SESSION_ID/verify" \
  -H "Authorization: Bearer $BOOKING_API_KEY" \
  -H "Content-Type: application/json" \
  -d '{ "code": "424242" }'
