/** The triggers that guard the rows of an organization during its move; see guard_move.sql. */
import { createHash } from 'node:crypto';
import { DatabaseError, type Client } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import type { MovedTable } from './moved-tables.ts';

export interface Guarded {
  readonly organization_id: string;
  readonly tables: readonly MovedTable[];
}

/** A statement that waits for a lock makes later ones wait, too. So it gives up soon, and tries again. */
const lock_ms = 300;
const retry_ms = 200;
const maxTries = 300;

/** Creates the triggers. One that exists stays. */
export async function createGuards(client: Client, { organization_id, tables }: Guarded): Promise<void> {
  const literal = (text: string) => client.escapeLiteral(text);
  for (const { name, root, owner, isAging } of tables) {
    const runs = `EXECUTE FUNCTION guard_move(${literal(root)}, ${literal(organization_id)})`;
    const create = (kind: string, row: string, events: string) =>
      `CREATE OR REPLACE TRIGGER ${guardName(organization_id, kind)} BEFORE ${events} ON ${name} FOR EACH ROW
         WHEN (${row}.${owner} = ${literal(organization_id)}) ${runs};`;
    // The removal of old rows is about many organizations. The comparison finds rows that it removes during the copy.
    const ends = isAging ? '' : create('end', 'OLD', 'DELETE');
    await locked(client, create('write', 'NEW', 'INSERT OR UPDATE') + ends);
  }
}

/** Drops the triggers that exist. */
export async function dropGuards(client: Client, { organization_id, tables }: Guarded): Promise<void> {
  const { rows } = await client.query<{ name: string; table_name: string }>(
    `SELECT t.tgname AS name, c.relname AS table_name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE t.tgname = ANY ($1) AND t.tgparentid = 0 AND c.relnamespace = current_schema()::regnamespace`,
    [['write', 'end'].map((kind) => guardName(organization_id, kind))],
  );
  for (const { name } of tables) {
    const own = rows.filter((row) => row.table_name === name).map((row) => `DROP TRIGGER ${row.name} ON ${name};`);
    if (own.length > 0) await locked(client, own.join(' '));
  }
}

function guardName(organization_id: string, kind: string): string {
  return `move_${kind}_${createHash('sha256').update(organization_id).digest('hex').slice(0, 24)}`;
}

/** Runs statements that lock a table, in one transaction. */
async function locked(client: Client, statements: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${lock_ms}; ${statements} COMMIT`);
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      const isBusy = error instanceof DatabaseError && (error.code === '55P03' || error.code === '40P01');
      if (!isBusy || tries >= maxTries) throw error;
      await pause(retry_ms);
    }
  }
}
