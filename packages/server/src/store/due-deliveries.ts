/**
 * Which deliveries are due, in the SQL of both engines, for `deliveries d`: every statement that asks uses these.
 * `now` is the engine's parameter for the moment.
 */

/** Waits to be sent at `now`, or is under way (DLV-3, DLV-5). */
export function isDue(now: string): string {
  return `d.state = 'pending' AND d.attempts < d.attempts_allowed AND d.due_at <= ${now}`;
}

/** Is due, and no worker holds it. */
export function isClaimable(now: string): string {
  return `${isDue(now)} AND ${isFree(now)}`;
}

/** Was claimed for its last attempt, whose outcome was never recorded: a crash came between. */
export function isSpent(now: string): string {
  return `d.state = 'pending' AND d.attempts >= d.attempts_allowed AND ${isFree(now)}`;
}

function isFree(now: string): string {
  return `(d.lease_until IS NULL OR d.lease_until < ${now})`;
}
