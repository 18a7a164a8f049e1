import { createBookingClient } from '@booking-service/client';

const client = createBookingClient(); // reads BOOKING_API_KEY and BOOKING_BASE_URL

const session = await client.sessions.create({ channel: 'email', destination: 'ada@diner.test' });
console.log(session.id, session.status);
