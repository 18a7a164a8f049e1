/**
 * Tells the instances that work on one database of each other's new runs, so that none waits for its next look.
 *  - Who stored a run notifies, after the commit: a NOTIFY within the transaction would let only one of them commit at a time.
 *    While one notice is on its way, all that are asked for meanwhile become one more.
 *  - Who listens has a connection of its own for that. Where it is lost it is made again, a second later and then every five;
 *    what was missed meanwhile is looked for at once.
 * A notice that is lost costs the two seconds to the next look, and nothing else.
 */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { connectionTo, type Database, type Statement } from './database.ts';

const notify: Statement = { name: 'notify_runs', text: `SELECT pg_notify('booking_service_runs', $1)` };
const [firstDelay_ms, nextDelay_ms] = [1_000, 5_000];

export interface RunNotices extends AsyncDisposable {
  /** Notifies the other instances. Never throws, and is not waited for. */
  tell(): void;
  /** Has `wake` called at each notice of another instance, from the time when the connection stands. Tells how to end that. */
  watch(wake: () => void): () => void;
}

export function createRunNotices(url: string, database: Database): RunNotices {
  const own = randomUUID();
  const watchers = new Set<() => void>();
  let telling: Promise<void> | undefined;
  let asked = false;
  let listener: Client | undefined;
  let again: NodeJS.Timeout | undefined;
  let closed = false;

  async function tellWhileAsked(): Promise<void> {
    while (asked) {
      asked = false;
      await database.query(notify, [own]).catch(() => undefined);
    }
    telling = undefined;
  }

  function wakeAll(): void {
    for (const wake of watchers) wake();
  }

  async function listen(delay_ms: number): Promise<void> {
    // Nothing is asked after LISTEN: an answer that does not come is told by the connection, which is kept alive.
    const client = new Client(connectionTo(url, { timeout_seconds: 10 }));
    listener = client;
    let lost = false;
    const lose = () => {
      if (lost || closed) return;
      lost = true;
      void client.end().catch(() => undefined);
      again = setTimeout(() => void listen(nextDelay_ms), delay_ms).unref();
    };
    client.on('error', lose);
    client.on('end', lose);
    client.on('notification', ({ payload }) => {
      if (payload !== own) wakeAll();
    });
    try {
      await client.connect();
      await client.query('LISTEN booking_service_runs');
      wakeAll();
      delay_ms = firstDelay_ms;
    } catch {
      lose();
    }
  }

  return {
    tell() {
      asked = true;
      telling ??= tellWhileAsked();
    },
    watch(wake) {
      watchers.add(wake);
      if (!listener) void listen(firstDelay_ms);
      return () => watchers.delete(wake);
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      clearTimeout(again);
      await listener?.end().catch(() => undefined);
      await telling;
    },
  };
}
