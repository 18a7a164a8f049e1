import { expect, it } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createLaneActivity } from './lane-activity.ts';

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
