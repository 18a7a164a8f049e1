import { pino } from 'pino';
import { expect, it } from 'vitest';
import {
  createLaneActivity,
  createRecorder,
  type DeliveryAlert,
  type DeliveryObserver,
  noDeliveryObserver,
  watchDeliveries,
} from './report-deliveries.ts';
import { createManualClock } from '../testing/test-doubles.ts';
import { BusyError } from '../store/store-errors.ts';
import type { AttemptOutcome, DeliveryWrites } from '../store/deliveries/port.ts';

const minute_ms = 60_000;
const start = Date.parse('2026-11-21T12:00:00.000Z');

/** Opens a watch with a clock that the test sets, and collects its alerts. */
function openWatch() {
  let now_ms = start;
  const alerts: DeliveryAlert[] = [];
  const lines: Record<string, unknown>[] = [];
  const passed: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const observer: DeliveryObserver = {
    ...noDeliveryObserver,
    alerted: (alert) => void alerts.push(alert),
    attempted: ({ outcome }) => void passed.push(outcome),
    abandoned: ({ after }) => void passed.push(after),
  };
  const watch = watchDeliveries(observer, { clock: { now: () => new Date(now_ms) }, log });
  return {
    alerts,
    lines,
    passed,
    attempt: (minutes: number, outcome: 'succeeded' | 'status' = 'status', organization_id = 'org_1'): void => {
      now_ms = start + minutes * minute_ms;
      watch.attempted({ organization_id, outcome, duration_ms: 1 });
    },
    abandon: (minutes: number, organization_id = 'org_1'): void => {
      now_ms = start + minutes * minute_ms;
      watch.abandoned({ organization_id, after: 'failure' });
    },
  };
}

it('alerts when every attempt has failed for 5 minutes', () => {
  const { attempt, alerts, lines } = openWatch();
  attempt(0);
  attempt(4.9);
  expect(alerts).toEqual([]);
  attempt(5);
  const failing_since = '2026-11-21T12:00:00.000Z';
  expect(alerts).toEqual([{ organization_id: 'org_1', reason: 'failing', failing_since, failures: 3 }]);
  expect(lines).toMatchObject([{ level: 40, code: 'webhooks_failing', organization_id: 'org_1', reason: 'failing' }]);
});

it('does not alert while some attempts succeed', () => {
  const { attempt, alerts } = openWatch();
  for (let minutes = 0; minutes < 60; minutes += 4) {
    attempt(minutes);
    attempt(minutes + 2, 'succeeded');
  }
  expect(alerts).toEqual([]);
});

it('alerts when a delivery is abandoned', () => {
  const { abandon, alerts } = openWatch();
  abandon(0);
  expect(alerts).toEqual([{ organization_id: 'org_1', reason: 'abandoned', failing_since: null, failures: 0 }]);
});

it('alerts at most once per hour and organization, also if attempts succeed in between', () => {
  const { attempt, abandon, alerts } = openWatch();
  abandon(0);
  attempt(1, 'succeeded');
  abandon(2);
  abandon(2, 'org_2');
  abandon(59.9);
  expect(alerts.map(({ organization_id }) => organization_id)).toEqual(['org_1', 'org_2']);
  abandon(60);
  expect(alerts.map(({ organization_id }) => organization_id)).toEqual(['org_1', 'org_2', 'org_1']);
});

it('passes every report on', () => {
  const { attempt, abandon, passed } = openWatch();
  attempt(0, 'succeeded');
  attempt(0);
  abandon(0);
  expect(passed).toEqual(['succeeded', 'status', 'failure']);
});

it('DLV-3: measures each lane separately and allows for its longest step', async () => {
  const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
  const activity = createLaneActivity(clock, {
    stalled_ticks: 3,
    lanes: {
      runs: { interval_ms: 2_000, maxStep_ms: 30_000 },
      expiries: { interval_ms: 1_000, maxStep_ms: 0 },
      deliveries: { interval_ms: 1_000, maxStep_ms: 10_000 },
      'slow deliveries': { interval_ms: 60_000, maxStep_ms: 10_000 },
    },
  });
  expect(activity.read()).toEqual([]);
  activity.record('runs');
  activity.record('deliveries');
  await clock.advance(5_000);
  activity.record('slow deliveries');
  activity.record('deliveries');
  await clock.advance(1_000);
  expect(activity.read()).toEqual([
    { lane: 'runs', age_ms: 6_000, interval_ms: 2_000, max_age_ms: 90_000 },
    { lane: 'deliveries', age_ms: 1_000, interval_ms: 1_000, max_age_ms: 30_000 },
    { lane: 'slow deliveries', age_ms: 1_000, interval_ms: 60_000, max_age_ms: 180_000 },
  ]);
});

const attempt = {
  request_headers: null,
  started_at: '2026-11-21T09:30:00.000Z',
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
