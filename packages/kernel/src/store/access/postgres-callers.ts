import type { Caller, CallerReads, CallerWrites, RateCounts, Usage } from './callers.ts';
import type { Database, Statement } from '../postgres/database.ts';
import { groupCalls } from '../postgres/group-calls.ts';

type CallerOrganization = Caller['organization'];

interface CallerRow extends CallerOrganization {
  readonly key_id: string;
  readonly mode: Caller['key']['mode'];
  readonly scopes: Caller['key']['scopes'];
}

const selectCaller: Statement = { name: 'find_caller', text: 'SELECT * FROM find_caller($1)' };
const admitCaller: Statement = { name: 'admit', text: 'SELECT * FROM admit($1, $2, $3, $4)' };
const recordUses: Statement = { name: 'record_key_uses', text: 'SELECT record_key_uses($1, $2)' };
// An instance whose clock is ahead may already count in the next window. Requests that are counted together may exceed the limit.
const readUsage: Statement = {
  name: 'read_usage',
  text: `
    SELECT o.rate_limit, coalesce((
      SELECT least(w.calls, o.rate_limit) FROM rate_windows w WHERE w.organization_id = $1 AND w.window_start IN ($2, $3)), 0) AS calls
    FROM organizations o WHERE o.id = $1`,
};

/** Finds callers, counts their metered requests, and stores the use of their keys. */
export function postgresCallers(
  database: Database,
  { window_seconds }: { readonly window_seconds: number },
): CallerReads & CallerWrites & RateCounts {
  const windowAfter = (window_start: string) =>
    new Date(Date.parse(window_start) + window_seconds * 1000).toISOString();

  const authenticate = groupCalls(
    async (digests: readonly string[]) => {
      const [row] = await database.query<CallerRow>(selectCaller, digests.slice(0, 1));
      return digests.map(() => row && toCaller(row));
    },
    { keyOf: (digest) => digest },
  );
  const admit = groupCalls(
    async (requests: readonly Parameters<RateCounts['admit']>[0][]) => {
      // All requests of a group have the key and the window of the first.
      const [{ digest, window_start }] = requests as [(typeof requests)[0]];
      const values = [digest, window_start, windowAfter(window_start), requests.length];
      const [row] = await database.query<CallerRow & { readonly calls: number }>(admitCaller, values);
      if (!row) return requests.map(() => undefined);
      const { calls, ...rest } = row;
      const caller = toCaller(rest);
      const before = calls - requests.length;
      return requests.map((_, index) => ({ caller, calls: Math.min(before + index, rest.rate_limit) + 1 }));
    },
    { keyOf: ({ digest, window_start }) => `${digest} ${window_start}` },
  );

  return {
    authenticate,
    admit,
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
