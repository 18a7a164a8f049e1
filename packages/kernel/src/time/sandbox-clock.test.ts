import { expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { createSandboxClock, maxAdvance_ms, type SandboxClock } from './sandbox-clock.ts';
import type { Ticker } from './clock.ts';

const hour_ms = 3_600_000;

/** Records the name and the instant of every run, in order. */
function createRecorder(clock: SandboxClock) {
  const log: { name: string; at: number }[] = [];
  const task = (name: string) => async () => void log.push({ name, at: clock.now().getTime() });
  return { log, task };
}

it('DLV-3: runs by itself with the system time', async () => {
  const clock = createSandboxClock();
  const third = Promise.withResolvers<void>();
  let runs = 0;
  const ticker = clock.every(5, async () => {
    runs += 1;
    if (runs === 3) third.resolve();
  });
  await third.promise;
  await ticker.stop();
  const before_ms = Date.now();
  const now_ms = clock.now().getTime();
  // The two clocks of the computer are read in whole milliseconds.
  expect(now_ms).toBeGreaterThanOrEqual(before_ms - 100);
  expect(now_ms).toBeLessThanOrEqual(Date.now() + 100);
});

it('DLV-3: runs what becomes due in order, each at its own instant', async () => {
  const clock = createSandboxClock();
  const { log, task } = createRecorder(clock);
  clock.every(3 * hour_ms, task('slow'));
  clock.every(2 * hour_ms, task('fast'));
  clock.after(5 * hour_ms, () => void task('once')());
  await clock.advance(7 * hour_ms);
  expect(log.map(({ name }) => name)).toEqual(['fast', 'slow', 'fast', 'once', 'slow', 'fast']);
  const fast = log.filter(({ name }) => name === 'fast').map(({ at }) => at);
  expect(fast.slice(1).map((at, index) => at - (fast[index] ?? 0))).toEqual([2 * hour_ms, 2 * hour_ms]);
  expect(clock.offset_ms()).toBe(7 * hour_ms);
});

it('DLV-3: awaits each run before the next', async () => {
  const clock = createSandboxClock();
  const log: string[] = [];
  clock.every(hour_ms, async () => {
    log.push('begins');
    await new Promise((turn) => setImmediate(turn));
    log.push('ends');
  });
  clock.every(hour_ms + 1, async () => void log.push('second'));
  await clock.advance(hour_ms + 1000);
  expect(log).toEqual(['begins', 'ends', 'second']);
});

it('DLV-3: awaits a long run if no timer exists that it could wait for', async () => {
  const clock = createSandboxClock({ patience_ms: 0 });
  const log: string[] = [];
  clock.every(hour_ms, async () => {
    for (let turns = 0; turns < 50; turns += 1) await new Promise((turn) => setImmediate(turn));
    log.push('ends');
  });
  clock.every(hour_ms + 1, async () => void log.push('second'));
  await clock.advance(hour_ms + 1000);
  expect(log).toEqual(['ends', 'second']);
});

it('DLV-3: awaits a run that started before the advance, and runs the ticker again', async () => {
  const clock = createSandboxClock();
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let runs = 0;
  const ticker = clock.every(hour_ms, async () => {
    runs += 1;
    begun.resolve();
    if (runs === 1) await gate.promise;
  });
  ticker.wake();
  await begun.promise;
  const moving = clock.advance(hour_ms + 1000);
  gate.resolve();
  await moving;
  expect(runs).toBe(2);
  await ticker.stop();
});

it('DLV-3: runs concurrent advances one after the other', async () => {
  const clock = createSandboxClock();
  const { log, task } = createRecorder(clock);
  const start = clock.now().getTime();
  clock.every(hour_ms, task('tick'));
  const offsets: number[] = [];
  const advance = async (ms: number) => {
    await clock.advance(ms);
    offsets.push(clock.offset_ms());
  };
  await Promise.all([advance(2 * hour_ms + 1000), advance(hour_ms)]);
  expect(offsets).toEqual([2 * hour_ms + 1000, 3 * hour_ms + 1000]);
  expect(log).toHaveLength(3);
  expect(clock.now().getTime() - start).toBeGreaterThanOrEqual(3 * hour_ms + 1000);
});

it('DLV-3: continues by itself after an advance', async () => {
  const clock = createSandboxClock();
  const again = Promise.withResolvers<void>();
  let advanced = false;
  const ticker = clock.every(20, async () => {
    if (advanced) again.resolve();
  });
  await clock.advance(1000);
  advanced = true;
  await expect(again.promise).resolves.toBeUndefined();
  await ticker.stop();
});

it('DLV-3: lets time pass for a run that waits for it', async () => {
  const clock = createSandboxClock();
  const log: string[] = [];
  clock.every(hour_ms, async () => {
    log.push('begins');
    await new Promise<void>((done) => clock.after(10_000, done));
    log.push('ends');
  });
  await clock.advance(hour_ms + 60_000);
  expect(log).toEqual(['begins', 'ends']);
});

it('DLV-3: yields to the event loop during an advance over many ticks', async () => {
  const clock = createSandboxClock();
  let ticks = 0;
  let ticksThen = Infinity;
  clock.every(1000, async () => {
    ticks += 1;
    if (ticks === 1) setImmediate(() => (ticksThen = ticks));
  });
  await clock.advance(hour_ms);
  expect(ticks).toBe(3600);
  expect(ticksThen).toBeLessThan(10);
});

it('DLV-3: never runs a stopped ticker or a cancelled task', async () => {
  const clock = createSandboxClock();
  const { log, task } = createRecorder(clock);
  const ticker = clock.every(hour_ms, task('tick'));
  const cancel = clock.after(hour_ms, () => void task('once')());
  cancel();
  await ticker.stop();
  ticker.wake();
  await clock.advance(3 * hour_ms);
  expect(log).toEqual([]);
});

it.each([0, -1, 0.5, Number.NaN, maxAdvance_ms + 1])('DLV-3: refuses to advance by %d ms', async (ms) => {
  const clock = createSandboxClock();
  await expect(clock.advance(ms)).rejects.toThrow(`not ${ms}`);
  expect(clock.offset_ms()).toBe(0);
});

it.each([-5, 5])('DLV-3: keeps its interval if the wall clock jumps %d hours during a run', async (hours) => {
  vi.useFakeTimers({ now: new Date('2026-11-21T09:30:00.000Z') });
  try {
    const clock = createSandboxClock({ offset_ms: hour_ms });
    let begun = 0;
    const ticker = clock.every(1_000, async () => {
      begun += 1;
      vi.setSystemTime(Date.now() + hours * hour_ms);
    });
    await vi.advanceTimersByTimeAsync(10_500);
    expect(begun).toBe(10);
    expect(clock.now().getTime()).toBe(Date.now() + hour_ms);
    await ticker.stop();
  } finally {
    vi.useRealTimers();
  }
});

it.each([
  { begin: 0.2, advanced: 0.7 },
  { begin: 0.7, advanced: 0.2 },
])(
  'STA-4: runs a timer no earlier by `now` than it was set for, at $begin ms and then at $advanced ms',
  async (phase) => {
    let real_ms = 5000 + phase.begin;
    const wall_ms = Date.UTC(2026, 10, 21) + 0.5;
    const sources = { now: () => new Date(Math.floor(wall_ms + real_ms)), monotonic_ms: () => real_ms };
    const clock = createSandboxClock({ sources });
    const { log, task } = createRecorder(clock);
    const due = clock.now().getTime() + 2000;
    clock.after(2000, () => void task('due')());
    real_ms = 5000 + phase.advanced;
    await clock.advance(2000);
    expect(log).toEqual([{ name: 'due', at: due }]);
  },
);

it('DLV-13: ages count no time that an advance takes', async () => {
  let real_ms = 5000;
  const clock = createSandboxClock({ sources: { now: () => new Date(real_ms), monotonic_ms: () => real_ms } });
  const begun_ms = clock.monotonic_ms();
  const ages: number[] = [];
  const readAge = () => void ages.push(clock.monotonic_ms() - begun_ms);
  clock.after(1000, () => {
    real_ms += 40_000;
    readAge();
  });
  await clock.advance(2000);
  readAge();
  real_ms += 10;
  readAge();
  expect(ages).toEqual([0, 0, 10]);
});

// Sandbox advance: skips only ticks without due work. Events, their times and their order stay the same.

const start = new Date('2026-11-21T09:30:00.000Z');
/** The computer's time stands still. The monotonic time has a fraction, as on every system. */
const sources = { now: () => start, monotonic_ms: () => 1234.567 };
const intervals = [500, 2_000, 3_000] as const;
const lanes = fc.integer({ min: 0, max: intervals.length - 1 });
const delay = fc.integer({ min: 0, max: 20_000 });

/** A further effect of a piece of work when it is done. */
type Effect =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'more'; readonly lane: number; readonly delay: number }
  | { readonly kind: 'timer'; readonly lane: number; readonly delay: number }
  | { readonly kind: 'wake'; readonly lane: number }
  | { readonly kind: 'wait'; readonly delay: number };

