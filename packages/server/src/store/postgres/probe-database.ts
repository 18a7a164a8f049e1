import { Client, DatabaseError } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { connectionTo } from '@booking-service/kernel/store/postgres/database';
import { bookingFiles } from '../booking-files.ts';

/** Half a second. A connection takes several turns of the event loop, so a process that was blocked waits for as many. */
const [turns, turn_ms] = [5, 100];

/** Returns whether the database responds to a new connection in half a second, also with a refusal. Never throws. */
export async function probeDatabase(url: string): Promise<boolean> {
  const { program } = bookingFiles;
  const client = new Client({ ...connectionTo(url, { timeout_seconds: 1, program }), connectionTimeoutMillis: 1_000 });
  // The connection may be lost after the response.
  client.on('error', () => undefined);
  const connected = client.connect().then(
    () => true,
    (error: unknown) => error instanceof DatabaseError,
  );
  try {
    return await Promise.race([connected, untilLate()]);
  } finally {
    void client.end().catch(() => undefined);
  }
}

async function untilLate(): Promise<false> {
  for (let turn = 0; turn < turns; turn += 1) await pause(turn_ms);
  return false;
}
