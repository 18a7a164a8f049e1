/** Runs are retried until they are done, always with the same reference (STA-12). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createSandboxProvider, openSqliteStore, type Outcome, type Provider } from '../../src/index.ts';
import { createManualClock, openWorld, testSealing, type World } from '../../src/testing.ts';
import { eventually } from '../support/processes/server-process.ts';
import { newBooking } from '../support/new-booking.ts';

const start = new Date('2026-11-21T09:30:00.000Z');
const sandbox = createSandboxProvider({ clock: createManualClock(start) });
const confirmed: Outcome = { outcome: 'confirmed', confirmation_code: 'OWN-1' };

async function create(world: World, place = 'harbour_table'): Promise<string> {
  const { body } = await world.call<Booking>('POST', '/v1/bookings', {
    body: newBooking({ venue: place }),
  });
  return body.id;
}

async function statusOf(world: World, id: string): Promise<string> {
  return (await world.call<Booking>('GET', `/v1/bookings/${id}`)).body.status;
}

/** Creates a provider that records the time, reference and attempt of each call and returns the given outcome. */
function createRecordingProvider(
  clock: () => Date,
  outcome: (attempt: number) => Outcome,
): { provider: Provider; calls: string[] } {
  const calls: string[] = [];
  const book: Provider['book'] = async ({ reference, attempt }) => {
    calls.push(`${(clock().getTime() - start.getTime()) / 1000} s ${reference.slice(36)} #${attempt}`);
    return outcome(attempt);
  };
  return { provider: { ...sandbox, book }, calls };
}

it('STA-12: retries a failed run after 2, 4, 8, 16, 32 and then every 60 s with the same reference', async () => {
  const { provider, calls } = createRecordingProvider(
    () => world.clock.now(),
    (attempt) => {
      if (attempt <= 7) throw new Error('The provider is unavailable.');
      return confirmed;
    },
  );
  await using world = await openWorld({ providers: [provider] });
  const id = await create(world);
  await world.clock.advance(181_999);
  expect(await statusOf(world, id)).toBe('processing');
  await world.clock.advance(1);
  expect(await statusOf(world, id)).toBe('confirmed');
  await world.clock.advance(600_000);
  const times = [0, 2, 6, 14, 30, 62, 122, 182];
  expect(calls).toEqual(times.map((seconds, index) => `${seconds} s /1 #${index + 1}`));
  expect(world.endpoint.received.map(({ event }) => event.type).toSorted()).toEqual([
    'booking.confirmed',
    'booking.created',
  ]);
});

it('STA-12: calls a pending provider again after retry_after_seconds with the same reference', async () => {
  const { provider, calls } = createRecordingProvider(
    () => world.clock.now(),
    (attempt) => (attempt <= 2 ? { outcome: 'pending', retry_after_seconds: 11 } : confirmed),
  );
  await using world = await openWorld({ providers: [provider] });
  const id = await create(world);
  await world.clock.advance(60_000);
  expect(calls).toEqual(['0 s /1 #1', '11 s /1 #2', '22 s /1 #3']);
  expect(await statusOf(world, id)).toBe('confirmed');
});

it('STA-12: retries a later step with its own reference and the same input', async () => {
  const steps: string[] = [];
  const provider: Provider = {
    ...sandbox,
    book: async (step, context) => {
      if (step.step === 1) return sandbox.book(step, context);
      steps.push(`${step.reference.slice(36)} ${JSON.stringify(step.answer)}`);
      if (step.attempt === 1) throw new Error('The provider is unavailable.');
      return confirmed;
    },
  };
  await using world = await openWorld({ providers: [provider] });
  const id = await create(world, 'code_house');
  await world.clock.advance(2_000);
  await world.call('POST', `/v1/bookings/${id}/continue`, { body: { type: 'enter_code', code: '1234' } });
  await world.clock.advance(10_000);
  const same = '/2 {"type":"enter_code","code":"1234"}';
  expect(steps).toEqual([same, same]);
  expect(await statusOf(world, id)).toBe('confirmed');
});

it('STA-12: a run that fails delays no other booking', async () => {
  const provider: Provider = {
    ...sandbox,
    book: async ({ booking }) => {
      if (booking.venue_id === 'ven_code_house') throw new Error('The provider is unavailable.');
      return confirmed;
    },
  };
  await using world = await openWorld({ providers: [provider] });
  const [stuck, fine] = [await create(world, 'code_house'), await create(world)];
  await world.clock.advance(0);
  expect([await statusOf(world, stuck), await statusOf(world, fine)]).toEqual(['processing', 'confirmed']);
});

it('STA-12: works on 120 due runs in one tick, each once', async () => {
  const references: string[] = [];
  const book: Provider['book'] = async ({ reference }) => {
    references.push(reference);
    return confirmed;
  };
  await using world = await openWorld({ providers: [{ ...sandbox, book }], organization: { test_allowance: 1000 } });
  const ids = await Promise.all(Array.from({ length: 120 }, () => create(world)));
  await world.clock.advance(0);
  expect(references.toSorted()).toEqual(ids.map((id) => `${id}/1`).toSorted());
});

