/** The scenarios of the conformance check of a provider. */
import { isDeepStrictEqual } from 'node:util';
import { demand, Unchecked } from '@booking-service/conformance/verdict';
import type { Slot } from '@booking-service/contract';
import { type Probe, requestScenarios } from './request-scenarios.ts';
import {
  findSlots,
  maxDays,
  maxVenues,
  type ProviderCheck,
  type ProviderCheckOptions,
  readScenarios,
  readVenues,
  reportsChanges,
  requestFor,
  type Scenario,
} from './provider-check.ts';
import type { Provider, Release } from '../../providers/provider.ts';
import type { SizedSearch } from '../../domain/booking.ts';

// The scenarios of a provider over HTTP that concern the request itself.

const httpScenarios: Readonly<Record<string, Scenario>> = {
  ...requestScenarios<ProviderCheck>(probeOf),
  'late book': async (check) => {
    httpOf(check);
    const booking = check.newBooking();
    await check.provider.release({ ...booking, status: 'cancelled' }, check.context);
    const { outcome } = await check.book(booking);
    demand(outcome === 'failed', `a book after the release of its booking is ${outcome}`);
    return 'failed';
  },
};

function probeOf(check: ProviderCheck): Probe {
  const { livemode, organization_id } = check.context;
  const body = { operation: 'searchVenues', livemode, organization_id, limit: 1 };
  return {
    ...httpOf(check),
    clock: check.clock,
    path: '/venues/search',
    body,
    changed: { ...body, limit: 2 },
    livemode,
    otherPath: '/bookings/release',
  };
}

function httpOf({ http }: ProviderCheck): NonNullable<ProviderCheckOptions['http']> {
  if (!http) throw new Unchecked('only for the type http');
  return http;
}

