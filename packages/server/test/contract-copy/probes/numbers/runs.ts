/** The numbers of runs, and of reads at providers. */
import type { Booking } from '@booking-service/contract';
import { createSandboxProvider, type Provider } from '../../../../src/index.ts';
import { stuckBefore } from '../../../../src/domain/run-schedule.ts';
import { createManualClock, openWorld, type World } from '../../../../src/testing.ts';
import { bookingAt, type Seen } from './seen.ts';
import { lastSweep } from '../../../../src/worker/read-bookings.ts';

const start = new Date('2026-11-21T09:30:00.000Z');
/** A long tick: the worker wakes when a run is due. */
const tick_seconds = 86_400;

export async function runNumbers(): Promise<Seen> {
  const [failing, pending, refund] = await Promise.all([failingNumbers(), pendingNumbers(), refundNumbers()]);
  return {
    ...failing,
    ...pending,
    ...refund,
    'runs.stuck_after_seconds': spanOf([stuckBefore(start), start].map(toSeconds)),
  };
}

/** Measures the calls to a provider that always fails, until the service gives up. */
async function failingNumbers(): Promise<Seen> {
  const books: number[] = [];
  const releases: number[] = [];
  const failAt = (calls: number[]) => async () => {
    calls.push(world.clock.now().getTime() / 1000);
    throw new Error('The provider is away.');
  };
  await using world = await openWithProvider({ book: failAt(books), release: failAt(releases) });
  await world.call('POST', '/v1/bookings', { body: bookingAt('harbour_table') });
  while (await hasRun(world)) await world.clock.advance(3_600_000);

  const [first = NaN, second = NaN] = delaysOf(books);
  return {
    'runs.retry.first_delay_seconds': first,
    'runs.retry.factor': second / first,
    'runs.retry.longest_delay_seconds': Math.max(...delaysOf(books)),
    'runs.give_up_after_seconds': spanOf(books),
    'runs.release.longest_delay_seconds': Math.max(...delaysOf(releases)),
    'runs.release.give_up_after_seconds': spanOf(releases),
  };
}

/** A provider that always returns pending. */
async function pendingNumbers(): Promise<Seen> {
  const book = async () => ({ outcome: 'pending', retry_after_seconds: 1e12 }) as const;
  await using world = await openWithProvider({ book });
  const { body } = await world.call<Booking>('POST', '/v1/bookings', { body: bookingAt('harbour_table') });
  while (await hasRun(world)) await world.clock.advance(3_600_000);
  const ended = await world.call<Booking>('GET', `/v1/bookings/${body.id}`);
  if (ended.body.status !== 'failed') return {};
  return {
    'runs.pending_for_at_most_seconds': spanOf([body.created, ended.body.updated].map((at) => toSeconds(new Date(at)))),
  };
}

/** Cancels a paid booking at a provider whose releases fail. */
async function refundNumbers(): Promise<Seen> {
  const release = async () => {
    throw new Error('The provider is away.');
  };
  await using world = await openWithProvider({ release });
  const paid = { ...bookingAt('harbour_table'), payment_collection: 'cardservice_external' };
  const { body } = await world.call<Booking>('POST', '/v1/bookings', { body: paid });
  const path = `/v1/bookings/${body.id}`;
  await world.call('POST', `${path}/continue`, { body: { type: 'authorize_payment' } });
  while ((await world.call<Booking>('GET', path)).body.status !== 'confirmed') await world.clock.advance(1_000);
  const cancelled = await world.call<Booking>('POST', `${path}/cancel`);
  const { refund_decided_at = '' } = cancelled.body.payment ?? {};
  return {
    'runs.release.refund_waits_for_at_most_seconds': spanOf(
      [cancelled.body.updated, refund_decided_at].map((at) => toSeconds(new Date(at))),
    ),
  };
}

function openWithProvider(methods: Partial<Provider>): Promise<World> {
  const provider = { ...createSandboxProvider({ clock: createManualClock(start) }), ...methods };
  return openWorld({ start, providers: [provider], tick_seconds, organization: { webhook_url: null } });
}

