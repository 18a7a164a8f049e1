/** A dedupe store in PostgreSQL, for receivers of several processes. */
import type { DedupeStore } from './lib/receiving/receive.ts';

/** Options of {@link createPostgresDedupe}. */
export interface PostgresDedupeOptions {
  /**
   * Runs a statement outside of a transaction. With `pg`: `(text, values) => pool.query(text, values)`. With `postgres`:
   * `async (text, values) => ({ rows: await sql.unsafe(text, values) })`.
   */
  readonly query: (text: string, values: unknown[]) => Promise<{ readonly rows: readonly object[] }>;
  /** The table, as {@link postgresDedupeTable} creates it. Default `webhook_events`. */
  readonly table?: string;
  /** The time for which a handled event is remembered, in seconds. Default 86400. The retries of the service end after 13 minutes. */
  readonly keepSeconds?: number;
  /** The time after which the next delivery may claim an event whose handler still runs, in seconds. Default 60. */
  readonly leaseSeconds?: number;
}

/** Returns the SQL that creates the table, for your migrations. Throws if the name has other characters than a-z, 0-9 and _. */
export function postgresDedupeTable(table = 'webhook_events'): string {
  checkName(table);
  return `CREATE TABLE ${table} (id text PRIMARY KEY, token text NOT NULL, lapses_at timestamptz NOT NULL, done_at timestamptz);
CREATE INDEX ${table}_done_at ON ${table} (done_at);`;
}

/**
 * Creates a dedupe store in a table that several processes share. All times are those of the database. Each commit also removes up to ten
 * rows that are too old, so the table needs no other care.
 */
export function createPostgresDedupe({
  query,
  table = 'webhook_events',
  keepSeconds = 86_400,
  leaseSeconds = 60,
}: PostgresDedupeOptions): DedupeStore {
  checkName(table);
  // Takes the event if it has no claim, or if its claim has lapsed.
  const take = `INSERT INTO ${table} AS taken (id, token, lapses_at) VALUES ($1, $2, now() + $3 * interval '1 second')
    ON CONFLICT (id) DO UPDATE SET token = $2, lapses_at = excluded.lapses_at
    WHERE taken.done_at IS NULL AND taken.lapses_at <= now() RETURNING id`;
  const find = `SELECT id FROM ${table} WHERE id = $1 AND done_at IS NOT NULL`;
  const finish = `WITH old AS (SELECT id FROM ${table} WHERE done_at < now() - $2 * interval '1 second' LIMIT 10 FOR UPDATE SKIP LOCKED),
      removed AS (DELETE FROM ${table} USING old WHERE ${table}.id = old.id AND old.id <> $1)
    UPDATE ${table} SET done_at = now() WHERE id = $1`;
  const give = `DELETE FROM ${table} WHERE id = $1 AND token = $2 AND done_at IS NULL`;

  return {
    async claim(event_id) {
      const token = crypto.randomUUID();
      const taken = await query(take, [event_id, token, leaseSeconds]);
      if (taken.rows.length === 0) return (await query(find, [event_id])).rows.length > 0 ? 'done' : 'busy';
      return {
        commit: async () => void (await query(finish, [event_id, keepSeconds])),
        release: async () => void (await query(give, [event_id, token])),
      };
    },
  };
}

function checkName(table: string): void {
  if (/^[a-z_][a-z0-9_]{0,50}$/.test(table)) return;
  throw new TypeError(
    `The table ${JSON.stringify(table)} must have a name of a-z, 0-9 and _, with up to 51 characters.`,
  );
}
