import { createBookingClient } from '@booking-service/client';

const client = createBookingClient({
  apiKey: process.env['BOOKING_API_KEY'] ?? '',
  baseUrl: process.env['BOOKING_URL'] ?? '',
});

const session = await client.sessions.verify(process.env['SESSION_ID'] ?? '', { code: '424242' });
console.log(session.status);
