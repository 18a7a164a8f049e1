curl -sS "$BOOKING_BASE_URL/v1/availability/search" \
  -H "Authorization: Bearer $BOOKING_API_KEY" \
  -H "Content-Type: application/json" \
  -d '{
    "venue_id": "ven_harbour_table",
    "date": "'"$DAY"'",
    "party_size": 2
  }'
