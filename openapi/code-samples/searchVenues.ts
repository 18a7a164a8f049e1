import { createBookingClient } from '@booking-service/client';

const client = createBookingClient(); // reads BOOKING_API_KEY and BOOKING_BASE_URL

for await (const venue of client.venues.search({ city: 'Lisbon' })) {
  console.log(venue.id, venue.name);
}
