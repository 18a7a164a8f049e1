// Written from openapi/paths/. Edit that, then run: npm run generate

import type { BookingClient } from '@booking-service/client';
import type { OperationId } from '@booking-service/contract';

/** A call of each operation, with the contract's examples. */
export const exampleCalls: Readonly<Record<OperationId, (client: BookingClient) => PromiseLike<unknown>>> = {
  searchVenues: (client) => client.venues.search({ city: 'Lisbon', limit: 20 }),
  searchAvailability: (client) => client.availability.search({ venue_id: 'ven_harbour_table', date: '2026-11-21', party_size: 2 }),
  listBookings: (client) => client.bookings.list({ status: 'confirmed' }),
  createBooking: (client) => client.bookings.create({ venue_id: 'ven_harbour_table', slot_id: 'slt_harbour_table_20261121T1900', party_size: 2, guest: { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test' } }),
  getBooking: (client) => client.bookings.get('bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1'),
  continueBooking: (client) => client.bookings.continue('bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1', { type: 'enter_code', code: '424242' }),
  cancelBooking: (client) => client.bookings.cancel('bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1'),
  modifyBooking: (client) => client.bookings.modify('bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1', { party_size: 4 }),
  createSession: (client) => client.sessions.create({ channel: 'email', destination: 'ada@diner.test' }),
  verifySession: (client) => client.sessions.verify('ses_5f0c1f2e3d4b4a5968778695a4b3c2d1', { code: '424242' }),
  getSessionCard: (client) => client.sessions.getCard('ses_5f0c1f2e3d4b4a5968778695a4b3c2d1'),
  getCard: (client) => client.sessions.getLatestCard(),
  listEvents: (client) => client.events.list({ type: [ 'booking.confirmed', 'booking.failed' ] }),
  getEvent: (client) => client.events.get('evt_5f0c1f2e3d4b4a5968778695a4b3c2d1'),
  listRequests: (client) => client.requests.list({ status: 429 }),
  getRequest: (client) => client.requests.get('req_0b9c8d7e6f5a4b3c2d1e0f9a8b7c6d5e'),
};
