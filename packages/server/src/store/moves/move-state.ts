/** The rows that stand for the move of an organization, in both databases. */
import { type Client, DatabaseError } from 'pg';
import { StoreError } from '@booking-service/kernel/store';
import { withClient } from '@booking-service/kernel/store/postgres';
import type { Home } from '../cells/home-watch.ts';
import type { MovedTable } from './copy-rows.ts';
import { bookingFiles } from '../booking-files.ts';

type SourceState = 'copying' | 'draining' | 'frozen' | 'moved';
type TargetState = 'arriving' | 'arrived';

export interface MoveRow {
  readonly state: SourceState | TargetState;
  /** The other cell. */
  readonly cell: number;
  readonly copied_to: string | null;
  readonly moved_at: string | null;
}

export async function readMove(client: Client, organization_id: string): Promise<MoveRow | undefined> {
  const { rows } = await client.query<MoveRow>(
    'SELECT state, cell, copied_to::text, moved_at FROM organization_moves WHERE organization_id = $1',
    [organization_id],
  );
  return rows[0];
}

/** Begins a move, unless it has begun. */
export async function beginMove(
  client: Client,
  {
    organization_id,
    state,
    cell,
  }: { readonly organization_id: string; readonly state: 'copying' | 'arriving'; readonly cell: number },
): Promise<void> {
  await client.query(
    'INSERT INTO organization_moves (organization_id, state, cell) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [organization_id, state, cell],
  );
}

export async function setMove(client: Client, organization_id: string, state: MoveRow['state']): Promise<void> {
  await client.query('UPDATE organization_moves SET state = $2 WHERE organization_id = $1', [organization_id, state]);
}

export async function endMove(client: Client, organization_id: string): Promise<void> {
  await client.query('DELETE FROM organization_moves WHERE organization_id = $1', [organization_id]);
}

/** Records in both databases what is copied. If they differ, one of them was restored, and the copy begins again. */
export async function setCopied(
  {
    source,
    target,
    organization_id,
  }: { readonly source: Client; readonly target: Client; readonly organization_id: string },
  copied_to: string | undefined,
): Promise<void> {
  for (const client of [target, source])
    await client.query('UPDATE organization_moves SET copied_to = $2::xid8 WHERE organization_id = $1', [
      organization_id,
      copied_to,
    ]);
}

/** Makes the next copy begin again with all rows. */
export async function forgetCopy(client: Client, organization_id: string): Promise<void> {
  await client.query('UPDATE organization_moves SET copied_to = NULL WHERE organization_id = $1', [organization_id]);
}

/**
 * Changes the state while no write of the organization is under way: every write holds the shared lock until its commit. Later writes wait
 * for this transaction, and see the new state.
 */
export async function setMoveAlone(client: Client, organization_id: string, state: SourceState): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('move ' || $1, 0))`, [organization_id]);
    await setMove(client, organization_id, state);
  });
}

export async function inTransaction<Result>(
  client: Client,
  work: () => Promise<Result>,
  mode: string = '',
): Promise<Result> {
  await client.query(`BEGIN ${mode}`);
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Returns the records of these organizations' last moves that this database has, by organization. Default: of all. */
export async function readHomes(client: Client, organizations?: readonly string[]): Promise<Map<string, Home>> {
  const { rows } = await client.query<Home>(
    `SELECT organization_id, epoch, cell, moved_at FROM organization_homes
     WHERE $1::text[] IS NULL OR organization_id = ANY ($1)`,
    [organizations ?? null],
  );
  return new Map(rows.map((home) => [home.organization_id, home]));
}

/** Writes the records, except those of which the database has a newer one. */
export async function writeHomes(client: Client, homes: readonly Home[]): Promise<void> {
  await client.query(
    `INSERT INTO organization_homes AS h (organization_id, epoch, cell, moved_at)
     SELECT * FROM unnest($1::text[], $2::integer[], $3::integer[], $4::text[])
     ON CONFLICT (organization_id) DO UPDATE SET epoch = excluded.epoch, cell = excluded.cell, moved_at = excluded.moved_at
     WHERE (h.epoch, h.moved_at) < (excluded.epoch, excluded.moved_at)`,
    [
      homes.map(({ organization_id }) => organization_id),
      homes.map(({ epoch }) => epoch),
      homes.map(({ cell }) => cell),
      homes.map(({ moved_at }) => moved_at),
    ],
  );
}

/** Returns whether the database has the organization, and not only rows that it left or an unfinished copy. */
export async function holdsOrganization(client: Client, organization_id: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM organizations o WHERE o.id = $1 AND NOT EXISTS (
       SELECT FROM organization_moves m WHERE m.organization_id = o.id AND m.state IN ('arriving', 'moved'))`,
    [organization_id],
  );
  return rows.length > 0;
}

// The end of a move in the source: it directs callers to the new cell, and has no rows of the organization any more.

const batch = 2_000;

/** The tables of what admits callers. Each row has an id and a digest with which a call can begin. */
const admitting = ['api_keys', 'access_tokens', 'dashboard_sessions'];

/** An id or a digest with which a call can begin. */
export interface Named {
  readonly organization_id: string;
  readonly name: string;
}

const names = ['SELECT f.id AS organization_id, f.id AS name FROM unnest($1::text[]) AS f (id)']
  .concat(
    admitting.map(
      (table) => `SELECT organization_id, unnest(ARRAY[id, digest]) FROM ${table} WHERE organization_id = ANY ($1)`,
    ),
  )
  .join(' UNION ');

