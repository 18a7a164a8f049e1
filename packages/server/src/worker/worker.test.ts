import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Booking } from '@booking-service/contract';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import { createManualClock } from '@booking-service/kernel/testing';
import { systemClock } from '@booking-service/kernel/time';
import { moveBooking, openBooking, type SizedBooking, toEvents } from '../domain/booking.ts';
import { createOrganization } from '../admin/organizations/create-organization.ts';
import { type PortsOf, providerWithDeadline } from '../providers/ports.ts';
import type { Outcome, Provider } from '../providers/provider.ts';
import { createSandboxProvider } from '../providers/sandbox/sandbox-provider.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import type { Store, StoredBooking } from '../store/store.ts';
import { testSealing } from '../testing/world.ts';
import { createWorker, expireBookings } from './worker.ts';
import { openWorld, type World } from '../testing.ts';

const start = new Date('2026-11-21T09:30:00.000Z');

const confirmed: Outcome = { outcome: 'confirmed', confirmation_code: 'OWN-1' };

/** Stores a booking whose run is due immediately. */
async function addBooking(store: Store): Promise<StoredBooking> {
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: null }, start);
  const request = {
    venue_id: 'ven_harbour_table',
    slot_id: 'slt_harbour_table_20261121T1900',
    party_size: 2,
    guest: { first_name: 'Ada', email: 'ada@diner.test' },
  };
  const { booking } = openBooking({ id: randomId('bkg'), provider: 'sandbox', livemode: false, request }, start);
  const run = { step: 1, due_at: start.toISOString() };
  return (await store.createBooking({ organization_id, booking, idempotency_key: undefined, events: [], run })).stored;
}

/** Opens a store with one such booking and a worker whose provider uses `book`. */
async function openBench(book: Provider['book']) {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const store = opened.use(openSqliteStore(folder, { sealing: testSealing }));
  const { organization_id, booking } = await addBooking(store);
  const clock = createManualClock(start);
  const log = pino({ level: 'silent' });
  const portsOf = portsWith({ ...createSandboxProvider({ clock }), book });
  const worker = createWorker({ store, clock, newId: randomId, portsOf, log, allowLoopback: false });
  const running = opened.move();
  return {
    clock,
    worker,
    booking,
    run: { organization_id, booking_id: booking.id },
    find: async (): Promise<Booking | undefined> =>
      (await store.findBooking({ organization_id, id: booking.id }))?.booking,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

it('STA-12: works only between start and stop, even if it is woken', async () => {
  let calls = 0;
  await using bench = await openBench(async () => {
    calls += 1;
    return { outcome: 'pending', retry_after_seconds: 0 };
  });
  const { worker, clock, run } = bench;
  worker.wake(run);
  await clock.advance(60_000);
  expect(calls).toBe(0);
  worker.start();
  await clock.advance(1_999);
  expect(calls).toBe(0);
  await clock.advance(1);
  expect(calls).toBe(1);
  await clock.advance(1_000);
  worker.wake(run);
  await clock.advance(0);
  expect(calls).toBe(2);
  await worker.stop();
  worker.wake(run);
  await clock.advance(60_000);
  expect(calls).toBe(2);
});

it('BKG-12: runNow works on one booking immediately and ignores a booking without a run', async () => {
  const references: string[] = [];
  await using bench = await openBench(async ({ reference }) => {
    references.push(reference);
    return confirmed;
  });
  await bench.worker.runNow({ ...bench.run, booking_id: randomId('bkg') });
  expect(references).toEqual([]);
  await bench.worker.runNow(bench.run);
  expect(references).toEqual([`${bench.booking.id}/1`]);
  expect(await bench.find()).toMatchObject({ status: 'confirmed' });
  await bench.worker.runNow(bench.run);
  expect(references).toHaveLength(1);
});

it('STA-12: runNow claims nothing after stop and claims again after the next start', async () => {
  let calls = 0;
  await using bench = await openBench(async () => {
    calls += 1;
    return confirmed;
  });
  bench.worker.start();
  await bench.worker.stop();
  await bench.worker.runNow(bench.run);
  expect(calls).toBe(0);
  bench.worker.start();
  await bench.worker.runNow(bench.run);
  expect(calls).toBe(1);
  await bench.worker.stop();
});

it('BKG-12 STA-12: runNow does not reject if the provider fails, and keeps the run', async () => {
  let isDown = true;
  await using bench = await openBench(async () => {
    if (isDown) throw new Error('The provider is unavailable.');
    return confirmed;
  });
  await bench.worker.runNow(bench.run);
  expect(await bench.find()).toStrictEqual(bench.booking);
  isDown = false;
  bench.worker.start();
  await bench.clock.advance(2_000);
  expect(await bench.find()).toMatchObject({ status: 'confirmed' });
  await bench.worker.stop();
});

it('DLV-3 STA-12: keeps ticking and running other bookings while a provider never responds', async () => {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const store = opened.use(openSqliteStore(folder, { sealing: testSealing }));
  // From here on the test advances the system timers.
  vi.useFakeTimers({ now: start, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  opened.defer(() => void vi.useRealTimers());

  const stuck = await addBooking(store);
  let ticks = 0;
  const claimTurns: Store['claimTurns'] = async (claim) => {
    if (claim.receivers === 'quick') ticks += 1;
    return store.claimTurns(claim);
  };
  const provider: Provider = {
    ...createSandboxProvider({ clock: systemClock }),
    book: ({ booking }) =>
      booking.id === stuck.booking.id ? new Promise(() => undefined) : Promise.resolve(confirmed),
  };
  const worker = createWorker({
    store: { ...store, claimTurns },
    clock: systemClock,
    newId: randomId,
    portsOf: portsWith(providerWithDeadline(provider, systemClock)),
    log: pino({ level: 'silent' }),
    allowLoopback: false,
  });
  worker.start();
  await passMinutes(5, store);
  const other = await addBooking(store);
  await passMinutes(5, store);
  void worker.stop();
  expect((await store.findBooking({ ...other, id: other.booking.id }))?.booking.status).toBe('confirmed');
  expect(ticks).toBe(20);
});

/** Advances the system timers second by second. The requests to the store of each second complete before the next. */
async function passMinutes(minutes: number, store: Store): Promise<void> {
  for (let second = 0; second < minutes * 60; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    // The store writes in order: when this write ends, the earlier ones are done.
    await store.setWebhookUrl('org_none', null);
    // At the end of this one, the writes that they caused are done too.
    await store.setWebhookUrl('org_none', null);
  }
}

function portsWith(provider: Provider): PortsOf {
  const none = { payments: undefined, cards: undefined, codes: undefined, billing: undefined, entitlements: undefined };
  return () => ({ providers: [provider], ...none });
}

const request: SizedBooking = {
  venue_id: 'ven_harbour_table',
  slot_id: 'slt_harbour_table_20261121T1900',
  party_size: 2,
  guest: { first_name: 'Ada', email: 'ada@diner.test' },
};
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
