/** The rows that stand for the move of an organization, in both databases. */
import type { Client } from 'pg';
import type { Home } from '../cells/home-watch.ts';

export type SourceState = 'copying' | 'draining' | 'frozen' | 'moved';
export type TargetState = 'arriving' | 'arrived';

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
