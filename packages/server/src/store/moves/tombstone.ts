/** The end of a move in the source: it directs callers to the new cell, and has no rows of the organization any more. */
import type { Client } from 'pg';
import { inTransaction } from './move-state.ts';
import type { MovedTable } from './moved-tables.ts';

const batch = 2_000;

/** The tables of what admits callers. Each row has an id and a digest with which a call can begin. */
const admitting = ['api_keys', 'access_tokens', 'dashboard_sessions'];

/** The ids and digests with which a call can begin. */
const names = ['SELECT $1']
  .concat(admitting.map((table) => `SELECT unnest(ARRAY[id, digest]) FROM ${table} WHERE organization_id = $1`))
  .join(' UNION ');

/** Directs callers to the cell, and deletes what admits callers and begins work here. Repeated, it changes nothing. */
export async function leaveTombstone(
  client: Client,
  { organization_id, cell, now }: { readonly organization_id: string; readonly cell: number; readonly now: Date },
): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(
      `INSERT INTO moved_names (name, cell) SELECT n.name, $2 FROM (${names}) AS n (name)
       ON CONFLICT (name) DO UPDATE SET cell = excluded.cell`,
      [organization_id, cell],
    );
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
  await client.query(`DELETE FROM moved_names WHERE name IN (${names})`, [organization_id]);
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
