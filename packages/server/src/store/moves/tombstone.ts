/** The end of a move in the source: it directs callers to the new cell, and has no rows of the organization any more. */
import type { Client } from 'pg';
import type { Home } from '../cells/home-watch.ts';
import { inTransaction, writeHomes } from './move-state.ts';
import type { MovedTable } from './moved-tables.ts';

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
