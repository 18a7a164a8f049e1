import { pino } from 'pino';
import { expect, it } from 'vitest';
import {
  createLaneActivity,
  type DeliveryAlert,
  type DeliveryObserver,
  noDeliveryObserver,
  watchDeliveries,
} from './report-deliveries.ts';
import { createManualClock } from '../testing/test-doubles.ts';

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
