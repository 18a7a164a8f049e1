import { createBookingClient } from '@booking-service/client';

const client = createBookingClient(); // reads BOOKING_API_KEY and BOOKING_BASE_URL

const search = { venue_id: 'ven_harbour_table', date: process.env['DAY'] ?? '', party_size: 2 };
for await (const slot of client.availability.search(search)) {
  console.log(slot.id, slot.starts_at);
}
