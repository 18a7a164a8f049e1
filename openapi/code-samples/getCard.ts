import { createBookingClient } from '@booking-service/client';

const client = createBookingClient(); // reads BOOKING_API_KEY and BOOKING_BASE_URL

const card = await client.sessions.getLatestCard();
console.log(card.brand, card.last4);
