import { createBookingClient } from '@booking-service/client';

const client = createBookingClient(); // reads BOOKING_API_KEY and BOOKING_BASE_URL

const session = await client.sessions.verify(process.env['SESSION_ID'] ?? '', { code: '424242' });
console.log(session.status);
