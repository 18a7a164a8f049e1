import type { Booking } from '@booking-service/contract';
import { lastSweep } from '../../../../src/worker/read-bookings.ts';
import { createSandboxProvider, type Provider } from '../../../../src/index.ts';
import { createManualClock, openWorld, type World } from '../../../../src/testing.ts';
import { bookingAt, type Seen } from './seen.ts';

const start = new Date('2026-11-21T09:30:00.000Z');
const supplier = 'sandbox';

/** Observes the numbers of the reads of confirmed bookings, which the provider asks for. */
export async function readNumbers(): Promise<Seen> {
  const [accepted, failing] = await Promise.all([acceptedNumbers(), failingNumbers()]);
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
async function failingNumbers(): Promise<Seen> {
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