interface Work {
  readonly id: string;
  readonly lane: number;
  /** Milliseconds after the start. */
  readonly at: number;
  readonly effect: Effect;
}

const effect: fc.Arbitrary<Effect> = fc.oneof(
  fc.constant({ kind: 'nothing' } as const),
  fc.record({ kind: fc.constant('more' as const), lane: lanes, delay }),
  fc.record({ kind: fc.constant('timer' as const), lane: lanes, delay }),
  fc.record({ kind: fc.constant('wake' as const), lane: lanes }),
  fc.record({ kind: fc.constant('wait' as const), delay: fc.integer({ min: 1, max: 5_000 }) }),
);
const schedule = fc
  .array(fc.record({ lane: lanes, at: fc.integer({ min: 0, max: 60_000 }), effect }), { maxLength: 12 })
  .map((works) => works.map((work, index): Work => ({ ...work, id: `w${index}` })));
const advances = fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 4 });

/** The log: each line has a lane, a piece of work and an instant. */
async function play(works: readonly Work[], moves: readonly number[], skips: boolean): Promise<string[]> {
  const clock = createSandboxClock({ patience_ms: 0, sources });
  const waiting = [...works];
  const log: string[] = [];
  const tickers: Ticker[] = [];
  const elapsed = () => clock.now().getTime() - start.getTime();

  async function task(lane: number): Promise<void> {
    for (;;) {
      const index = waiting.findIndex((work) => work.lane === lane && work.at <= elapsed());
      const [work] = index === -1 ? [] : waiting.splice(index, 1);
      if (!work) return;
      log.push(`${lane} ${work.id} ${elapsed()}`);
      await happen(work);
    }
  }

  async function happen({ id, effect: what }: Work): Promise<void> {
    const nothing = { kind: 'nothing' } as const;
    if (what.kind === 'more') {
      waiting.push({ id: `${id}+`, lane: what.lane, at: elapsed() + what.delay, effect: nothing });
    } else if (what.kind === 'timer') {
      clock.after(what.delay, () => {
        log.push(`timer of ${id} ${elapsed()}`);
        waiting.push({ id: `${id}!`, lane: what.lane, at: elapsed(), effect: nothing });
      });
    } else if (what.kind === 'wake') tickers[what.lane]?.wake();
    else if (what.kind === 'wait') await new Promise<void>((done) => void clock.after(what.delay, done));
  }

  for (const [lane, interval] of intervals.entries()) {
    const nextDue = async () => {
      const times = waiting.filter((work) => work.lane === lane).map(({ at }) => at);
      return times.length === 0 ? undefined : new Date(start.getTime() + Math.min(...times));
    };
    tickers.push(clock.every(interval, () => task(lane), skips ? { nextDue } : {}));
  }
  for (const ms of moves) {
    await clock.advance(ms);
    log.push(`moved to ${elapsed()}`);
  }
  const stopped = Promise.all(tickers.map((ticker) => ticker.stop()));
  // Advance for tasks that wait for the clock.
  await clock.advance(100_000);
  await stopped;
  return log;
}

