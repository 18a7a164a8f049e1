import { pino } from 'pino';
import { expect, it } from 'vitest';
import { BusyError } from '../store/store-errors.ts';
import type { AttemptOutcome, DeliveryWrites } from '../store/deliveries/port.ts';
import { createRecorder } from './report-deliveries.ts';

const attempt = {
  request_headers: null,
  started: '2026-11-21T09:30:00.000Z',
  duration_ms: 3,
  status: 204,
  error: null,
  cause: null,
  answer: '',
};
const outcomes = Array.from({ length: 250 }, (_, index): AttemptOutcome => {
  return {
    delivery: { organization_id: 'org_a', id: `dlv_${index}`, attempt: 1, lease_token: 'lease_a' },
    attempt,
    state: 'succeeded',
  };
});

/** Creates a recorder whose leases end when `monotonic_ms` returns more than 0. */
function open(recordAttempts: DeliveryWrites['recordAttempts'], monotonic_ms: () => number = () => 0) {
  const recorder = createRecorder({
    store: { recordAttempts },
    clock: { monotonic_ms },
    log: pino({ level: 'silent' }),
  });
  return { recordAll: (all = outcomes) => Promise.allSettled(all.map((outcome) => recorder.record(outcome, 0))) };
}

it('DLV-6: records many attempts with one statement, and runs two statements at once', async () => {
  const statements: number[] = [];
  const second = Promise.withResolvers<void>();
  const { recordAll } = open(async (batch) => {
    // The first statement ends when the second has begun.
    if (statements.push(batch.length) === 2) second.resolve();
    await second.promise;
    return batch.map(({ delivery }) => delivery.id !== 'dlv_7');
  });
  const results = await recordAll();
  expect(statements).toEqual([100, 100, 50]);
  const lost = results.flatMap((result, index) =>
    result.status === 'fulfilled' && result.value ? [] : [[index, result]],
  );
  expect(lost).toEqual([[7, { status: 'fulfilled', value: false }]]);
});

it('DLV-6: a few outcomes wait for the statement in progress', async () => {
  const statements: number[] = [];
  const { promise: first, resolve: endFirst } = Promise.withResolvers<void>();
  const { recordAll } = open(async (batch) => {
    if (statements.push(batch.length) === 1) await first;
    return batch.map(() => true);
  });
  const all = [recordAll(outcomes.slice(0, 1))];
  await expect.poll(() => statements).toEqual([1]);
  for (let index = 1; index < 10; index += 1) {
    all.push(recordAll(outcomes.slice(index, index + 1)));
    await new Promise((turn) => setImmediate(turn));
  }
  expect(statements).toEqual([1]);
  endFirst();
  await Promise.all(all);
  expect(statements).toEqual([1, 9]);
});

it('DLV-6: repeats a statement while the database is unavailable', async () => {
  const statements: number[] = [];
  const { recordAll } = open(async (batch) => {
    statements.push(batch.length);
    if (statements.length <= 3) throw new BusyError('timeout exceeded when trying to connect');
    return batch.map(() => true);
  });
  expect(await recordAll(outcomes.slice(0, 5))).toEqual(
    Array.from({ length: 5 }, () => ({ status: 'fulfilled', value: true })),
  );
  expect(statements).toEqual([5, 5, 5, 5]);
});

it('DLV-6: gives up an attempt only when its lease has ended', async () => {
  let calls = 0;
  const { recordAll } = open(
    async () => {
      calls += 1;
      throw new BusyError('The database is gone.');
    },
    () => (calls === 4 ? 1 : 0),
  );
  expect(await recordAll(outcomes.slice(0, 1))).toMatchObject([
    { status: 'rejected', reason: { message: 'The database is gone.' } },
  ]);
  expect(calls).toBe(4);
});

it('DLV-6: an outcome that cannot be stored prevents the record of no other', async () => {
  let calls = 0;
  const { recordAll } = open(
    async (batch) => {
      calls += 1;
      if (batch.some(({ delivery }) => delivery.id === 'dlv_2')) throw new RangeError('invalid byte sequence');
      return batch.map(() => true);
    },
    () => (calls > 8 ? 1 : 0),
  );
  const results = await recordAll(outcomes.slice(0, 4));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});