async function hasRun({ store }: World): Promise<boolean> {
  return (await store.findNextDue()).runs !== null;
}

function delaysOf(calls: readonly number[]): number[] {
  return calls.slice(1).map((at, index) => at - (calls[index] ?? NaN));
}

function toSeconds(time: Date): number {
  return time.getTime() / 1000;
}

function spanOf(times: readonly number[]): number {
  return (times.at(-1) ?? NaN) - (times[0] ?? NaN);
}

const supplier = 'sandbox';

/** Observes the numbers of the reads of confirmed bookings, which the provider asks for. */
export async function readNumbers(): Promise<Seen> {
  const [accepted, failing] = await Promise.all([acceptedNumbers(), failedReadNumbers()]);
  const days = (lastSweep(start).getTime() - start.getTime()) / 86_400_000;
  return { ...accepted, ...failing, 'runs.reads.days_at_most': days };
}

/** Sends events within a minute until they are refused, and counts the reads that they cause. */
async function acceptedNumbers(): Promise<Seen> {
  let reads = 0;
  const state = 'confirmed' as const;
  await using opened = await openConfirmed(async () => {
    reads += 1;
    return { state };
  });
  const { world, send } = opened;
  let largest = NaN;
  for (const size of [16_383, 16_384, 16_385, 16_386]) if ((await send(size)) === 204) largest = size;
  // The window of the calls and the minute begin again.
  await world.clock.advance(60_000 - (world.clock.now().getTime() % 60_000));
  reads = 0;
  let events = 0;
  // The first events arrive one after the other, so that each causes a read.
  for (; events < 80; events += 1) {
    await send();
    await world.clock.advance(1);
  }
  const reads_per_minute = reads;
  while ((await send()) === 204) events += 1;
  return {
    'runs.reads.max_event_bytes': largest,
    'runs.reads.events_per_minute': events,
    'runs.reads.reads_per_minute': reads_per_minute,
  };
}

/** Measures the reads of a provider that always fails, until the service gives up. The clock polls every ten seconds. */
async function failedReadNumbers(): Promise<Seen> {
  const reads: number[] = [];
  await using opened = await openConfirmed(async () => {
    reads.push(world.clock.now().getTime() / 1000);
    throw new Error('The provider is away.');
  });
  const { world, send } = opened;
  await send();
  await world.clock.advance(1);
  while ((await world.store.findNextRead()) !== null) await world.clock.advance(3_600_000);
  const delays = reads.slice(1).map((at, index) => at - (reads[index] ?? NaN));
  return {
    'runs.reads.first_delay_seconds': Math.round(delays[0] ?? NaN),
    'runs.reads.longest_delay_seconds': Math.round(Math.max(...delays)),
    'runs.reads.failures_at_most': reads.length,
  };
}

interface Opened extends AsyncDisposable {
  readonly world: World;
  /** Sends an event about the booking, with spaces up to this size, and returns the status. */
  readonly send: (size?: number) => Promise<number>;
}

/** Opens a world with a confirmed booking of a provider whose events need no signature. */
async function openConfirmed(readBooking: NonNullable<Provider['readBooking']>): Promise<Opened> {
  const provider: Provider = {
    ...createSandboxProvider({ clock: createManualClock(start) }),
    readBooking,
    readEvent: async ({ body }) => JSON.parse(new TextDecoder().decode(body)),
  };
  const world = await openWorld({ start, providers: [provider], organization: { webhook_url: null } });
  const { body: booking } = await world.call<Booking>('POST', '/v1/bookings', { body: bookingAt('express_counter') });
  const { organization_id } = world.organization;
  const event = { event_id: 'evt-1', livemode: booking.livemode, organization_id, booking_id: booking.id };
  const send = async (size = 0) => {
    const body = JSON.stringify(event).padEnd(size);
    const headers = { 'Content-Type': 'application/json' };
    const sent = await fetch(`${world.url}/provider-events/${supplier}`, { method: 'POST', headers, body });
    return sent.status;
  };
  return { world, send, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}