/** The first lane has already had its tick at an instant when another lane creates work for it at the same instant. */
const sameInstant: readonly Work[] = [{ id: 'w0', lane: 1, at: 1_800, effect: { kind: 'more', lane: 0, delay: 0 } }];

it('DLV-3: due work runs at the same instants and in the same order as without skipping', async () => {
  await fc.assert(
    fc.asyncProperty(schedule, advances, async (works, moves) => {
      expect(await play(works, moves, true)).toEqual(await play(works, moves, false));
    }),
    { numRuns: 150, examples: [[[...sameInstant], [5_000]]] },
  );
});

it('DLV-3: 31 days without due work run no tick, and the next tick comes an interval later', async () => {
  const clock = createSandboxClock({ sources });
  const ran: number[] = [];
  let due: Date | undefined;
  const task = async () => {
    ran.push(clock.now().getTime() - start.getTime());
    due = undefined;
  };
  const ticker = clock.every(2_000, task, { nextDue: async () => due });
  await clock.advance(maxAdvance_ms);
  expect(ran).toEqual([]);
  due = clock.now();
  await clock.advance(2_000);
  expect(ran).toEqual([maxAdvance_ms + 2_000]);
  await ticker.stop();
});

it('DLV-3: a ticker whose nextDue fails runs every tick', async () => {
  const clock = createSandboxClock({ sources });
  let runs = 0;
  const nextDue = () => Promise.reject(new Error('The database is unavailable.'));
  const ticker = clock.every(1_000, async () => void (runs += 1), { nextDue });
  await clock.advance(10_000);
  expect(runs).toBe(10);
  await ticker.stop();
});
