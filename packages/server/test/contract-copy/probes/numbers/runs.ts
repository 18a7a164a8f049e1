import type { Booking } from '@booking-service/contract';
import { createSandboxProvider, type Provider } from '../../../../src/index.ts';
import { stuckBefore } from '../../../../src/domain/run-schedule.ts';
import { createManualClock, openWorld, type World } from '../../../../src/testing.ts';
import { bookingAt, type Seen } from './seen.ts';

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
  const { refund_decided_by = '' } = cancelled.body.payment ?? {};
  return {
    'runs.release.refund_waits_for_at_most_seconds': spanOf(
      [cancelled.body.updated, refund_decided_by].map((at) => toSeconds(new Date(at))),
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
