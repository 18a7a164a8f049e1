import type { Clock as ClockBody } from '@booking-service/contract/admin';
import { CommandError } from './command-error.ts';

/** The clock of a sandbox. */
export interface SandboxClock {
  readonly now: Date;
  readonly offset_ms: number;
  /** Advances the clock, and resolves when everything that was due is done. */
  advance(ms: number): Promise<void>;
}

const timeout_ms = 2000;

/**
 * Finds the clock of the sandbox with this admin address. Returns undefined without an address, so that a command waits for the real
 * time. Throws a CommandError if the address is wrong.
 */
export async function findSandboxClock(adminUrl: string | undefined): Promise<SandboxClock | undefined> {
  if (adminUrl === undefined) return undefined;
  const call = async (path: string, init: RequestInit, wait_ms?: number): Promise<ClockBody> => {
    const signal = wait_ms === undefined ? null : AbortSignal.timeout(wait_ms);
    const response = await fetch(new URL(path, adminUrl), { ...init, signal });
    // The admin contract defines the body.
    const body = (await response.json()) as ClockBody;
    if (!response.ok || typeof body.offset_ms !== 'number') throw new Error(`it responded ${response.status}`);
    return body;
  };
  try {
    const { now, offset_ms } = await call('/sandbox/clock', {}, timeout_ms);
    const headers = { 'Content-Type': 'application/json' };
    return {
      now: new Date(now),
      offset_ms,
      async advance(ms) {
        await call('/sandbox/clock/advance', { method: 'POST', headers, body: JSON.stringify({ ms }) });
      },
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(
      `No sandbox clock is at ${adminUrl}: ${reason}. Set --admin-url or BOOKING_ADMIN_URL to the admin address that the sandbox printed.`,
      { cause },
    );
  }
}
