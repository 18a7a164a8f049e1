import fc from 'fast-check';
import { expect, it } from 'vitest';
import { limits } from '@booking-service/contract';
import { rateWindowAt } from '@booking-service/kernel/http';

it.each([
  { now: '2026-11-21T09:30:00.000Z', start: '2026-11-21T09:30:00.000Z', reset_seconds: 300 },
  { now: '2026-11-21T09:30:00.001Z', start: '2026-11-21T09:30:00.000Z', reset_seconds: 300 },
  { now: '2026-11-21T09:30:01.000Z', start: '2026-11-21T09:30:00.000Z', reset_seconds: 299 },
  { now: '2026-11-21T09:34:59.000Z', start: '2026-11-21T09:30:00.000Z', reset_seconds: 1 },
  { now: '2026-11-21T09:34:59.999Z', start: '2026-11-21T09:30:00.000Z', reset_seconds: 1 },
  { now: '2026-11-21T09:35:00.000Z', start: '2026-11-21T09:35:00.000Z', reset_seconds: 300 },
  { now: '2026-12-31T23:59:59.999Z', start: '2026-12-31T23:55:00.000Z', reset_seconds: 1 },
])('LIM-1 LIM-2 LIM-4: returns the window of $start at $now, which ends in $reset_seconds s', ({ now, ...window }) => {
  expect(rateWindowAt(new Date(now), limits)).toStrictEqual(window);
});

it('LIM-4: aligns 5-minute windows to the clock, with the reset at their end', () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, (now) => {
      const { start, reset_seconds } = rateWindowAt(now, limits);
      const begins = Date.parse(start);
      expect(begins % 300_000).toBe(0);
      expect(now.getTime() - begins).toBeGreaterThanOrEqual(0);
      expect(now.getTime() - begins).toBeLessThan(300_000);
      expect(rateWindowAt(new Date(now.getTime() + reset_seconds * 1000), limits).start).toBe(
        new Date(begins + 300_000).toISOString(),
      );
    }),
  );
});
