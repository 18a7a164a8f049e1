/** The scenarios about the two modes of a supplier (MOD-1). */
import type { AvailabilitySearch, Slot } from '@booking-service/contract';
import { demand, Unchecked } from '@booking-service/conformance/verdict';
import { findSlots, maxVenues, readVenues } from './read-offer.ts';
import type { ProviderCheck, Scenario } from './provider-check.ts';

export const modeScenarios: Readonly<Record<string, Scenario>> = {
  'live availability': async (check) => {
    const search = await findLiveSearch(check);
    const before = await readLive(check, search);
    await check.confirm(check.newBooking());
    const after = await readLive(check, search);
    const [first, second] = [before, after].map((slots) => JSON.stringify(slots));
    demand(
      first === second,
      'a booking on the test side changed the live availability. If another customer may have booked, run the check again',
    );
    return `${before.length} live slots, the same before and after a test booking`;
  },
};

/** A search of a day with live slots: at the venue of the test slots if the live side has it, and otherwise at its first venue. */
async function findLiveSearch({ live, clock, slots }: ProviderCheck): Promise<AvailabilitySearch> {
  if (!live) throw new Unchecked('only with --both');
  const [slot] = slots;
  const own = slot && toSearch(slot);
  if (own && (await live.provider.searchAvailability(own, live.context).then(hasSlots, () => false))) return own;
  const { venues } = await readVenues(live, 100);
  for (const venue of venues.slice(0, maxVenues)) {
    const [found] = await findSlots(live, venue, clock.now());
    if (found) return toSearch(found);
  }
  throw new Unchecked('the live side offers no slot');
}

function toSearch({ venue_id, starts_at }: Slot): AvailabilitySearch {
  return { venue_id, date: starts_at.slice(0, 10), party_size: 2, limit: 100 };
}

function hasSlots({ data }: { readonly data: readonly Slot[] }): boolean {
  return data.length > 0;
}

async function readLive({ live }: ProviderCheck, search: AvailabilitySearch): Promise<readonly Slot[]> {
  if (!live) return [];
  return (await live.provider.searchAvailability(search, live.context)).data;
}
