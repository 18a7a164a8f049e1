/** The triggers that guard the rows of an organization during its move; see guard_move.sql. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, DatabaseError } from 'pg';
import { StoreError } from '@booking-service/kernel/store';
import type { MovedTable } from './copy-rows.ts';
import { setMoveAlone } from './move-state.ts';

interface Guarded {
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

// The work of an organization during its move. It is held in the source, and released in the target, or in the source if the move fails.

const poll_ms = 20;
/** An attempt of a delivery ends after ten seconds. A call of a provider may take longer. */
const longestWait_ms = 120_000;

/** Holds work that has not begun. Each later write of such a row is held by the trigger, which sees the state `draining`. */
export async function holdWork(client: Client, organization_id: string): Promise<void> {
  await client.query('UPDATE runs SET ready = ready WHERE organization_id = $1 AND ready', [organization_id]);
  await client.query(
    `INSERT INTO delivery_queues AS q (organization_id) VALUES ($1) ON CONFLICT (organization_id) DO UPDATE SET slow = q.slow`,
    [organization_id],
  );
}

/** Waits until no work is under way. Throws a StoreError if it does not end. */
export async function untilIdle(client: Client, organization_id: string): Promise<void> {
  const until = performance.now() + longestWait_ms;
  for (;;) {
    const { rows } = await client.query<{ busy: boolean }>(selectBusy, [organization_id, new Date().toISOString()]);
    if (rows[0]?.busy !== true) return;
    if (performance.now() > until)
      throw new StoreError(
        `Work of the organization ${organization_id} is still under way after ${longestWait_ms / 1000} seconds. It goes on in its cell. Run the command again at a quieter time.`,
      );
    await pause(poll_ms);
  }
}

const selectBusy = `
  SELECT EXISTS (SELECT FROM delivery_queues q WHERE q.organization_id = $1 AND q.lease_token <> 'move' AND q.lease_until >= lease_time($2, $2))
    OR EXISTS (SELECT FROM deliveries d WHERE d.organization_id = $1 AND d.state = 'pending' AND d.lease_until >= lease_time($2, $2))
    OR EXISTS (SELECT FROM runs r WHERE r.organization_id = $1 AND r.lease_token <> 'move' AND r.lease_until >= lease_time($2, $2))
    OR EXISTS (SELECT FROM bookings b WHERE b.organization_id = $1 AND b.status = 'requires_action' AND b.expiry_lease_until >= lease_time($2, $2))
    AS busy`;

/** Later than every claim. */
const far = '9999-12-31T23:59:59.999Z';

/** Holds all work of contested organizations, also what has begun, until `releaseEverywhere` or a tombstone. Their requests are refused. */
export async function holdEverywhere(client: Client, organizations: readonly string[]): Promise<void> {
  const held = [organizations, far];
  await client.query(
    `UPDATE runs SET ready = false, lease_until = $2, lease_token = 'move'
     WHERE organization_id = ANY ($1) AND lease_token IS DISTINCT FROM 'move'`,
    held,
  );
  await client.query(
    `UPDATE delivery_queues SET lease_until = $2, lease_token = 'move'
     WHERE organization_id = ANY ($1) AND lease_token IS DISTINCT FROM 'move'`,
    held,
  );
  await client.query(
    `UPDATE booking_reads SET lease_until = $2, version = version + 1
     WHERE organization_id = ANY ($1) AND lease_until IS DISTINCT FROM $2`,
    held,
  );
  await client.query(
    `UPDATE bookings SET expiry_lease_until = $2
     WHERE organization_id = ANY ($1) AND status = 'requires_action' AND expiry_lease_until IS DISTINCT FROM $2`,
    held,
  );
}

/** Makes the work due that `holdEverywhere` held. */
export async function releaseEverywhere(client: Client, organization_id: string): Promise<void> {
  await releaseWork(client, organization_id);
  await client.query('UPDATE booking_reads SET lease_until = NULL WHERE organization_id = $1 AND lease_until = $2', [
    organization_id,
    far,
  ]);
  await client.query(
    `UPDATE bookings SET expiry_lease_until = NULL
     WHERE organization_id = $1 AND status = 'requires_action' AND expiry_lease_until = $2`,
    [organization_id, far],
  );
}

/** Makes held work due. */
export async function releaseWork(client: Client, organization_id: string): Promise<void> {
  await client.query(
    `UPDATE runs SET lease_until = NULL, lease_token = NULL WHERE organization_id = $1 AND lease_token = 'move'`,
    [organization_id],
  );
  await client.query(
    `UPDATE delivery_queues SET lease_until = NULL, lease_token = NULL, settles_at = NULL, next_turn_at = $2
     WHERE organization_id = $1 AND lease_token = 'move'`,
    [organization_id, new Date().toISOString()],
  );
}

/** Makes the source serve the organization as before the drain and the freeze. */
export async function resumeWork(source: Client, organization_id: string): Promise<void> {
  await setMoveAlone(source, organization_id, 'copying');
  await releaseWork(source, organization_id);
}
