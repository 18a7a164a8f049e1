/**
 * Removes old events, with their deliveries and attempts. The three tables have a partition for each period of 30 days, and a
 * default partition for all other rows. The functions are in migration 0008. A removal has two parts:
 *  1. drop    one step for each period that has ended before the time: its partitions are dropped, which takes some milliseconds for
 *             any number of rows. Pending deliveries and their events move to the default partitions, in the same transaction.
 *             The step takes the tables for itself. It waits for them only briefly, because requests wait behind it, and is
 *             repeated later.
 *  2. clean   one step for each few events of the default partitions
 * Only one instance at a time does a step.
 */
import type { Client } from 'pg';
import type { History } from '../history.ts';
import type { Database, Statement } from './connection/database.ts';

/** Partitions are created so long before the first row. */
const ahead_ms = 7 * 24 * 3600 * 1000;
/** A period with more pending deliveries is kept until they are sent, because moving them would take long. */
const maxPending = 100;
/** How often a drop is tried if other statements have the tables. */
const maxTries = 50;
/** The maximum of events of one step. */
const maxEvents = 256;

/**
 * Creates the partitions of all times between two. It waits for another instance that creates or removes partitions: the function
 * looks for a partition before it takes this lock, and would create one that the other has just created.
 */
export const createPartitions: Statement = {
  name: 'create_history_partitions',
  text: 'SELECT create_history_partitions($1, $2) FROM pg_advisory_xact_lock(7420011042)',
};
const dropPartition: Statement = {
  name: 'drop_history_partition',
  text: 'SELECT drop_history_partition($1, $2) AS events',
};
const cleanDefault: Statement = {
  name: 'clean_default_history',
  text: 'SELECT events, next_digits FROM clean_default_history($1, $2, $3)',
};

/** `next` of a step: its part, and the number of failed tries or the time from which on the default partitions are cleaned. */
type Place = readonly ['drop', tries: string] | readonly ['clean', digits: string];

/** Creates the partitions of now if they are missing, because no instance has run for long. */
export async function createCurrentPartitions(client: Client): Promise<void> {
  await client.query(createPartitions.text, partitionsAt(new Date()));
}

/** Returns the times from which and to which partitions exist at `now`. */
function partitionsAt(now: Date): number[] {
  return [now.getTime(), now.getTime() + ahead_ms];
}

export function postgresHistoryRemoval(database: Database): History {
  async function drop(before: Date, tries: number): Promise<{ events: number; next: Place }> {
    const [row] = await database.query<{ events: string | null }>(dropPartition, [before.getTime(), maxPending]);
    const events = Number(row?.events ?? 0);
    if (events < 0 && tries < maxTries) return { events: 0, next: ['drop', String(tries + 1)] };
    const isDropped = row?.events !== null && events >= 0;
    return { events: Math.max(0, events), next: isDropped ? ['drop', '0'] : ['clean', '000000000000'] };
  }

  async function clean(before: Date, digits: string): Promise<{ events: number; next: Place | undefined }> {
    const [row] = await database.query<{ events: string; next_digits: string | null }>(cleanDefault, [
      digits,
      before.getTime(),
      maxEvents,
    ]);
    const next = row?.next_digits ?? undefined;
    return { events: Number(row?.events ?? 0), next: next === undefined ? undefined : ['clean', next] };
  }

  return {
    async removeHistory({ now, before, from = 'drop 0' }) {
      const [part, place = ''] = from.split(' ');
      if (from === 'drop 0') await database.query(createPartitions, partitionsAt(now));
      const { events, next } = await (part === 'drop' ? drop(before, Number(place)) : clean(before, place));
      return { events, next: next?.join(' ') };
    },
  };
}
