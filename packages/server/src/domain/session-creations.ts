/** When a new session may be created for a destination, pure: the instants of the earlier ones in, oldest first (SES-4). */
import { limits } from '@booking-service/contract';

const spans = Object.values(limits.session.creations);
const mostKept = Math.max(...spans.map(({ max }) => max));
const longest_ms = Math.max(...spans.map(({ window_seconds }) => window_seconds)) * 1000;

/** When the next session may be created; undefined where it may be at once. */
export function nextCreation(earlier: readonly string[], now: Date): Date | undefined {
  const free = spans.map(({ max, window_seconds }) => {
    const blocking = earlier.at(-max);
    return blocking === undefined ? 0 : Date.parse(blocking) + window_seconds * 1000;
  });
  const next = Math.max(...free);
  return next > now.getTime() ? new Date(next) : undefined;
}

/** The instants with this one, as many of them as can still limit a later one. */
export function addCreation(earlier: readonly string[], now: Date): string[] {
  return [...earlier, now.toISOString()].toSorted().slice(-mostKept);
}

/** An instant before which a creation limits nothing any more. */
export function forgottenBefore(now: Date): Date {
  return new Date(now.getTime() - longest_ms);
}
