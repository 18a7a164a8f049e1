/** Stops a transaction in its middle, by a trigger that does not end: the service of a test is then killed inside a commit. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { Client } from 'pg';

export interface HeldInsert {
  /** Resolves when an insert is held. */
  isHeld(): Promise<void>;
  /** Undoes the transaction, whose client is gone, and holds no other insert. */
  end(): Promise<void>;
}

/** Holds the next insert into this table of a service, if `condition` is true of the row NEW. */
export async function holdInsert(
  { database, program }: { readonly database: string; readonly program: string },
  on: { readonly table: string; readonly condition: string },
): Promise<HeldInsert> {
  return database.startsWith('sqlite:')
    ? holdOnSqlite(join(database.slice('sqlite:'.length), `${program}.db`), on)
    : holdOnPostgres(database, on);
}

function holdOnSqlite(file: string, { table, condition }: { table: string; condition: string }): HeldInsert {
  const db = new DatabaseSync(file);
  db.exec(`
    CREATE VIEW endless AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
    CREATE TRIGGER hold AFTER INSERT ON ${table} WHEN ${condition} BEGIN SELECT count(*) FROM endless; END;
    PRAGMA busy_timeout = 500`);
  return {
    async isHeld() {
      // No other write takes as long as the timeout of this connection.
      while (canWrite(db)) await turn();
    },
    async end() {
      db.exec('DROP TRIGGER hold; DROP VIEW endless');
      db.close();
    },
  };
}

function canWrite(db: DatabaseSync): boolean {
  try {
    db.exec('BEGIN IMMEDIATE; ROLLBACK');
    return true;
  } catch (error) {
    if (error instanceof Error && error.message === 'database is locked') return false;
    throw error;
  }
}

async function holdOnPostgres(url: string, { table, condition }: { table: string; condition: string }) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`
    CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(1);
      RETURN NEW;
    END $$;
    CREATE TRIGGER hold AFTER INSERT ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION hold();
    SELECT pg_advisory_lock(1)`);
  const held = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;
  return {
    async isHeld() {
      while ((await client.query(`SELECT ${held}`)).rowCount === 0) await turn();
    },
    async end() {
      // Without its client PostgreSQL would finish the statement.
      await client.query(`SELECT pg_terminate_backend(pid, 60000) ${held}`);
      await client.query('DROP FUNCTION hold CASCADE');
      await client.end();
    },
  };
}
