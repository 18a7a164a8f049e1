import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { BookingClientError, type CallOptions, RefusedError } from '@booking-service/client';
import { limits } from '@booking-service/contract';

export const interval_ms = 1000;
/** The interval after a number of polls that found nothing. */
const quiet = { polls: 10, interval_ms: 3000 };
const maxWait_ms = 30_000;
/** The entries of a page of a poll: the most that cost one unit of the window of reads (LIM-8). */
export const polledPage: number = limits.reads.rows_per_unit - 1;

const pollPrefix = 'req_poll';

/** The options of a request of `listen`, which `logs` leaves out. */
export function pollOptions(signal?: AbortSignal): CallOptions {
  const headers = { 'Request-Id': `${pollPrefix}${randomBytes(12).toString('hex')}` };
  return { headers, ...(signal && { signal }) };
}

/** Returns whether a logged request is one of `listen`. */
export function isPoll({ id }: { readonly id: string }): boolean {
  return id.startsWith(pollPrefix);
}

interface Polled<Entry> {
  readonly stop: AbortSignal;
  /** Reads what is new from the service. */
  readonly read: () => Promise<readonly Entry[]>;
  /** Receives what is new. */
  readonly use: (entries: readonly Entry[]) => void | Promise<void>;
  /** Called with the failure when the service can no longer be reached, and without one when it can again. */
  readonly onConnection: (failure?: BookingClientError) => void;
}

/**
 * Reads what is new every second, and later while nothing happens or the service cannot be reached. Resolves when `stop` aborts.
 * Rejects if the service refuses the key.
 */
export async function pollUntilStopped<Entry>({ stop, read, use, onConnection }: Polled<Entry>): Promise<void> {
  let failures = 0;
  let found = 0;
  for (let poll = 1; !stop.aborted; poll += 1) {
    let wait_ms = poll - found > quiet.polls ? quiet.interval_ms : interval_ms;
    try {
      const entries = await read();
      if (failures > 0) onConnection();
      failures = 0;
      if (entries.length > 0) found = poll;
      await use(entries);
    } catch (error) {
      if (stop.aborted) return;
      if (!(error instanceof BookingClientError) || isFinal(error)) throw error;
      failures += 1;
      const backoff_ms = Math.min(maxWait_ms, interval_ms * 2 ** (failures - 1));
      wait_ms = Math.max(backoff_ms, (error.retry_after_seconds ?? 0) * 1000);
      if (failures === 1) onConnection(error);
    }
    if (!stop.aborted) await setTimeout(wait_ms, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** Returns whether a later request would be refused, too. */
function isFinal(error: BookingClientError): boolean {
  return error instanceof RefusedError && error.status < 500 && error.status !== 429;
}

/** Returns a function that reports when the connection is lost, and when it is back. */
export function reportConnection(url: string, writeError: (text: string) => void): Polled<unknown>['onConnection'] {
  return (failure) =>
    writeError(
      failure
        ? `${url} cannot be reached: ${failure.message}. Trying again, at first every second.\n`
        : `${url} can be reached again.\n`,
    );
}
