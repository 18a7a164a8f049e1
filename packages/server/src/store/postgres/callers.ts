import { limits } from '@booking-service/contract';
import type { Caller, Store } from '../store.ts';
import type { Database, Statement } from './connection/database.ts';

type CallerOrganization = Caller['organization'];

interface CallerRow extends CallerOrganization {
  readonly key_id: string;
  readonly mode: Caller['key']['mode'];
  readonly scopes: Caller['key']['scopes'];
}

const caller = `
  SELECT k.id AS key_id, k.mode, k.scopes, o.id, o.suspended, o.rate_limit, o.test_allowance, o.test_confirmed
  FROM api_keys k JOIN organizations o ON o.id = k.organization_id
  WHERE k.digest = $1 AND k.revoked IS NULL`;

const selectCaller: Statement = { name: 'select_caller', text: caller };

/**
 * $2 is the window and $3 the next one. An instance whose clock is a little behind counts in the window that another instance
 * has begun, so no window begins twice. The first check, without a lock, prevents writes for requests past the limit. The
 * second check, under the lock of the row, decides (LIM-4).
 */
const admitCaller: Statement = {
  name: 'admit_caller',
  text: `
    WITH caller AS (${caller}),
    counted AS (
      INSERT INTO rate_windows AS stored (organization_id, window_start, calls)
      SELECT id, $2::text, 1 FROM caller
      WHERE NOT EXISTS (
        SELECT FROM rate_windows full_window
        WHERE full_window.organization_id = caller.id AND full_window.window_start IN ($2::text, $3::text)
          AND full_window.calls >= caller.rate_limit)
      ON CONFLICT (organization_id) DO UPDATE SET
        calls = CASE WHEN stored.window_start IN ($2::text, $3::text) THEN stored.calls + 1 ELSE 1 END,
        window_start = CASE WHEN stored.window_start = $3::text THEN $3::text ELSE $2::text END
      WHERE stored.window_start NOT IN ($2::text, $3::text) OR stored.calls < (SELECT rate_limit FROM caller)
      RETURNING calls)
    SELECT caller.*, coalesce((SELECT calls FROM counted), rate_limit + 1) AS calls FROM caller`,
};

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
