/** The conformance check of a provider that reports its own changes: each broken one fails the scenario that is about its fault. */
import { expect, it } from 'vitest';
import { checkProvider } from '../../src/command/checks/check-provider.ts';
import type { CheckResult } from '../../src/command/checks/run-scenario.ts';
import { createHttpProvider, systemClock } from '../../src/index.ts';
import { refusal, secret, startHttpProvider, type Replaced } from '../suppliers/test-http-provider.ts';

/** Checks a provider over HTTP with these operations replaced. */
async function check(
  operations: NonNullable<Replaced['operations']>,
  options: object = { sends_events: true },
): Promise<CheckResult[]> {
  await using server = await startHttpProvider({ operations });
  const provider = createHttpProvider({ name: 'corner', url: server.url, secret, clock: systemClock, ...options });
  return await checkProvider({ provider, clock: systemClock, pause: async () => undefined });
}

const failed = (results: readonly CheckResult[]) =>
  results.filter(({ verdict }) => verdict === 'failed').map(({ scenario, detail }) => `${scenario}: ${detail}`);

it.each([{ sends_events: true }, { read_after_seconds: 3600 }])(
  'PRV-4: also reads bookings with %o',
  async (options) => {
    const results = await check({}, options);
    expect(failed(results)).toEqual([]);
    expect(results.map(({ scenario }) => scenario)).toEqual(expect.arrayContaining(['read', 'read of nothing']));
  },
);

const reading = (body: object) => ({ '/bookings/read': () => ({ status: 200, body }) });

it.each<{ fault: string; operations: Replaced['operations']; finds: string }>([
  {
    fault: 'never states a cancellation',
    operations: reading({ state: 'confirmed' }),
    finds: 'read: a released booking is confirmed, so a cancellation would not be seen',
  },
  {
    fault: 'confirms a booking that was never made',
    operations: reading({ state: 'confirmed' }),
    finds: 'read of nothing: a booking that was never made is confirmed',
  },
  {
    fault: 'states a cancellation at once',
    operations: reading({ state: 'cancelled' }),
    finds: 'read: a confirmed booking is cancelled',
  },
  {
    fault: 'states the slot of another booking',
    operations: reading({ state: 'confirmed', slot_id: 'slt_another' }),
    finds: 'read: a confirmed booking has another slot or number of people',
  },
  {
    fault: 'states the number of people before the modification',
    operations: reading({ state: 'confirmed', party_size: 2 }),
    finds: 'read: a modified booking has another slot or number of people',
  },
  {
    fault: 'returns another state',
    operations: reading({ state: 'gone' }),
    finds: 'read: The provider corner failed at readBooking',
  },
  {
    fault: 'has no such operation',
    operations: { '/bookings/read': () => refusal(404, 'not_found') },
    finds: 'read: The provider corner failed at readBooking: status 404.',
  },
])('PRV-4: finds a provider that $fault', async ({ operations, finds }) => {
  const faults = failed(await check(operations ?? {}));
  expect(faults.filter((fault) => fault.startsWith(finds))).toHaveLength(1);
});

it('PRV-4: reads no booking of a provider that reports nothing', async () => {
  const results = await check({}, {});
  expect(results.filter(({ scenario }) => scenario.startsWith('read'))).toEqual([]);
});
