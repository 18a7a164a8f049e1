import type { StoredAttempt } from './delivery-lists.ts';
import type { Database, Statement } from '../postgres/connection/database.ts';

export const selectAttempts: Statement = {
  name: 'read_stored_attempts',
  text: 'SELECT * FROM read_stored_attempts($1, $2, $3, $4)',
};

interface AttemptRow extends Omit<StoredAttempt, 'request_headers'> {
  readonly delivery_id: string;
  readonly request_headers: string | null;
}

/** Returns the newest attempts of each delivery before a number, oldest first: at most `limit` of each. */
export type ReadAttempts = (
  organization_id: string,
  ids: readonly string[],
  range: { readonly before: number; readonly limit: number },
) => Promise<Map<string, StoredAttempt[]>>;

/** Creates the reader of attempts. */
export function createAttemptsReader(database: Database): ReadAttempts {
  return async (organization_id, ids, { before, limit }) => {
    const rows = await database.query<AttemptRow>(selectAttempts, [organization_id, ids, before, limit]);
    const attempts = new Map<string, StoredAttempt[]>();
    // The newest come first.
    for (const { delivery_id, ...row } of rows.toReversed()) {
      attempts.set(delivery_id, [...(attempts.get(delivery_id) ?? []), toAttempt(row)]);
    }
    return attempts;
  };
}

function toAttempt({ request_headers, ...row }: Omit<AttemptRow, 'delivery_id'>): StoredAttempt {
  // The text was written from such an object.
  const headers = request_headers === null ? null : (JSON.parse(request_headers) as Record<string, string>);
  return { ...row, request_headers: headers };
}
