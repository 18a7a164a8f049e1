import { expect, it } from 'vitest';
import { createManualClock, type ManualClock } from './test-doubles.ts';

const start = new Date('2026-11-21T09:30:00.000Z');

/** Records the name and the time of every run, in order. */
function createRecorder(clock: ManualClock): { log: string[]; task: (name: string) => () => Promise<void> } {
  const log: string[] = [];
  const task = (name: string) => async () => {
    log.push(`${name} ${clock.now().getTime() - start.getTime()}`);
  };
  return { log, task };
}

it('DLV-3: stands still until it is advanced, and then moves by exactly that time', async () => {
  const clock = createManualClock(start);
  expect(clock.now()).toEqual(start);
  await clock.advance(1);
  await clock.advance(29_999);
  await clock.advance(0);
  expect(clock.now().toISOString()).toBe('2026-11-21T09:30:30.000Z');
});

it('DLV-3: returns its time by value', () => {
  const clock = createManualClock(start);
  clock.now().setFullYear(1999);
  expect(clock.now()).toEqual(start);
});

it('DLV-3: runs what becomes due in order, each at its own time', async () => {
  const clock = createManualClock(start);
  const { log, task } = createRecorder(clock);
  clock.every(300, task('slow'));
  clock.every(200, task('fast'));
  await clock.advance(199);
  expect(log).toEqual([]);
  await clock.advance(401);
  expect(log).toEqual(['fast 200', 'slow 300', 'fast 400', 'slow 600', 'fast 600']);
});

it('DLV-3: awaits each run before the next', async () => {
  const clock = createManualClock(start);
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  clock.every(100, async () => {
    log.push('begins');
    await gate.promise;
    log.push('ends');
  });
  clock.every(100, async () => {
    log.push('second');
  });
  const moving = clock.advance(100);
  expect(log).toEqual(['begins']);
  gate.resolve();
  await moving;
  expect(log).toEqual(['begins', 'ends', 'second']);
});

it('DLV-3: runs a woken ticker on the next advance, even by 0 ms, and then after a whole interval', async () => {
  const clock = createManualClock(start);
  const { log, task } = createRecorder(clock);
  const ticker = clock.every(1_000, task('tick'));
  await clock.advance(400);
  ticker.wake();
  ticker.wake();
  expect(log).toEqual([]);
  await clock.advance(0);
  expect(log).toEqual(['tick 400']);
  await clock.advance(1_000);
  expect(log).toEqual(['tick 400', 'tick 1400']);
});

it('DLV-3: runs once more after a wake during a run', async () => {
  const clock = createManualClock(start);
  const log: number[] = [];
  const ticker = clock.every(1_000, async () => {
    log.push(clock.now().getTime() - start.getTime());
    if (log.length === 1) {
      ticker.wake();
      ticker.wake();
    }
  });
  await clock.advance(1_500);
  expect(log).toEqual([1_000, 1_000]);
});

it('DLV-3: never runs a stopped ticker, even if it is woken', async () => {
  const clock = createManualClock(start);
  const { log, task } = createRecorder(clock);
  const ticker = clock.every(100, task('tick'));
  await clock.advance(100);
  await ticker.stop();
  ticker.wake();
  await clock.advance(10_000);
  expect(log).toEqual(['tick 100']);
});

it('DLV-3: stop resolves only when the current run has ended', async () => {
  const clock = createManualClock(start);
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const ticker = clock.every(100, async () => {
    await gate.promise;
    log.push('run ended');
  });
  const moving = clock.advance(100);
  const stopping = ticker.stop().then(() => log.push('stopped'));
  // Before the next macrotask, every promise that can settle has settled.
  await new Promise((turn) => setImmediate(turn));
  gate.resolve();
  await Promise.all([moving, stopping]);
  expect(log).toEqual(['run ended', 'stopped']);
});

it('DLV-8: keeps the time that a task advances itself', async () => {
  const clock = createManualClock(start);
  let moved = false;
  clock.every(1_000, async () => {
    if (moved) return;
    moved = true;
    await clock.advance(5_000);
  });
  await clock.advance(1_000);
  expect(clock.now().getTime() - start.getTime()).toBe(6_000);
});

it('DLV-3: never overlaps the runs of a ticker, however far time advances during a run', async () => {
  const clock = createManualClock(start);
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  clock.every(100, async () => {
    begun += 1;
    await gate.promise;
  });
  const first = clock.advance(100);
  await clock.advance(1_000);
  expect(begun).toBe(1);
  gate.resolve();
  await first;
  await clock.advance(0);
  expect(begun).toBe(2);
});

it('STA-12: after calls its task once at its time, or never if it is cancelled', async () => {
  const clock = createManualClock(start);
  const log: string[] = [];
  const note = (name: string) => () => void log.push(`${name} ${clock.now().getTime() - start.getTime()}`);
  clock.after(200, note('kept'));
  const cancel = clock.after(100, note('cancelled'));
  await clock.advance(99);
  cancel();
  await clock.advance(100);
  expect(log).toEqual([]);
  await clock.advance(1);
  expect(log).toEqual(['kept 200']);
  cancel();
  await clock.advance(10_000);
  expect(log).toEqual(['kept 200']);
});

it('DLV-3: skips the ticks without work, up to 30 s before the end', async () => {
  const clock = createManualClock(start);
  const { log, task } = createRecorder(clock);
  let due: Date | undefined = new Date(start.getTime() + 3_600_500);
  const record = task('work');
  const work = () => {
    if (due && due <= clock.now()) due = undefined;
    return record();
  };
  clock.every(10_000, work, { nextDue: async () => due });
  clock.every(3_600_000, task('hourly'));
  await clock.advance(7_205_000);
  expect(log.slice(0, 2)).toEqual(['hourly 3600000', 'work 3610000']);
  expect(log.slice(2)).toEqual(['work 7180000', 'work 7190000', 'work 7200000', 'hourly 7200000']);
});
