/** Sandbox advance: skips only ticks without due work. Events, their times and their order stay the same. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Ticker } from './clock.ts';
import { createSandboxClock, maxAdvance_ms } from './sandbox-clock.ts';

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
