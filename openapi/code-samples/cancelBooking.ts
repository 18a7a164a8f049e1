import { createBookingClient } from '@booking-service/client';

const client = createBookingClient(); // reads BOOKING_API_KEY and BOOKING_BASE_URL

const booking = await client.bookings.cancel(process.env['BOOKING_ID'] ?? '');
console.log(booking.status);