/** Returns the names of the organizations in this cell. */
export async function readNames(client: Client, organizations: readonly string[]): Promise<Named[]> {
  return (await client.query<Named>(names, [organizations])).rows;
}

/** Directs callers with these names to the homes of their organizations. */
export async function directNames(
  client: Client,
  named: readonly Named[],
  homes: readonly Pick<Home, 'organization_id' | 'cell'>[],
): Promise<void> {
  await client.query(
    `INSERT INTO moved_names (name, cell, organization_id)
     SELECT DISTINCT n.name, h.cell, n.organization_id FROM unnest($1::text[], $2::text[]) AS n (name, organization_id)
     JOIN unnest($3::text[], $4::integer[]) AS h (organization_id, cell) ON h.organization_id = n.organization_id
     ON CONFLICT (name) DO UPDATE SET cell = excluded.cell`,
    [
      named.map(({ name }) => name),
      named.map(({ organization_id }) => organization_id),
      homes.map(({ organization_id }) => organization_id),
      homes.map(({ cell }) => cell),
    ],
  );
}

/**
 * Directs callers to the home, and deletes what admits callers and begins work here. `directed` are the names at home: a cell that was restored lacks
 * some. Repeated, it changes nothing.
 */
export async function leaveTombstone(
  client: Client,
  { home, directed, now }: { readonly home: Home; readonly directed: readonly Named[]; readonly now: Date },
): Promise<void> {
  const { organization_id } = home;
  await inTransaction(client, async () => {
    await directNames(client, [...directed, ...(await readNames(client, [organization_id]))], [home]);
    await writeHomes(client, [home]);
    for (const table of [...admitting, 'members', 'delivery_incidents', 'booking_reads', 'runs', 'delivery_queues'])
      await client.query(`DELETE FROM ${table} WHERE organization_id = $1`, [organization_id]);
    await client.query(
      `UPDATE bookings SET expires_at = NULL WHERE organization_id = $1 AND status = 'requires_action'`,
      [organization_id],
    );
    await client.query(
      `UPDATE organization_moves SET state = 'moved', moved_at = coalesce(moved_at, $2) WHERE organization_id = $1`,
      [organization_id, now.toISOString()],
    );
  });
}

/** Ends the direction to another cell: the organization comes back. */
export async function removeTombstone(client: Client, organization_id: string): Promise<void> {
  await client.query(`DELETE FROM moved_names WHERE name IN (SELECT n.name FROM (${names}) AS n)`, [[organization_id]]);
}

/** Deletes the rows, those that refer to others first. */
export async function deleteOrganization(
  client: Client,
  { organization_id, tables }: { readonly organization_id: string; readonly tables: readonly MovedTable[] },
): Promise<void> {
  for (const { name, owner, key } of tables.toReversed()) {
    const columns = key.join(', ');
    const statement = `DELETE FROM ${name} WHERE ${owner} = $1 AND (${columns}) IN (SELECT ${columns} FROM ${name} WHERE ${owner} = $1 LIMIT ${batch})`;
    while (((await client.query(statement, [organization_id])).rowCount ?? 0) > 0);
  }
  await client.query('DELETE FROM rate_windows WHERE organization_id = $1', [organization_id]);
}

// Connections of commands to a cell, among them that of a process that moves an organization, or cancels its move.

/** A database of the move. */
export interface MovePlace {
  readonly name: string;
  readonly number: number;
  readonly url: string;
}

/** Runs `work` with a connection of its own. A StoreError about the connection names the cell. */
export async function connectCell<Result>(
  { name, url }: MovePlace,
  work: (client: Client, database: string) => Promise<Result>,
): Promise<Result> {
  let isConnected = false;
  try {
    return await withClient(url, bookingFiles, (client, database) => {
      isConnected = true;
      return work(client, database);
    });
  } catch (error) {
    if (isConnected || !(error instanceof StoreError)) throw error;
    throw new StoreError(`Cell ${name}: ${error.message}`, { cause: error.cause });
  }
}

/**
 * Connects to the database, and refuses a second process for the organization. A process does this in the source and in the target: one that lost
 * its connection to the source may still commit in the target. The lock ends with the connection. `task` stands in the message of an error of the
 * work, which is not one of a database that cannot be used.
 */
export async function connectAlone<Result>(
  cell: MovePlace,
  { organization_id, task }: { readonly organization_id: string; readonly task: string },
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return connectCell(cell, async (client) => {
    try {
      await requireAlone(client, organization_id);
      return await work(client);
    } catch (cause) {
      if (cause instanceof StoreError) throw cause;
      const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
      throw new StoreError(`${task} stopped: ${reason}. Run the command again: it continues.`, { cause });
    }
  });
}

async function requireAlone(client: Client, organization_id: string): Promise<void> {
  try {
    // The connection of a process that was killed may end a little later.
    await client.query(`SET lock_timeout = '5s'`);
    await client.query(`SELECT pg_advisory_lock(hashtextextended('mover ' || $1, 0))`, [organization_id]);
    await client.query('RESET lock_timeout');
  } catch (cause) {
    if (!(cause instanceof DatabaseError) || cause.code !== '55P03') throw cause;
    throw new StoreError(
      `Another process moves the organization ${organization_id}. Wait until it has ended, or stop it.`,
      { cause },
    );
  }
}
