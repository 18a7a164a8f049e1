import type { Caller, CallerReads, CallerWrites, Creations, NewApiKey, RateCounts, Usage } from './port.ts';
import { type Database, groupCalls, jsonArgument, type Statement } from '../postgres/database.ts';

type CallerOrganization = Caller['organization'];

interface CallerRow extends CallerOrganization {
  readonly key_id: string;
  readonly mode: Caller['key']['mode'];
  readonly scopes: Caller['key']['scopes'];
}

const selectCaller: Statement = { name: 'find_caller', text: 'SELECT * FROM find_caller($1)' };
const admitCaller: Statement = { name: 'admit', text: 'SELECT * FROM admit($1, $2, $3, $4, $5, $6, $7)' };
const countCall: Statement = { name: 'count_calls', text: 'SELECT count_calls($1, $2, $3, $4, $5, $6, 1) AS calls' };
const recordUses: Statement = { name: 'record_key_uses', text: 'SELECT record_key_uses($1, $2)' };
// An instance whose clock is ahead may already count in the next window. Requests that are counted together may exceed the limit.
const readUsage: Statement = {
  name: 'read_usage',
  text: `
    SELECT o.rate_limit, coalesce((
      SELECT least(w.calls, o.rate_limit) FROM rate_windows w WHERE w.organization_id = $1 AND w.name = 'requests' AND w.window_start IN ($2, $3)), 0) AS calls
    FROM organizations o WHERE o.id = $1`,
};

/** The name of the window of the rate limit. */
const requests = 'requests';

/** Finds callers, counts their calls, and stores the use of their keys. */
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
    async (calls: readonly Parameters<RateCounts['admit']>[0][]) => {
      // All requests of a group have the key, the window and the cost of the first.
      const [{ digest, window_start, window = requests, units_per_request = 1, cost = 1 }] = calls as [
        (typeof calls)[0],
      ];
      const values = [digest, window, units_per_request, window_start, windowAfter(window_start), cost, calls.length];
      const [row] = await database.query<CallerRow & { readonly calls: number; readonly units: number }>(
        admitCaller,
        values,
      );
      if (!row) return calls.map(() => undefined);
      const { calls: counted, units: limit, ...rest } = row;
      const caller = toCaller(rest);
      const before = counted - calls.length * cost;
      return calls.map((_, index) => ({ caller, calls: Math.min(before + index * cost, limit) + cost, limit }));
    },
    {
      keyOf: ({ digest, window_start, window = requests, cost = 1 }) => `${digest} ${window} ${window_start} ${cost}`,
    },
  );

  return {
    authenticate,
    admit,
    async countCall({ organization_id, window = requests, limit, window_start, cost = 1 }) {
      const values = [organization_id, window, limit, window_start, windowAfter(window_start), cost];
      const [row] = await database.query<{ readonly calls: number }>(countCall, values);
      return row?.calls ?? limit + cost;
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

const insertOrganization: Statement = { name: 'create_organization', text: 'SELECT create_organization($1)' };
const insertKey: Statement = { name: 'create_api_key', text: 'SELECT create_api_key($1)' };

/** Stores organizations and API keys. */
export function postgresCreations(database: Database): Creations {
  return {
    async createOrganization(organization, keys = []) {
      await database.query(insertOrganization, [jsonArgument({ ...organization, keys: keys.map(toFields) })]);
    },
    async createApiKey(key) {
      await database.query(insertKey, [jsonArgument(toFields(key))]);
    },
  };
}

function toFields({ id, organization_id, digest, name, last4, mode, scopes, created }: NewApiKey): NewApiKey {
  return { id, organization_id, digest, name, last4, mode, scopes, created };
}