/** The scenarios that need nothing but the port. */
const portScenarios: Readonly<Record<string, Scenario>> = {
  search: async ({ provider, context }) => {
    const { venues, pages } = await readVenues({ provider, context }, 100);
    demand(venues.length > 0, 'it has no venue');
    for (const { id, provider: name } of venues) {
      demand(provider.handlesVenue(id), `it lists ${id}, a venue that it does not handle`);
      demand(name === provider.name, `the provider of ${id} is ${name}`);
    }
    return `${countOf(venues.length, 'venue')} on ${countOf(pages, 'page')}`;
  },
  'search pages': async ({ provider, context }) => {
    const { venues: all } = await readVenues({ provider, context }, 100);
    if (all.length < 2) throw new Unchecked('it has only one venue');
    const { venues, pages } = await readVenues({ provider, context }, 1, Math.min(all.length, 10));
    const expected = all.slice(0, venues.length).map(({ id }) => id);
    demand(venues.map(({ id }) => id).join() === expected.join(), 'pages of 1 list other venues than pages of 100');
    return `${pages} pages of 1 list the same venues`;
  },
  'unknown cursor': async ({ provider, context, refusalOf }) => {
    const refusal = await refusalOf(provider.searchVenues({ limit: 1, cursor: 'no-cursor-of-this-search' }, context));
    demand(refusal?.code === 'invalid_request', 'it accepts a cursor that it did not make');
    return 'refused';
  },
  availability: async ({ provider, context, slots, clock }) => {
    const { venues } = await readVenues({ provider, context }, 100);
    for (const venue of venues.slice(0, maxVenues)) {
      slots.push(...(await findSlots({ provider, context }, venue, clock.now())));
      if (slots.length > 0) return `${countOf(slots.length, 'slot')} at ${venue.id}`;
    }
    throw new Unchecked(`no slot for two people in the next ${maxDays} days, at the first ${maxVenues} venues`);
  },
  'unknown venue': async ({ provider, context, slots, refusalOf }) => {
    const { venue_id, starts_at } = firstSlot(slots);
    const unknown = `${venue_id.slice(0, 50)}_unknown`;
    const search = { venue_id: unknown, date: starts_at.slice(0, 10), party_size: 2 };
    let found: readonly Slot[] = [];
    const refusal = await refusalOf(provider.searchAvailability(search, context).then(({ data }) => (found = data)));
    demand(refusal === undefined || refusal.code === 'not_found', `it refuses with ${refusal?.code}`);
    demand(found.length === 0, `it offers ${found.length} slots at a venue that does not exist`);
    return refusal ? 'refused' : 'no slot';
  },
  'unknown slot': async ({ provider, context, slots, refusalOf }) => {
    const slot = { ...firstSlot(slots), id: 'slt_unknown_slot' };
    const refusal = await refusalOf(provider.checkRequest(requestFor(slot), context));
    demand(refusal !== undefined, 'it accepts a slot that it does not offer');
    demand(refusal.code === 'slot_not_offered', `it refuses with ${refusal.code}`);
    return 'refused';
  },
  check: async ({ provider, context, slots, refusalOf }) => {
    const slot = firstSlot(slots);
    const first = await refusalOf(provider.checkRequest(requestFor(slot), context));
    demand(first === undefined, `it refuses a slot that it offers: ${first?.code}`);
    const second = await refusalOf(provider.checkRequest(requestFor(slot), context));
    demand(second === undefined, `it refuses the second check of a slot: ${second?.code}`);
    return 'accepted twice';
  },
  price: async (check) => {
    const { provider, context, slots } = check;
    const slot = firstSlot(slots);
    const request = requestFor(slot);
    const { price: total } = await provider.checkRequest(request, context);
    check.total = total;
    if (!slot.price && !total) throw new Unchecked('it states no price');
    demand(total !== undefined, 'a slot has a price, but the check of a booking returns none');
    if (!slot.price) return `${total.amount} ${total.currency} in the check only`;
    const { amount, currency, per } = slot.price;
    const expected = per === 'person' ? amount * request.party_size : amount;
    demand(
      total.amount === expected && total.currency === currency,
      `the total of a slot is ${expected} ${currency}, but the check returns ${total.amount} ${total.currency}`,
    );
    return `${total.amount} ${total.currency} for two people`;
  },
  hold: async (check) => {
    const booking = check.newBooking();
    const outcome = await check.confirm(booking);
    demand(/^[A-Za-z0-9-]{1,60}$/.test(outcome.confirmation_code), 'the confirmation code has another form');
    check.confirmed = { booking, outcome };
    return `confirmed with ${outcome.confirmation_code}`;
  },
  repeat: async (check) => {
    const { booking, outcome } = confirmedBooking(check);
    const repeated = await check.confirm(booking);
    const { confirmation_code: code } = repeated;
    demand(code === outcome.confirmation_code, `a repeated reference is confirmed as ${code}, not the first code`);
    return 'the same confirmation code';
  },
  'repeats at once': async (check) => {
    const booking = check.newBooking();
    await Promise.all(Array.from({ length: 5 }, () => check.book(booking)));
    const { confirmation_code: first } = await check.confirm(booking);
    const repeated = await Promise.all(
      Array.from({ length: 5 }, (_, index) => check.book(booking, { attempt: 3 + index })),
    );
    const codes = new Set(
      repeated.map((each) => (each.outcome === 'confirmed' ? each.confirmation_code : each.outcome)),
    );
    demand(codes.size === 1 && codes.has(first), `10 requests at once are confirmed as ${[...codes].join(', ')}`);
    return 'one booking';
  },
  modify: async (check) => {
    const { booking } = confirmedBooking(check);
    const modify = check.provider.modify?.bind(check.provider);
    if (!modify) throw new Unchecked('it modifies no bookings');
    const modification = { booking: { ...booking, status: 'confirmed' as const }, changes: { party_size: 3 } };
    const first = await modify({ ...modification, reference: `${booking.id}/2` }, check.context);
    const second = await modify({ ...modification, reference: `${booking.id}/2` }, check.context);
    demand(
      first.outcome === second.outcome,
      `a repeated reference is ${second.outcome}, the first was ${first.outcome}`,
    );
    if (first.outcome !== 'modified') return first.outcome;
    check.total = first.price ?? check.total;
    check.modified = modification;
    return first.outcome;
  },
  undo: async ({ modified, ...check }) => {
    const modify = check.provider.modify?.bind(check.provider);
    if (!modified || !modify) throw new Unchecked('no booking was modified');
    const { booking, changes } = modified;
    const { party_size } = booking;
    const undo = { booking: { ...booking, ...changes }, changes: { party_size }, reference: `${booking.id}/2/undo` };
    for (const request of ['request', 'repeated request']) {
      const { outcome } = await modify(undo, check.context);
      demand(outcome === 'modified', `a ${request} to take the modification back is ${outcome}`);
    }
    return 'taken back';
  },
  cancel: async (check) => {
    check.released = await releaseConfirmed(check);
    return 'released';
  },
  'cancel twice': async (check) => {
    const { refund } = await releaseConfirmed(check);
    demand(
      isDeepStrictEqual(refund, check.released?.refund),
      `a repeated release returns ${partOf(refund)}, the first returned ${partOf(check.released?.refund)}`,
    );
    return 'released';
  },
  refund: async ({ released, total }) => {
    if (!released) throw new Unchecked('no booking was released');
    const { refund } = released;
    if (refund === undefined) throw new Unchecked('it states no refund, so everything is returned');
    if (typeof refund === 'string') return partOf(refund);
    demand(total !== undefined, `it returns ${partOf(refund)} of a booking without a price`);
    const isPart = refund.currency === total.currency && refund.amount <= total.amount;
    demand(isPart, `it returns ${partOf(refund)} of a booking that costs ${partOf(total)}`);
    return `${partOf(refund)} of ${partOf(total)}`;
  },
  'released slot': async (check) => {
    const { booking } = confirmedBooking(check);
    const { venue_id, slot_id, party_size, guest } = booking;
    const refusal = await check.refusalOf(
      check.provider.checkRequest({ venue_id, slot_id, party_size, guest }, check.context),
    );
    demand(refusal === undefined, `the slot of a released booking is refused with ${refusal?.code}`);
    return 'offered again';
  },
  'release of nothing': async (check) => {
    const booking = check.newBooking();
    await check.provider.release({ ...booking, status: 'cancelled' }, check.context);
    return 'released';
  },
};

