/**
 * Notifies the instances on one database of new runs, so that they do not wait for their next poll.
 *  - An instance that stored a run notifies after the commit, because commits that contain a NOTIFY run one at a time. While one
 *    notice is being sent, all further ones become one more.
 *  - Each instance listens on a separate connection. A lost connection is opened again after one second, then every five
 *    seconds. Watchers wake after each connect, because notices may have been missed.
 * A lost notice only delays a run to the next poll, two seconds later.
 */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { bookingFiles } from '../../booking-files.ts';
import { connectionTo, type Database, type Statement } from '@booking-service/kernel/store/postgres/database';

const notifyRuns: Statement = { name: 'notify_runs', text: `SELECT pg_notify('booking_service_runs', $1)` };
const { program } = bookingFiles;
/** The delays before the first and every further attempt to connect again. */
const [firstDelay_ms, nextDelay_ms] = [1_000, 5_000];

export interface RunNotices extends AsyncDisposable {
  /** Notifies the other instances in the background. Never throws. */
  notify(): void;
  /** Calls `wake` at each connect and at each notice of another instance. Returns a function that ends this. */
  watch(wake: () => void): () => void;
}

export function createRunNotices(url: string, database: Database): RunNotices {
  const instanceId = randomUUID();
  const watchers = new Set<() => void>();
  let sending: Promise<void> | undefined;
  let hasNotice = false;
  let listener: Client | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let closed = false;

  async function sendNotices(): Promise<void> {
    while (hasNotice) {
      hasNotice = false;
      await database.query(notifyRuns, [instanceId]).catch(() => undefined);
    }
    sending = undefined;
  }

  function wakeAll(): void {
    for (const wake of watchers) wake();
  }

  async function listen(delay_ms: number): Promise<void> {
    // No query follows LISTEN, so only the keep-alive of the connection detects a database that is gone.
    const client = new Client(connectionTo(url, { timeout_seconds: 10, program }));
    listener = client;
    let lost = false;
    const reconnectLater = () => {
      if (lost || closed) return;
      lost = true;
      void client.end().catch(() => undefined);
      reconnect = setTimeout(() => void listen(nextDelay_ms), delay_ms).unref();
    };
    client.on('error', reconnectLater);
    client.on('end', reconnectLater);
    client.on('notification', ({ payload }) => {
      if (payload !== instanceId) wakeAll();
    });
    try {
      await client.connect();
      await client.query('LISTEN booking_service_runs');
      wakeAll();
      delay_ms = firstDelay_ms;
    } catch {
      reconnectLater();
    }
  }

  return {
    notify() {
      hasNotice = true;
      sending ??= sendNotices();
    },
    watch(wake) {
      watchers.add(wake);
      if (!listener) void listen(firstDelay_ms);
      return () => watchers.delete(wake);
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      clearTimeout(reconnect);
      await listener?.end().catch(() => undefined);
      await sending;
    },
  };
}
