/** Lifetimes of links and sessions in milliseconds. The descriptions of the admin contract name the same times. */
import type { DashboardSession } from '../../store/access/dashboard-sessions.ts';

export const link_ms: number = 15 * 60_000;
/** A session ends after this time without a request, and at the latest session_ms after the sign-in. */
export const idle_ms: number = 12 * 3_600_000;
export const session_ms: number = 7 * 86_400_000;

/** Returns whether the link or the session has ended. */
export function hasEnded({ expires, last_used }: DashboardSession, now: Date): boolean {
  const isIdle = last_used !== null && now.getTime() - Date.parse(last_used) >= idle_ms;
  return isIdle || Date.parse(expires) <= now.getTime();
}
