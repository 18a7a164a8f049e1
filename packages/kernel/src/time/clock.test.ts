import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readInstant, systemClock } from './clock.ts';

// systemClock uses the system timers. The tests advance them.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T09:30:00.000Z') }));
afterEach(() => void vi.useRealTimers());

it.each([
  ['2026-12-31T23:59:60Z', '2027-01-01T00:00:00.000Z'],
  ['2026-12-31T23:59:60.5Z', '2027-01-01T00:00:00.500Z'],
  ['2027-01-01T00:59:60+01:00', '2027-01-01T00:00:00.000Z'],
  ['2026-11-21T09:30:00+01:00', '2026-11-21T08:30:00.000Z'],
  ['2026-11-21T09:30:61Z', undefined],
  ['tomorrow', undefined],
])('reads the instant %s as %s', (text, expected) => {
  expect(readInstant(text)?.toISOString()).toBe(expected);
});

/** Creates a task whose runs end when the test calls `end`. */
function createGatedTask(): { task: () => Promise<void>; begun: () => number; end: () => Promise<void> } {
  const gates: (() => void)[] = [];
  let begun = 0;
  return {
    task: () => {
      begun += 1;
      return new Promise((ended) => gates.push(ended));
    },
    begun: () => begun,
    end: async () => {
      gates.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

it('DLV-3: returns the system time', async () => {
  await vi.advanceTimersByTimeAsync(1_500);
  expect(systemClock.now().toISOString()).toBe('2026-11-21T09:30:01.500Z');
});

it('DLV-3: runs first after one interval, never during another run, and again within one interval of its end', async () => {
  const { task, begun, end } = createGatedTask();
  const ticker = systemClock.every(1_000, task);
  await vi.advanceTimersByTimeAsync(999);
  expect(begun()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun()).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begun()).toBe(1);
  await end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun()).toBe(2);
  await Promise.all([end(), ticker.stop()]);
});

it('DLV-3: runs a task that takes no time once per interval', async () => {
  let begun = 0;
  const ticker = systemClock.every(1_000, async () => {
    begun += 1;
  });
  await vi.advanceTimersByTimeAsync(10_500);
  expect(begun).toBe(10);
  await ticker.stop();
});

it('DLV-3: runs immediately when woken while idle, and once for several wakes', async () => {
  const { task, begun, end } = createGatedTask();
  const ticker = systemClock.every(1_000, task);
  ticker.wake();
  ticker.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(begun()).toBe(1);
  await end();
  await vi.advanceTimersByTimeAsync(999);
  expect(begun()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun()).toBe(2);
  await Promise.all([end(), ticker.stop()]);
});

it('DLV-3: runs once more directly after a run during which it was woken', async () => {
  const { task, begun, end } = createGatedTask();
  const ticker = systemClock.every(1_000, task);
  await vi.advanceTimersByTimeAsync(1_000);
  ticker.wake();
  ticker.wake();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begun()).toBe(1);
  await end();
  expect(begun()).toBe(2);
  await end();
  await vi.advanceTimersByTimeAsync(999);
  expect(begun()).toBe(2);
  await ticker.stop();
});

it('DLV-3: waits for the current run on stop and runs nothing after it', async () => {
  const { task, begun, end } = createGatedTask();
  const ticker = systemClock.every(1_000, task);
  await vi.advanceTimersByTimeAsync(1_000);
  let stopped = false;
  ticker.wake();
  const stopping = ticker.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(stopped).toBe(false);
  await end();
  await stopping;
  ticker.wake();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begun()).toBe(1);
});

it('DLV-3: never runs if it is stopped before its first run', async () => {
  const { task, begun } = createGatedTask();
  await systemClock.every(1_000, task).stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begun()).toBe(0);
});

it('STA-12: after calls its task once at its time, or never if it is cancelled', async () => {
  const log: string[] = [];
  systemClock.after(1_000, () => void log.push('kept'));
  const cancel = systemClock.after(1_000, () => void log.push('cancelled'));
  await vi.advanceTimersByTimeAsync(999);
  cancel();
  expect(log).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log).toEqual(['kept']);
});

it.each([
  { hours: -5, name: 'back' },
  { hours: 5, name: 'forward' },
])('DLV-3: keeps its interval if the wall clock jumps $hours hours during a run', async ({ hours }) => {
  let begun = 0;
  const ticker = systemClock.every(1_000, async () => {
    begun += 1;
    vi.setSystemTime(Date.now() + hours * 3_600_000);
  });
  await vi.advanceTimersByTimeAsync(10_500);
  expect(begun).toBe(10);
  await ticker.stop();
});
