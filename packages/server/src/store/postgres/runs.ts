import type { ContinueBooking, ModifyBooking } from '@booking-service/contract';
import type { ClaimedRun, Store } from '../store.ts';
import type { Database, Statement } from './connection/database.ts';

interface RunRow extends Omit<ClaimedRun, 'answer' | 'changes' | 'failing'> {
  readonly answer: ContinueBooking | null;
  readonly changes: ModifyBooking | null;
  readonly failures: number;
  readonly failing_since: string | null;
}

type Runs = Pick<Store, 'readyRuns' | 'claimRuns' | 'claimRun' | 'postponeRun' | 'finishRun'>;

const readyBatch = 500;

const columns = `r.booking_id, r.organization_id, r.provider, r.step, r.answer, r.changes, r.attempt, r.began, r.failures,
  r.failing_since, r.lease_token`;

/** Skips rows that another instance is claiming, without waiting. */
export const readyStatement: Statement = {
  name: 'ready_runs',
  text: `
    WITH waiting AS (
      SELECT booking_id FROM runs WHERE NOT ready AND lease_until IS NULL AND due_at <= $1
      ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED),
    leased AS (
      SELECT booking_id FROM runs WHERE NOT ready AND lease_until IS NOT NULL AND lease_until < $1
      ORDER BY lease_until LIMIT $2 FOR UPDATE SKIP LOCKED)
    UPDATE runs SET ready = TRUE, lease_until = NULL
    WHERE booking_id = ANY (ARRAY(SELECT booking_id FROM waiting UNION ALL SELECT booking_id FROM leased LIMIT $2))
    RETURNING booking_id`,
};

const selectProviders: Statement = {
  name: 'select_providers_with_ready_runs',
  text: `
    WITH RECURSIVE provider AS (
      (SELECT r.provider AS name FROM runs r WHERE r.ready ORDER BY r.provider LIMIT 1)
      UNION ALL
      SELECT (SELECT r.provider FROM runs r WHERE r.ready AND r.provider > provider.name ORDER BY r.provider LIMIT 1)
      FROM provider WHERE provider.name IS NOT NULL)
    SELECT name FROM provider WHERE name IS NOT NULL`,
};

/** Returns a part of a WITH with the organizations that have a ready run at the provider, in order. Each is one index search. */
function organizationsAfter(name: string, first: string): string {
  return `${name} AS (
      (SELECT r.organization_id FROM runs r WHERE r.ready AND r.provider = $3 AND r.organization_id > ${first}
        ORDER BY r.organization_id LIMIT 1)
      UNION ALL
      SELECT (SELECT r.organization_id FROM runs r
        WHERE r.ready AND r.provider = $3 AND r.organization_id > ${name}.organization_id
        ORDER BY r.organization_id LIMIT 1)
      FROM ${name} WHERE ${name}.organization_id IS NOT NULL)`;
}

/**
 * Claims runs at the provider $3. $1 and $2 are the lease, $4 the organization that had the last turn, $5 the free places, $6
 * the maximum per organization, and $7 the number of runs under way by organization.
 *  1. turn     at most as many organizations as free places, beginning after the last turn and continuing with the first
 *  2. chosen   the longest due runs of each, up to its maximum: one of each organization, then a second of each, and so on
 * Rows that another instance is claiming are skipped without waiting.
 */
export const claimStatement: Statement = {
  name: 'claim_runs',
  text: `
    WITH RECURSIVE ${organizationsAfter('ahead', '$4::text')},
    ${organizationsAfter('behind', `''`)},
    turn AS (
      SELECT o.organization_id, o.free, row_number() OVER () AS place FROM (
        SELECT t.organization_id, $6::integer - coalesce(($7::json ->> t.organization_id)::integer, 0) AS free FROM (
          SELECT organization_id FROM ahead WHERE organization_id IS NOT NULL
          UNION ALL
          SELECT organization_id FROM behind WHERE organization_id <= $4::text) AS t
        WHERE $6::integer > coalesce(($7::json ->> t.organization_id)::integer, 0) LIMIT $5) AS o),
    chosen AS (
      SELECT ranked.booking_id, ranked.rank, ranked.place FROM (
        SELECT r.booking_id, turn.place, row_number() OVER (PARTITION BY turn.organization_id ORDER BY r.due_at) AS rank
        FROM turn CROSS JOIN LATERAL (
          SELECT r.booking_id, r.due_at FROM runs r
          WHERE r.ready AND r.provider = $3 AND r.organization_id = turn.organization_id
          ORDER BY r.due_at LIMIT turn.free FOR UPDATE SKIP LOCKED) AS r) AS ranked
      ORDER BY ranked.rank, ranked.place LIMIT $5),
    claimed AS (
      UPDATE runs r SET attempt = r.attempt + 1, ready = FALSE, lease_until = $1, lease_token = $2
      WHERE r.booking_id = ANY (ARRAY(SELECT booking_id FROM chosen))
      RETURNING ${columns})
    SELECT r.* FROM claimed r JOIN chosen ON chosen.booking_id = r.booking_id ORDER BY chosen.rank, chosen.place`,
};
const claimOne: Statement = {
  name: 'claim_run_of_booking',
  text: `
    UPDATE runs r SET attempt = r.attempt + 1, ready = FALSE, lease_until = $2, lease_token = $3
    WHERE r.booking_id = (
      SELECT booking_id FROM runs
      WHERE booking_id = $4 AND due_at <= $1 AND (lease_until IS NULL OR lease_until < $1)
      FOR UPDATE SKIP LOCKED)
    RETURNING ${columns}`,
};
const postpone: Statement = {
  name: 'postpone_run',
  text: `
    UPDATE runs SET ready = FALSE, due_at = $1, lease_until = NULL, lease_token = NULL, failures = $4, failing_since = $5
    WHERE booking_id = $2 AND lease_token = $3
    RETURNING booking_id`,
};
const remove: Statement = {
  name: 'finish_run',
  text: 'DELETE FROM runs WHERE booking_id = $1 AND lease_token = $2 RETURNING booking_id',
};

/** Runs: claimed under a lease, and completed only under that lease. */
export function postgresRuns(database: Database): Runs {
  const readyRuns: Store['readyRuns'] = async ({ now, limit }) =>
    (await database.query(readyStatement, [now.toISOString(), limit])).length;

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
        const lease = [lease_until.toISOString(), lease_token];
        const values = [...lease, name, after, places, per_organization, JSON.stringify(underWay)];
        claimed.push(...(await database.query<RunRow>(claimStatement, values)).map(toClaimed));
      }
      return claimed;
    },
    async claimRun({ now, lease_until, lease_token, booking_id }) {
      const values = [now.toISOString(), lease_until.toISOString(), lease_token, booking_id];
      const [row] = await database.query<RunRow>(claimOne, values);
      return row && toClaimed(row);
    },
    async postponeRun({ booking_id, lease_token }, due_at, failing) {
      const { times, since } = failing ?? { times: 0, since: null };
      const rows = await database.query(postpone, [due_at.toISOString(), booking_id, lease_token, times, since]);
      return rows.length === 1;
    },
    async finishRun({ booking_id, lease_token }) {
      return (await database.query(remove, [booking_id, lease_token])).length === 1;
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
