import type { Caller, CallerReads, CallerWrites, RateCounts, Usage } from './callers.ts';
import type { Database, Statement } from '../postgres/database.ts';

type CallerOrganization = Caller['organization'];

interface CallerRow extends CallerOrganization {
  readonly key_id: string;
  readonly mode: Caller['key']['mode'];
  readonly scopes: Caller['key']['scopes'];
}

const selectCaller: Statement = { name: 'find_caller', text: 'SELECT * FROM find_caller($1)' };
const admitCaller: Statement = { name: 'admit', text: 'SELECT * FROM admit($1, $2, $3)' };
const recordUses: Statement = { name: 'record_key_uses', text: 'SELECT record_key_uses($1, $2)' };
// An instance whose clock is ahead may already count in the next window.
const readUsage: Statement = {
  name: 'read_usage',
  text: `
    SELECT o.rate_limit, coalesce((
      SELECT w.calls FROM rate_windows w WHERE w.organization_id = $1 AND w.window_start IN ($2, $3)), 0) AS calls
    FROM organizations o WHERE o.id = $1`,
};

/** Finds callers, counts their metered requests, and stores the use of their keys. */
export function postgresCallers(
  database: Database,
  { window_seconds }: { readonly window_seconds: number },
): CallerReads & CallerWrites & RateCounts {
  const windowAfter = (window_start: string) =>
    new Date(Date.parse(window_start) + window_seconds * 1000).toISOString();

  return {
    async authenticate(digest) {
      const [row] = await database.query<CallerRow>(selectCaller, [digest]);
      return row && toCaller(row);
    },
    async admit({ digest, window_start }) {
      const values = [digest, window_start, windowAfter(window_start)];
      const [row] = await database.query<CallerRow & { readonly calls: number }>(admitCaller, values);
      if (!row) return undefined;
      const { calls, ...rest } = row;
      return { caller: toCaller(rest), calls };
    },
    async recordKeyUses(uses) {
      // In order, so that two instances cannot wait for each other's rows.
      const ordered = uses.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      await database.query(recordUses, [ordered.map(({ id }) => id), ordered.map(({ at }) => at)]);
    },
    async readUsage({ organization_id, window_start }) {
      const [row] = await database.query<Usage>(readUsage, [organization_id, window_start, windowAfter(window_start)]);
      return row;
    },
  };
}

function toCaller({ key_id, mode, scopes, ...organization }: CallerRow): Caller {
  return { organization, key: { id: key_id, mode, scopes } };
}
