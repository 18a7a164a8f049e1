import { expect, it } from 'vitest';
import { createManualClock } from '@booking-service/kernel/testing/manual-clock';
import { createLaneActivity } from './lane-activity.ts';

it('DLV-3: measures each lane separately and allows for its longest step', async () => {
  const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
  const activity = createLaneActivity(clock, {
    runs: 2_000,
    expiries: 1_000,
    deliveries: 1_000,
    'slow deliveries': 60_000,
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
