import { createBookingClient } from '@booking-service/client';

const client = createBookingClient({
  apiKey: process.env['BOOKING_API_KEY'] ?? '',
  baseUrl: process.env['BOOKING_URL'] ?? '',
});

const booking = await client.bookings.get(process.env['BOOKING_ID'] ?? '');
console.log(booking.status, booking.confirmation_code);