it('STA-12: resumes a run after a crash on the same folder, immediately and with the same reference', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rm(folder, { recursive: true }));
  const called = Promise.withResolvers<string>();
  const never = Promise.withResolvers<Outcome>();
  const cutOff: Provider = {
    ...sandbox,
    book: async ({ reference }) => {
      called.resolve(reference);
      return never.promise;
    },
  };
  const store = openSqliteStore(folder, { sealing: testSealing });
  await using crashed = await openWorld({ store, providers: [cutOff] });
  const id = await create(crashed);
  const working = crashed.clock.advance(0);
  const reference = await called.promise;
  // From here on the first worker has no store, so it cannot change anything.
  await store[Symbol.asyncDispose]();

  const reopened = cleanup.use(openSqliteStore(folder, { sealing: testSealing }));
  const { provider, calls: resumed } = createRecordingProvider(
    () => later.clock.now(),
    () => confirmed,
  );
  await using later = await openWorld({
    store: reopened,
    providers: [provider],
    start: new Date(start.getTime() + 5_000),
  });
  const read = () => later.call<Booking>('GET', `/v1/bookings/${id}`, { key: crashed.organization.keys.test });
  expect(await read()).toMatchObject({ body: { status: 'processing' } });
  await later.clock.advance(2_000);
  expect(reference).toBe(`${id}/1`);
  expect(resumed).toEqual(['7 s /1 #2']);
  expect(await read()).toMatchObject({ body: { status: 'confirmed' } });

  never.resolve({ outcome: 'failed', error_code: 'provider_failed' });
  await working;
  expect(await read()).toMatchObject({ body: { status: 'confirmed' } });
});

it('STA-12: ignores a provider that responds after its deadline, and stores the outcome of the retry', async () => {
  const first = Promise.withResolvers<Outcome>();
  const called = Promise.withResolvers<void>();
  const references: string[] = [];
  const released: string[] = [];
  const provider: Provider = {
    ...sandbox,
    book: async ({ reference, attempt }) => {
      references.push(reference);
      called.resolve();
      return attempt === 1 ? first.promise : confirmed;
    },
    release: async ({ id: booking_id }) => {
      released.push(booking_id);
    },
  };
  await using world = await openWorld({ providers: [provider], tick_seconds: 3600 });
  const id = await create(world);
  const slow = world.clock.advance(0);
  await called.promise;
  await world.clock.advance(29_999);
  expect(references).toEqual([`${id}/1`]);
  await world.clock.advance(1);
  await slow;
  await eventually(
    async () => {
      await world.clock.advance(1_000);
      return statusOf(world, id);
    },
    (status) => status === 'confirmed',
  );
  expect(references).toEqual([`${id}/1`, `${id}/1`]);
  const settled = await world.call<Booking>('GET', `/v1/bookings/${id}`);
  expect(settled.body).toMatchObject({ status: 'confirmed', confirmation_code: 'OWN-1' });

  first.resolve({ outcome: 'failed', error_code: 'provider_failed' });
  await world.clock.advance(3_600_000);
  expect((await world.call<Booking>('GET', `/v1/bookings/${id}`)).body).toStrictEqual(settled.body);
  expect(released).toEqual([]);
  expect(world.endpoint.received.map(({ event }) => event.type).toSorted()).toEqual([
    'booking.confirmed',
    'booking.created',
  ]);
});

it('STA-12: pauses bookings of a provider that is no longer configured, and resumes them when it is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rm(folder, { recursive: true }));
  const store = cleanup.use(openSqliteStore(folder, { sealing: testSealing }));
  await using without = await openWorld({ store, providers: [{ ...sandbox, name: 'other' }] });
  const { body } = await without.call<Booking>('POST', '/v1/bookings', {
    body: newBooking(),
  });
  expect(body.provider).toBe('other');
  const key = without.organization.keys.test;

  await using renamed = await openWorld({ store, providers: [sandbox] });
  await renamed.clock.advance(120_000);
  expect(await renamed.call('GET', `/v1/bookings/${body.id}`, { key })).toMatchObject({
    body: { status: 'processing' },
  });
  await without.clock.advance(600_000);
  expect(await without.call('GET', `/v1/bookings/${body.id}`, { key })).toMatchObject({
    body: { status: 'confirmed' },
  });
});

it('STA-5: uses the message of the provider, or that of the catalogue if there is none', async () => {
  const failing = (error_message?: string): Provider => ({
    ...sandbox,
    book: async () => ({ outcome: 'failed', error_code: 'card_declined', ...(error_message && { error_message }) }),
  });
  for (const [provider, error_message] of [
    [failing(), 'The card was declined.'],
    [failing('The bank says no.'), 'The bank says no.'],
  ] as const) {
    await using world = await openWorld({ providers: [provider] });
    const id = await create(world);
    await world.clock.advance(0);
    const { body } = await world.call<Booking>('GET', `/v1/bookings/${id}`);
    expect(body).toMatchObject({ status: 'failed', error_code: 'card_declined', error_message });
  }
});
