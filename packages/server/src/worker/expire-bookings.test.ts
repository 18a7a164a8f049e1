import type { Booking } from '@booking-service/contract';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { moveBooking, openBooking, type SizedBooking, toEvents } from '../domain/booking.ts';
import { randomId } from '@booking-service/kernel/contract';
import type { Store, StoredBooking } from '../store/store.ts';
import { openWorld, type World } from '../testing.ts';
import { expireBookings } from './worker.ts';

const request: SizedBooking = {
  venue_id: 'ven_harbour_table',
  slot_id: 'slt_harbour_table_20261121T1900',
  party_size: 2,
  guest: { first_name: 'Ada', email: 'ada@diner.test' },
};
const start = new Date('2026-11-21T09:30:00.000Z');
const late = new Date('2026-11-21T09:50:00.001Z');
const clock = { now: () => late };
const log = pino({ level: 'silent' });
const isRunning = () => true;

/** Stores a booking that waits for an approval until 09:50. */
async function storeWaiting({ store, organization }: World): Promise<StoredBooking> {
  const next_action = { type: 'authorize_payment', url: 'https://pay.test/1' } as const;
  const opening = { id: randomId('bkg'), provider: 'sandbox', livemode: false, request, next_action };
  const { booking, events } = openBooking(opening, start);
  const { organization_id } = organization;
  const accepted = {
    organization_id,
    booking,
    idempotency_key: undefined,
    events: toEvents(events, booking, { newId: randomId }),
  };
  return (await store.createBooking(accepted)).stored;
}

async function find({ store }: World, { organization_id, booking }: StoredBooking): Promise<Booking | undefined> {
  return (await store.findBooking({ organization_id, id: booking.id }))?.booking;
}

it('STA-8 STA-9: stores an expired booking with a run that releases it, and without an event', async () => {
  await using world = await openWorld();
  const before = await storeWaiting(world);
  await expireBookings({ store: world.store, clock: { now: () => new Date(late.getTime() - 1) }, log, isRunning });
  expect(await find(world, before)).toStrictEqual(before.booking);

  await expireBookings({ store: world.store, clock, log, isRunning });
  expect(await find(world, before)).toMatchObject({ status: 'expired', updated: '2026-11-21T09:50:00.000Z' });
  const claim = { now: late, lease_until: late, lease_token: 'lease_test', limit: 10 };
  const runs = await world.store.claimRuns(claim);
  expect(runs).toMatchObject([{ booking_id: before.booking.id, step: before.step }]);
  const events = await world.store.claimDeliveries(claim);
  expect(events.map(({ event_type }) => event_type)).toEqual(['booking.created', 'booking.requires_action']);
});

it('STA-9 STA-13: keeps a continue that was stored before the sweep', async () => {
  await using world = await openWorld();
  const before = await storeWaiting(world);
  const read = await world.store.claimExpired({ now: late, lease_until: late, limit: 100 });
  const continued = moveBooking(before.booking, { trigger: 'continue', to: 'processing' }, start);
  if (!continued) throw new Error('The booking cannot be continued.');
  await world.store.changeBooking({ before, booking: continued.booking, events: [] });

  // The sweep read before the continue was stored.
  const store: Pick<Store, 'claimExpired' | 'changeBooking'> = {
    claimExpired: async () => read,
    changeBooking: (change) => world.store.changeBooking(change),
  };
  await expireBookings({ store, clock, log, isRunning });
  expect(read).toHaveLength(1);
  expect(await find(world, before)).toStrictEqual(continued.booking);
});

it('STA-9: stores more than one batch of 100 in one sweep', async () => {
  await using world = await openWorld({ organization: { test_allowance: 1_000 } });
  const all: StoredBooking[] = [];
  for (let count = 0; count < 101; count += 1) all.push(await storeWaiting(world));
  await expireBookings({ store: world.store, clock, log, isRunning });
  const ends = await Promise.all(all.map((before) => find(world, before)));
  expect(ends.filter((booking) => booking?.status === 'expired')).toHaveLength(101);
});

it('STA-9: logs a store error and does not reject', async () => {
  const lines: string[] = [];
  const store = {
    claimExpired: async () => {
      throw new Error('The disk is full.');
    },
    changeBooking: async () => undefined,
  };
  await expireBookings({
    store,
    clock,
    isRunning,
    log: pino({ level: 'error' }, { write: (line) => void lines.push(line) }),
  });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('The disk is full.');
});
