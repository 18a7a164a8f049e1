import { limits } from '@booking-service/contract';
import type { Caller, Store } from '../store.ts';
import type { Database, Statement } from './connection/database.ts';

type CallerOrganization = Caller['organization'];

interface CallerRow extends CallerOrganization {
  readonly key_id: string;
  readonly mode: Caller['key']['mode'];
  readonly scopes: Caller['key']['scopes'];
}

const selectCaller: Statement = { name: 'find_caller', text: 'SELECT * FROM find_caller($1)' };
const admitCaller: Statement = { name: 'admit', text: 'SELECT * FROM admit($1, $2, $3)' };

/** Finds callers and counts their metered requests. */
export function postgresCallers(database: Database): Pick<Store, 'authenticate' | 'admit'> {
  return {
    async authenticate(digest) {
      const [row] = await database.query<CallerRow>(selectCaller, [digest]);
      return row && toCaller(row);
    },
    async admit({ digest, window_start }) {
      const next = new Date(Date.parse(window_start) + limits.window_seconds * 1000).toISOString();
      const values = [digest, window_start, next];
      const [row] = await database.query<CallerRow & { readonly calls: number }>(admitCaller, values);
      if (!row) return undefined;
      const { calls, ...rest } = row;
      return { caller: toCaller(rest), calls };
    },
  };
}

function toCaller({ key_id, mode, scopes, ...organization }: CallerRow): Caller {
  return { organization, key: { id: key_id, mode, scopes } };
}
