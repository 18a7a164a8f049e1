/** Connections of commands to a cell, among them that of a process that moves an organization, or cancels its move. */
import { DatabaseError, type Client } from 'pg';
import { StoreError } from '@booking-service/kernel/store';
import { withClient } from '@booking-service/kernel/store/postgres';
import { bookingFiles } from '../booking-files.ts';

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
