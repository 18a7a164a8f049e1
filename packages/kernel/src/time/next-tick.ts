/** Finds the next tick with work, so that a long advance of a clock skips the ticks without work. */
import type { Timer, Timers } from './clock.ts';

export interface NextTickOptions {
  /** Later ticks are not found. The timers' time in milliseconds. */
  readonly until: number;
  /** The timers' time in milliseconds. A late tick comes at this instant. */
  readonly from: number;
  /** The difference from the timers' time to the time of `nextDue`, in milliseconds. */
  readonly offset_ms: number;
}

/** Returns the timer that runs next, and its tick. Skips the ticks before that. Undefined if no timer has work until `until`. */
export async function findNextTick(
  timers: Pick<Timers, 'idle'>,
  { until, from, offset_ms }: NextTickOptions,
): Promise<{ timer: Timer; tick: number } | undefined> {
  const candidates = timers.idle().filter(({ due }) => due <= until);
  const found = await Promise.all(candidates.map(async (timer) => ({ timer, at: await findWork(timer, offset_ms) })));
  // A timer that was woken meanwhile runs immediately. Ticks at the same instant keep the order of their timers.
  const ticks = found.map(({ timer, at }) => ({ timer, tick: timer.woken ? timer.due : tickAt(timer, at, from) }));
  const next = ticks.filter(({ tick }) => tick <= until).toSorted((one, other) => one.tick - other.tick)[0];
  if (!next) return undefined;
  const before = ticks.findIndex(({ timer }) => timer === next.timer);
  for (const [index, { timer }] of ticks.entries()) {
    if (timer !== next.timer) skipTicks(timer, { until: index < before ? next.tick + 1 : next.tick, from });
  }
  return next;
}

/** Skips the ticks of this timer before `until`, at which it has no work. Both are the timers' time in milliseconds. */
export function skipTicks(timer: Timer, { until, from }: Pick<NextTickOptions, 'until' | 'from'>): void {
  if (timer.nextDue === undefined || timer.woken || timer.running || timer.due >= until) return;
  timer.due = tickAt(timer, Math.max(until, Math.max(timer.due, from) + 1), from);
}

/** Returns the timers' time at which the timer next has work. Infinity if no work waits. */
async function findWork({ due, nextDue }: Timer, offset_ms: number): Promise<number> {
  if (!nextDue) return due;
  try {
    const at = await nextDue();
    return at === undefined ? Infinity : at.getTime() - offset_ms;
  } catch {
    // If nextDue fails, the tick runs and reports the error, as it would without an advance.
    return due;
  }
}

/**
 * Returns the first tick of this timer at `at` or later. A tick that is late because the run before it took long comes at `from`,
 * and the next ticks count from there.
 */
function tickAt({ due, interval_ms }: Timer, at: number, from: number): number {
  const base = Math.max(due, from);
  if (interval_ms === undefined || at <= base) return due;
  return base + Math.ceil((at - base) / interval_ms) * interval_ms;
}
