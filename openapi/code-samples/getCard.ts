import { createBookingClient } from '@booking-service/client';

const client = createBookingClient({
  apiKey: process.env['BOOKING_API_KEY'] ?? '',
  baseUrl: process.env['BOOKING_URL'] ?? '',
});

const card = await client.sessions.getLatestCard();
console.log(card.brand, card.last4);
