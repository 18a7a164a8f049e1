import { createBookingClient } from '@booking-service/client';

const client = createBookingClient({
  apiKey: process.env['BOOKING_API_KEY'] ?? '',
  baseUrl: process.env['BOOKING_URL'] ?? '',
});

const session = await client.sessions.create({ channel: 'email', destination: 'ada@diner.test' });
console.log(session.id, session.status);
