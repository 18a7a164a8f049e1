import type { CallContext, Provider } from './provider.ts';

/**
 * The test side `simulate`: searches go to the live provider, because the operator chose it, and everything else is simulated.
 * Nothing about a booking or its guest is sent. Every booking is confirmed, and its slot stays on offer.
 */
export function simulateBookings(live: Provider): Provider {
  const asLive = (context: CallContext): CallContext => ({ ...context, livemode: true });
  return {
    name: live.name,
    simulated: live.simulated,
    handlesVenue: (venue_id) => live.handlesVenue(venue_id),
    searchVenues: (search, context) => live.searchVenues(search, asLive(context)),
    searchAvailability: (search, context) => live.searchAvailability(search, asLive(context)),
    checkRequest: async () => ({ at_once: false }),
    book: async ({ booking }) => ({ outcome: 'confirmed', confirmation_code: codeOf(booking.id) }),
    modify: async () => ({ outcome: 'modified' }),
    release: async () => undefined,
  };
}

/** A repeated reference gets the same code. */
function codeOf(booking_id: string): string {
  return `TEST-${booking_id.slice(-8).toUpperCase()}`;
}
