import type { ModifyBooking } from '@booking-service/contract';
import { type Database, groupCalls, jsonArgument, type Statement } from '@booking-service/kernel/store/postgres';
import type { ProviderAnswer } from '../../domain/booking.ts';
import type { ClaimedRun, Failing, ProviderTurn, Store } from '../store.ts';
import { paymentLane } from '../../domain/payment.ts';
import { toFailures } from './port.ts';

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
