import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from './clock.ts';

// The computer's own timers are what systemClock stands on; here they are moved instead of waited for.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T09:30:00.000Z') }));
afterEach(() => void vi.useRealTimers());

/** A task whose runs end when they are told to. */
function gated(): { task: () => Promise<void>; begun: () => number; end: () => Promise<void> } {
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

it("DLV-3: tells the computer's time", async () => {
  await vi.advanceTimersByTimeAsync(1_500);
  expect(systemClock.now().toISOString()).toBe('2026-11-21T09:30:01.500Z');
});

it('DLV-3: runs first after one interval, never while a run is under way, and again within one interval of its end', async () => {
  const { task, begun, end } = gated();
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

it('DLV-3: a task that takes no time runs once an interval', async () => {
  let begun = 0;
  const ticker = systemClock.every(1_000, async () => {
    begun += 1;
  });
  await vi.advanceTimersByTimeAsync(10_500);
  expect(begun).toBe(10);
  await ticker.stop();
});

it('DLV-3: woken while idle it runs at once, and once for many wakes', async () => {
  const { task, begun, end } = gated();
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

it('DLV-3: woken during a run it never overlaps, and runs once more right after', async () => {
  const { task, begun, end } = gated();
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

it('DLV-3: stop waits for the run under way, and nothing runs after it', async () => {
  const { task, begun, end } = gated();
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

it('DLV-3: stopped before its first run it never runs', async () => {
  const { task, begun } = gated();
  await systemClock.every(1_000, task).stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begun()).toBe(0);
});

it('STA-12: after calls its task once, at its time, and not at all once it is called off', async () => {
  const log: string[] = [];
  systemClock.after(1_000, () => void log.push('kept'));
  const cancel = systemClock.after(1_000, () => void log.push('called off'));
  await vi.advanceTimersByTimeAsync(999);
  cancel();
  expect(log).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log).toEqual(['kept']);
});

it.each([
  { hours: -5, name: 'back' },
  { hours: 5, name: 'forward' },
])('DLV-3: a wall clock that jumps $hours hours during a run moves no run', async ({ hours }) => {
  let begun = 0;
  const ticker = systemClock.every(1_000, async () => {
    begun += 1;
    vi.setSystemTime(Date.now() + hours * 3_600_000);
  });
  await vi.advanceTimersByTimeAsync(10_500);
  expect(begun).toBe(10);
  await ticker.stop();
});