/** The first slot that the check found, which a later scenario may book. */
function firstSlot(slots: readonly Slot[]): Slot {
  const [slot] = slots;
  if (!slot) throw new Unchecked('no slot was found');
  return slot;
}

function confirmedBooking({ confirmed }: ProviderCheck): NonNullable<ProviderCheck['confirmed']> {
  if (!confirmed) throw new Unchecked('no booking was confirmed');
  return confirmed;
}

async function releaseConfirmed(check: ProviderCheck): Promise<Release> {
  const { booking } = confirmedBooking(check);
  return (await check.provider.release({ ...booking, status: 'cancelled' }, check.context)) ?? {};
}

/** Names a part of a price. */
function partOf(refund: Release['refund'] = 'full'): string {
  if (typeof refund === 'string') return refund === 'full' ? 'everything' : 'nothing';
  return `${refund.amount} ${refund.currency}`;
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** The scenarios about the two modes of a supplier (MOD-1). */
const modeScenarios: Readonly<Record<string, Scenario>> = {
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
async function findLiveSearch({ live, clock, slots }: ProviderCheck): Promise<SizedSearch> {
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

function toSearch({ venue_id, starts_at }: Slot): SizedSearch {
  return { venue_id, date: starts_at.slice(0, 10), party_size: 2, limit: 100 };
}

function hasSlots({ data }: { readonly data: readonly Slot[] }): boolean {
  return data.length > 0;
}

async function readLive({ live }: ProviderCheck, search: SizedSearch): Promise<readonly Slot[]> {
  if (!live) return [];
  return (await live.provider.searchAvailability(search, live.context)).data;
}

/** The scenarios in which a response is lost, late or replaced on its way. A relay between the check and the provider does it. */
const relayScenarios: Readonly<Record<string, Scenario>> = {
  'lost response': (check) => bookAgainAfter(check, 'lose'),
  garbage: (check) => bookAgainAfter(check, 'replace'),
  'slow response': async (check) => {
    const { provider, relay } = relayOf(check);
    const booking = check.newBooking();
    relay.next = 'hold';
    // The first response is held back, as if the service had stopped waiting. It must not reject unhandled meanwhile.
    const late = check.book(booking, { through: provider }).catch((error: unknown) => error);
    await Promise.race([relay.held(), late]);
    const { confirmation_code } = await check.confirm(booking);
    relay.release();
    const outcome = await late;
    demand(!(outcome instanceof Error), `the late response failed: ${outcome instanceof Error && outcome.message}`);
    const again = await check.confirm(booking);
    demand(again.confirmation_code === confirmation_code, 'the booking has another code after a late response');
    return 'one booking';
  },
};

/** The response to a book does not arrive. The call must fail, and a repeated one must find the booking. */
async function bookAgainAfter(check: ProviderCheck, what: 'lose' | 'replace'): Promise<string> {
  const { provider, relay } = relayOf(check);
  const booking = check.newBooking();
  relay.next = what;
  const failed = await check.book(booking, { through: provider }).then(
    () => false,
    () => true,
  );
  demand(failed, 'the call resolves although no valid response came');
  const { confirmation_code } = await check.confirm(booking, provider);
  const again = await check.confirm(booking, provider);
  demand(again.confirmation_code === confirmation_code, 'the booking has another code at each repeat');
  return 'repeated, one booking';
}

function relayOf({ relayed }: ProviderCheck): NonNullable<ProviderCheckOptions['relayed']> {
  if (!relayed) throw new Unchecked('the supplier has no url');
  return relayed;
}

/** Returns the scenarios of the provider, in the order in which they run. */
export const scenariosOf = (provider: Provider): Readonly<Record<string, Scenario>> => ({
  ...portScenarios,
  ...(reportsChanges(provider) && readScenarios),
  ...modeScenarios,
  ...relayScenarios,
  ...httpScenarios,
});
