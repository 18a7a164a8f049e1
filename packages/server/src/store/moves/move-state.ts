/** The rows that stand for the move of an organization, in both databases. */
import type { Client } from 'pg';

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
