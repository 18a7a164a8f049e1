/**
 * The SQL conditions of due deliveries, for `deliveries d`, shared by both engines. `now` is the engine's parameter for the
 * current time.
 */

/** The delivery is waiting or under way at `now` (DLV-3). The index of pending deliveries has these columns. */
export function isDue(now: string): string {
  return `d.state = 'pending' AND d.due_at <= ${now}`;
}

/** The delivery is due, not leased, and has an attempt left (DLV-5). */
export function isClaimable(now: string): string {
  return `${isDue(now)} AND d.attempts < d.attempts_allowed AND ${isFree(now)}`;
}

/** The last attempt of the delivery was claimed, but a crash prevented the record of its outcome. */
export function isSpent(now: string): string {
  return `d.state = 'pending' AND d.attempts >= d.attempts_allowed AND ${isFree(now)}`;
}

function isFree(now: string): string {
  return `(d.lease_until IS NULL OR d.lease_until < ${now})`;
}
