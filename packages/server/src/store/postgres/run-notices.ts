/**
 * Notifies the instances on one database of new runs, so that they do not wait for their next poll.
 *  - An instance that stored a run notifies after the commit, because commits that contain a NOTIFY run one at a time. While one
 *    notice is being sent, all further ones become one more.
 *  - A notice names the organizations and providers of the runs, unless they are many. An instance without a place for them claims
 *    nothing.
 *  - Each instance listens on a separate connection. A lost connection is opened again after one second, then every five
 *    seconds. Watchers wake after each connect, because notices may have been missed.
 * A lost notice only delays a run to the next poll, two seconds later.
 */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { connectionTo, type Database, type Statement } from '@booking-service/kernel/store/postgres';
import { bookingFiles } from '../booking-files.ts';
import type { RunPlace } from '../runs/port.ts';

const notifyRuns: Statement = { name: 'notify_runs', text: `SELECT pg_notify('booking_service_runs', $1)` };
const { program } = bookingFiles;
/** The maximum of places that a notice names. PostgreSQL allows 8,000 bytes. */
const maxNamed = 40;
/** The delays before the first and every further attempt to connect again. */
const [firstDelay_ms, nextDelay_ms] = [1_000, 5_000];

/** Wakes a watcher for new runs at these places. Default: any. */
type WakeForRuns = (places?: readonly RunPlace[]) => void;

export interface RunNotices extends AsyncDisposable {
  /** Notifies the other instances of a run there, in the background. Never throws. */
  notify(place: RunPlace): void;
  /** Calls `wake` at each connect and at each notice of another instance; see Store.watchRuns. */
  watch(wake: WakeForRuns): () => void;
}

interface Notice {
  /** The instance that sends it. */
  readonly from?: string;
  readonly places?: readonly RunPlace[] | undefined;
}

export function createRunNotices(url: string, database: Database): RunNotices {
  const instanceId = randomUUID();
  const watchers = new Set<WakeForRuns>();
  let sending: Promise<void> | undefined;
  const next = new Map<string, RunPlace>();
  let listener: Client | undefined;
  let reconnect: NodeJS.Timeout | undefined;
  let closed = false;

  async function sendNotices(): Promise<void> {
    // The runs of one statement are one notice.
    await Promise.resolve();
    while (next.size > 0) {
      const places = next.size > maxNamed ? undefined : [...next.values()];
      next.clear();
      const notice: Notice = { from: instanceId, places };
      await database.query(notifyRuns, [JSON.stringify(notice)]).catch(() => undefined);
    }
    sending = undefined;
  }

  function wakeAll(places?: readonly RunPlace[]): void {
    for (const wake of watchers) wake(places);
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
      const { from, places } = toNotice(payload);
      if (from !== instanceId) wakeAll(places);
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
    notify({ organization_id, provider }) {
      next.set(`${organization_id} ${provider}`, { organization_id, provider });
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

/** Reads a notice. One that an instance of another version sends names no places. */
function toNotice(payload: string | undefined): Notice {
  try {
    return JSON.parse(payload ?? '{}') as Notice;
  } catch {
    return {};
  }
}
