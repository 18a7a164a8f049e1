import type { Clock as ClockBody } from '@booking-service/contract/admin';
import { CommandError, type Surroundings } from './command.ts';

/** `booking sandbox`. The sandbox runs on after this resolves, until a signal stops it. */
export async function runSandbox(
  args: readonly string[],
  { name, environment, write, writeError }: Surroundings,
): Promise<number> {
  // Other commands do not load the server.
  const { runSandboxLine } = await import('@booking-service/server/sandbox');
  const { exitCode, text, warnings = [] } = await runSandboxLine(args, { name, environment });
  for (const warning of warnings) writeError(`Warning: ${warning}\n`);
  if (exitCode !== 0) {
    writeError(`${text}\n`);
    return exitCode;
  }
  write(`${text}\n`);
  if (!args.includes('--help') && !args.includes('-h')) write(nextSteps(name, args));
  return 0;
}

function nextSteps(name: string, args: readonly string[]): string {
  const folder = args.flatMap((arg, index) =>
    arg === '--data' ? (args[index + 1] ?? []) : (/^--data=(.+)/.exec(arg)?.[1] ?? []),
  )[0];
  const data = folder === undefined ? '' : ` --data ${/\s/.test(folder) ? `"${folder}"` : folder}`;
  return `
In other terminals of this folder:

  ${name} listen --forward-to http://127.0.0.1:3000/webhooks${data}    # forwards every event to your receiver
  ${name} trigger booking.failed${data}    # makes a booking that fails
`;
}

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
    const { at, offset_ms } = await call('/sandbox/clock', {}, timeout_ms);
    const headers = { 'Content-Type': 'application/json' };
    return {
      now: new Date(at),
      offset_ms,
      async advance(ms) {
        await call('/sandbox/clock/advance', { method: 'POST', headers, body: JSON.stringify({ ms }) });
      },
    };
  } catch (cause) {
    const { message, cause: reason = { message } } = cause as Error & { cause?: Error };
    throw new CommandError(
      `No sandbox clock is at ${adminUrl}: ${reason.message}. Start the sandbox, or set --admin-url or BOOKING_ADMIN_URL to the admin address that the sandbox printed.`,
      { cause },
    );
  }
}
