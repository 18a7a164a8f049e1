import { createBookingClient } from '@booking-service/client';

const client = createBookingClient(); // reads BOOKING_API_KEY and BOOKING_BASE_URL

const booking = await client.bookings.modify(process.env['BOOKING_ID'] ?? '', { party_size: 4 });
console.log(booking.status, booking.party_size);
