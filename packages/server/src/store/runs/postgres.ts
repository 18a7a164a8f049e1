import { randomUUID } from 'node:crypto';
import type { ModifyBooking } from '@booking-service/contract';
import {
  connectionTo,
  type Database,
  groupCalls,
  jsonArgument,
  type Statement,
} from '@booking-service/kernel/store/postgres';
import { Client } from 'pg';
import type { ProviderAnswer } from '../../domain/booking.ts';
import type { ClaimedRun, Failing, ProviderTurn, Store } from '../store.ts';
import { paymentLane } from '../../domain/payment.ts';
import { type RunPlace, toFailures } from './port.ts';
import { bookingFiles } from '../booking-files.ts';

interface RunRow extends Omit<ClaimedRun, 'answer' | 'changes' | 'failing'> {
  readonly answer: ProviderAnswer | null;
  readonly changes: ModifyBooking | null;
  readonly failures: number;
  readonly failing_since: string | null;
}

type Runs = Pick<Store, 'readyRuns' | 'claimRuns' | 'claimRun' | 'postponeRun' | 'finishRun'>;

const readyBatch = 500;

const columns = `r.booking_id, r.organization_id, r.provider, r.version, r.step, r.answer, r.changes, r.attempt, r.began, r.failures,
  r.failing_since, r.lease_token, r.request_id, r.traceparent`;

const ready: Statement = { name: 'ready_runs', text: 'SELECT ready_runs($1, $2) AS count' };
const claim: Statement = { name: 'claim_due_runs', text: 'SELECT * FROM claim_due_runs($1)' };
const claimOne: Statement = {
  name: 'claim_run_of_booking',
  text: `
    UPDATE runs r SET attempt = r.attempt + 1, ready = FALSE, lease_until = lease_time($2, $1), lease_token = $3
    WHERE r.organization_id = $5 AND r.booking_id = $4 AND r.provider = (
      SELECT provider FROM runs
      WHERE organization_id = $5 AND booking_id = $4 AND provider <> '${paymentLane}' AND due_at <= $1 AND (lease_until IS NULL OR lease_until < lease_time($1, $1))
      FOR UPDATE SKIP LOCKED)
    RETURNING ${columns}`,
};
const postpone: Statement = { name: 'postpone_runs', text: 'SELECT id, lane, due FROM postpone_runs($1, $2)' };
const finish: Statement = { name: 'finish_run', text: 'SELECT finish_run($1, $2, $3, $4, $5) AS ended' };

interface PostponedRun {
  readonly run: ClaimedRun;
  readonly due_at: Date;
  readonly because: Failing | 'pending' | undefined;
}

function toPostponedRow({ run, due_at, because }: PostponedRun) {
  const { booking_id, provider, version, lease_token } = run;
  const { times: failures, since: failing_since, error: last_error } = toFailures(because);
  const values = { due_at, failures, failing_since, last_error, is_pending: because === 'pending' };
  return { booking_id, provider, version, lease_token, ...values };
}

/** Runs: claimed under a lease, and completed only under that lease. */
export function postgresRuns(database: Database): Runs {
  const postponeRun = groupCalls(
    async (postponed: readonly PostponedRun[]) => {
      // In order, so that two statements cannot wait for each other's rows.
      const placeOf = (row: Pick<ClaimedRun, 'booking_id' | 'provider'>) => `${row.booking_id} ${row.provider}`;
      const rows = postponed.map(toPostponedRow).toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
      const values = [postponed[0]?.run.organization_id, jsonArgument(rows)];
      const found = await database.query<{ id: string; lane: string; due: string }>(postpone, values);
      return postponed.map(({ run }) => {
        const row = found.find(({ id, lane }) => id === run.booking_id && lane === run.provider);
        return row && new Date(row.due);
      });
    },
    { keyOf: ({ run }) => run.organization_id },
  );

  return {
    async readyRuns({ now, limit }) {
      const [row] = await database.query<{ count: number }>(ready, [now.toISOString(), limit]);
      return row?.count ?? 0;
    },
    async claimRuns({ now, lease_until, lease_token, limit, per_organization = limit, turns = [] }) {
      const toTurn = ({ provider, after, busy }: ProviderTurn) => {
        const places = limit - busy.reduce((sum, { runs }) => sum + runs, 0);
        const underWay = Object.fromEntries(busy.map(({ organization_id, runs }) => [organization_id, runs]));
        return [provider, { after, places, busy: underWay }];
      };
      const wanted = {
        now,
        batch: readyBatch,
        lease_until,
        lease_token,
        places: limit,
        per_organization,
        turns: Object.fromEntries(turns.map(toTurn)),
      };
      return (await database.query<RunRow>(claim, [jsonArgument(wanted)])).map(toClaimed);
    },
    async claimRun({ now, lease_until, lease_token, organization_id, booking_id }) {
      const values = [now.toISOString(), lease_until.toISOString(), lease_token, booking_id, organization_id];
      const [row] = await database.query<RunRow>(claimOne, values);
      return row && toClaimed(row);
    },
    postponeRun: (run, due_at, because) => postponeRun({ run, due_at, because }),
    async finishRun({ organization_id, booking_id, provider, lease_token }, { version }) {
      const values = [organization_id, booking_id, provider, lease_token, version];
      const [row] = await database.query<{ ended: boolean | null }>(finish, values);
      if (typeof row?.ended !== 'boolean') return undefined;
      return row.ended ? 'ended' : 'due';
    },
  };
}

function toClaimed({ answer, changes, failures, failing_since, ...row }: RunRow): ClaimedRun {
  return {
    ...row,
    answer: answer ?? undefined,
    changes: changes ?? undefined,
    failing: failing_since === null ? undefined : { times: failures, since: failing_since },
  };
}

const notifyRuns: Statement = { name: 'notify_runs', text: `SELECT pg_notify('booking_service_runs', $1)` };
const { program } = bookingFiles;
/** The maximum of places that a notice names. PostgreSQL allows 8,000 bytes. */
const maxNamed = 40;
/** The delays before the first and every further attempt to connect again. */
const [firstDelay_ms, nextDelay_ms] = [1_000, 5_000];

/** Wakes a watcher for new runs at these places. Default: any. */
type WakeForRuns = (places?: readonly RunPlace[]) => void;

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
