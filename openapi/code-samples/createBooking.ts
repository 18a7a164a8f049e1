import { createBookingClient } from '@booking-service/client';

const client = createBookingClient(); // reads BOOKING_API_KEY and BOOKING_BASE_URL

const slot_id = process.env['SLOT_ID'] ?? ''; // from the availability search
const booking = await client.bookings.create(
  {
    venue_id: 'ven_harbour_table',
    slot_id,
    party_size: 2,
    guest: { first_name: 'Ada', email: 'ada@diner.test' },
  },
  { idempotencyKey: `${slot_id}-typescript` },
);
console.log(booking.id, booking.status);
