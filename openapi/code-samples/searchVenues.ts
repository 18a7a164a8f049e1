import { createBookingClient } from '@booking-service/client';

const client = createBookingClient({
  apiKey: process.env['BOOKING_API_KEY'] ?? '',
  baseUrl: process.env['BOOKING_URL'] ?? '',
});

for await (const venue of client.venues.search({ city: 'Lisbon' })) {
  console.log(venue.id, venue.name);
}
