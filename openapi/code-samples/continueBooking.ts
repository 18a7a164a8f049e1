import { createBookingClient } from '@booking-service/client';

const client = createBookingClient(); // reads BOOKING_API_KEY and BOOKING_BASE_URL

const booking = await client.bookings.continue(process.env['BOOKING_ID'] ?? '', {
  type: 'enter_code', // the value of next_action.type
  code: '424242',
});
console.log(booking.status);
