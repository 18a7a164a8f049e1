import type { ContinueBooking, ModifyBooking } from '@booking-service/contract';
import type { ClaimedRun, Store } from '../store.ts';
import { toFailures } from './runs.ts';
import { type Database, type Statement, jsonArgument } from '@booking-service/kernel/store/postgres/database';

interface RunRow extends Omit<ClaimedRun, 'answer' | 'changes' | 'failing'> {
  readonly answer: ContinueBooking | null;
  readonly changes: ModifyBooking | null;
  readonly failures: number;
  readonly failing_since: string | null;
}

type Runs = Pick<Store, 'readyRuns' | 'claimRuns' | 'claimRun' | 'postponeRun' | 'finishRun'>;

const readyBatch = 500;

const columns = `r.booking_id, r.organization_id, r.provider, r.step, r.answer, r.changes, r.attempt, r.began, r.failures,
  r.failing_since, r.lease_token, r.request_id, r.traceparent`;

const ready: Statement = { name: 'ready_runs', text: 'SELECT ready_runs($1, $2) AS count' };
const selectProviders: Statement = { name: 'ready_providers', text: 'SELECT name FROM ready_providers()' };
const claim: Statement = { name: 'claim_runs', text: 'SELECT * FROM claim_runs($1)' };
const claimOne: Statement = {
  name: 'claim_run_of_booking',
  text: `
    UPDATE runs r SET attempt = r.attempt + 1, ready = FALSE, lease_until = $2, lease_token = $3
    WHERE r.organization_id = $5 AND r.booking_id = (
      SELECT booking_id FROM runs
      WHERE organization_id = $5 AND booking_id = $4 AND due_at <= $1 AND (lease_until IS NULL OR lease_until < $1)
      FOR UPDATE SKIP LOCKED)
    RETURNING ${columns}`,
};
const postpone: Statement = {
  name: 'postpone_run',
  text: `
    UPDATE runs SET ready = FALSE, due_at = $1, lease_until = NULL, lease_token = NULL, failures = $4, failing_since = $5,
      pending_step = CASE WHEN $7 THEN step WHEN $4 > 0 THEN pending_step END
    WHERE organization_id = $6 AND booking_id = $2 AND lease_token = $3
    RETURNING booking_id`,
};
const remove: Statement = {
  name: 'finish_run',
  text: 'DELETE FROM runs WHERE organization_id = $3 AND booking_id = $1 AND lease_token = $2 RETURNING booking_id',
};

/** Runs: claimed under a lease, and completed only under that lease. */
export function postgresRuns(database: Database): Runs {
  const readyRuns: Store['readyRuns'] = async ({ now, limit }) => {
    const [row] = await database.query<{ count: number }>(ready, [now.toISOString(), limit]);
    return row?.count ?? 0;
  };

  return {
    readyRuns,
    async claimRuns({ now, lease_until, lease_token, limit, per_organization = limit, turns = [] }) {
      await readyRuns({ now, limit: readyBatch });
      const claimed: ClaimedRun[] = [];
      for (const { name } of await database.query<{ name: string }>(selectProviders)) {
        const { after = '', busy = [] } = turns.find(({ provider }) => provider === name) ?? {};
        const places = limit - busy.reduce((sum, { runs }) => sum + runs, 0);
        if (places <= 0) continue;
        const underWay = Object.fromEntries(busy.map(({ organization_id, runs }) => [organization_id, runs]));
        const turn = { lease_until, lease_token, provider: name, after, places, per_organization, busy: underWay };
        claimed.push(...(await database.query<RunRow>(claim, [jsonArgument(turn)])).map(toClaimed));
      }
      return claimed;
    },
    async claimRun({ now, lease_until, lease_token, organization_id, booking_id }) {
      const values = [now.toISOString(), lease_until.toISOString(), lease_token, booking_id, organization_id];
      const [row] = await database.query<RunRow>(claimOne, values);
      return row && toClaimed(row);
    },
    async postponeRun({ organization_id, booking_id, lease_token }, due_at, because) {
      const { times, since } = toFailures(because);
      const isPending = because === 'pending';
      const values = [due_at.toISOString(), booking_id, lease_token, times, since, organization_id, isPending];
      const rows = await database.query(postpone, values);
      return rows.length === 1;
    },
    async finishRun({ organization_id, booking_id, lease_token }) {
      return (await database.query(remove, [booking_id, lease_token, organization_id])).length === 1;
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
