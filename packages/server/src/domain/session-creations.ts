/** When a new session may be created for a destination (SES-4), as pure functions of the earlier creations, oldest first. */
import { limits } from '@booking-service/contract';

const spans = Object.values(limits.session.creations);
const maxKept = Math.max(...spans.map(({ max }) => max));
const longest_ms = Math.max(...spans.map(({ window_seconds }) => window_seconds)) * 1000;

/** Returns when the next session may be created; undefined if it may be created immediately. */
export function nextCreation(earlier: readonly string[], now: Date): Date | undefined {
  const free = spans.map(({ max, window_seconds }) => {
    const blocking = earlier.at(-max);
    return blocking === undefined ? 0 : Date.parse(blocking) + window_seconds * 1000;
  });
  const next = Math.max(...free);
  return next > now.getTime() ? new Date(next) : undefined;
}

/** Returns the creations including this one, without those that can no longer limit a later one. */
export function addCreation(earlier: readonly string[], now: Date): string[] {
  return [...earlier, now.toISOString()].toSorted().slice(-maxKept);
}

/** Returns the instant before which creations no longer limit new ones. */
export function forgottenBefore(now: Date): Date {
  return new Date(now.getTime() - longest_ms);
}
