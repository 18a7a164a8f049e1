import type { Client } from 'pg';
import {
  attemptColumns,
  type AttemptRow,
  deliveryColumns,
  deliveryRange,
  type DeliveryRow,
  eventColumns,
  type EventRow,
  type HistoryArchive,
  type HistoryWrites,
  joinFinished,
} from './port.ts';
import { hourOf } from '../deliveries/port.ts';
import { type Database, jsonArgument, type Statement, withClient } from '../postgres/database.ts';
import { idStart } from '../../ids.ts';

// Removes old events, with their deliveries and attempts. The three tables have a partition for each period of 30 days, and a
// default partition for all other rows. A removal has three parts:
//  1. drop    one step for each period that has ended before the time: its partitions are dropped, which takes some milliseconds for
//             any number of rows. Pending deliveries and their events move to the default partitions, in the same transaction.
//             The step takes the tables for itself. It waits for them only briefly, because requests wait behind it, and is
//             repeated later.
//  2. clean   one step for each few events of the default partitions
//  3. count   one step for each thousand old hours of the delivery counts
// Only one instance at a time does a step.

/** Partitions are created so long before the first row. */
const ahead_ms = 7 * 24 * 3600 * 1000;
/** A period with more pending deliveries is kept until they are sent, because moving them would take long. */
const maxPending = 100;
/** The number of attempts to drop a table that other statements use. */
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
  text: 'SELECT drop_history_partition($1, $2, $3) AS events',
};
const deleteCounts: Statement = {
  name: 'remove_delivery_counts',
  text: 'SELECT remove_delivery_counts($1, $2) AS removed',
};
const cleanDefault: Statement = {
  name: 'clean_default_history',
  text: 'SELECT events, next_digits FROM clean_default_history($1, $2, $3)',
};

/** The maximum of hours of delivery counts of one step. */
const maxCounts = 1_000;

/** `next` of a step: its part, and the number of failed tries or the time from which on the default partitions are cleaned. */
type Place = readonly ['drop', tries: string] | readonly ['clean', digits: string] | readonly ['count', hours: ''];

/** Creates the partitions of now if they are missing, because no instance has run for long. */
export async function createCurrentPartitions(client: Client): Promise<void> {
  await client.query(createPartitions.text, partitionsAt(new Date()));
}

/** Returns the times from which and to which partitions exist at `now`. */
function partitionsAt(now: Date): number[] {
  return [now.getTime(), now.getTime() + ahead_ms];
}

interface Drop {
  readonly before: Date;
  /** True if a period with rows stays, unless they are those of pending deliveries. */
  readonly onlyEmpty: boolean;
}

/** Drops the oldest period. Returns about how many events it removed, or why it removed none. */
async function dropOne(database: Database, { before, onlyEmpty }: Drop): Promise<number | 'none' | 'busy'> {
  const values = [before.getTime(), maxPending, onlyEmpty];
  const [row] = await database.query<{ events: string | null }>(dropPartition, values);
  if (row === undefined || row.events === null) return 'none';
  const events = Number(row.events);
  return events < 0 ? 'busy' : events;
}

/** Drops every period that it can. One that other statements use stays for the next call. */
async function dropPartitions(database: Database, drop: Drop): Promise<void> {
  for (let tries = 0; tries < maxTries;) {
    const dropped = await dropOne(database, drop);
    if (dropped === 'none') return;
    if (dropped === 'busy') tries += 1;
  }
}

export function postgresHistoryRemoval(database: Database): HistoryWrites {
  async function drop(before: Date, tries: number): Promise<{ events: number; next: Place }> {
    const events = await dropOne(database, { before, onlyEmpty: false });
    if (events === 'busy' && tries < maxTries) return { events: 0, next: ['drop', String(tries + 1)] };
    if (typeof events === 'number') return { events, next: ['drop', '0'] };
    return { events: 0, next: ['clean', '000000000000'] };
  }

  async function clean(before: Date, digits: string): Promise<{ events: number; next: Place }> {
    const [row] = await database.query<{ events: string; next_digits: string | null }>(cleanDefault, [
      digits,
      before.getTime(),
      maxEvents,
    ]);
    const next = row?.next_digits ?? undefined;
    return { events: Number(row?.events ?? 0), next: next === undefined ? ['count', ''] : ['clean', next] };
  }

  async function removeCounts(before: Date): Promise<{ events: number; next: Place | undefined }> {
    const [row] = await database.query<{ removed: number }>(deleteCounts, [hourOf(before.toISOString()), maxCounts]);
    return { events: 0, next: row?.removed === maxCounts ? ['count', ''] : undefined };
  }

  return {
    async removeHistory({ now, before, old_events, from = old_events === 'archive' ? 'count ' : 'drop 0' }) {
      const [part, place = ''] = from.split(' ');
      if (from === 'drop 0' || old_events === 'archive') await database.query(createPartitions, partitionsAt(now));
      const { events, next } = await runPart();
      return { events, next: next?.join(' ') };

      async function runPart() {
        if (part === 'drop') return drop(before, Number(place));
        return part === 'clean' ? clean(before, place) : removeCounts(before);
      }
    },
  };
}

const selectOldest: Statement = {
  name: 'find_event_since',
  text: 'SELECT id FROM events WHERE id >= $1 ORDER BY id LIMIT 1',
};
const selectEvents: Statement = {
  name: 'read_finished_events',
  text: `SELECT ${eventColumns} FROM events WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3`,
};
const selectDeliveries: Statement = {
  name: 'read_finished_deliveries',
  text: `SELECT ${deliveryColumns} FROM deliveries WHERE id >= $1 AND id < $2 ORDER BY id`,
};
const selectAttempts: Statement = {
  name: 'read_later_attempts',
  text: `
    SELECT ${attemptColumns} FROM delivery_attempts WHERE delivery_id >= $1 AND delivery_id < $2
    ORDER BY delivery_id, attempt`,
};
const remove: Statement = { name: 'remove_archived', text: 'SELECT remove_archived($1) AS events' };

/** The partitions that end before a time. */
const selectEnded = `
  SELECT substr(c.relname, length('events') + 1) AS period
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    CROSS JOIN regexp_matches(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''evt_([0-9a-f]{12})''\\)') AS bound
  WHERE i.inhparent = 'events'::regclass AND bound[1] <= $1`;

/** Reads all organizations together, in order of the ids. `after` is the id of an event. */
export function postgresArchive(
  database: Database,
  { url, program }: { readonly url: string; readonly program: string },
): HistoryArchive {
  return {
    async findEventSince(from) {
      const [row] = await database.query<{ id: string }>(selectOldest, [idStart('evt', from)]);
      return row?.id;
    },
    async readFinished({ from, to, after = idStart('evt', from), limit }) {
      const events = await database.query<EventRow>(selectEvents, [after, idStart('evt', to), limit]);
      const [oldest, newest] = [events[0], events.at(-1)];
      if (!oldest || !newest) return { rows: [], next: undefined };
      const range = deliveryRange(oldest.id, newest.id);
      const deliveries = await database.query<DeliveryRow>(selectDeliveries, range);
      const attempts = await database.query<AttemptRow>(selectAttempts, range);
      return {
        rows: joinFinished(events, { deliveries, attempts }),
        next: events.length === limit ? newest.id : undefined,
      };
    },
    async removeRead(rows) {
      const read = rows.map(({ organization_id, event_id, delivery_id, attempts }) => {
        return { organization_id, event_id, delivery_id, attempts };
      });
      const [row] = await database.query<{ events: number }>(remove, [jsonArgument(read)]);
      return row?.events ?? 0;
    },
    async dropEmpty(before) {
      // The search for a row in a table full of removed ones takes as long as a table scan, and other statements wait for it.
      await withClient(url, { program }, async (client) => {
        const { rows } = await client.query<{ period: string }>(selectEnded, [idStart('evt', before).slice(4)]);
        for (const { period } of rows)
          await client.query(`VACUUM events${period}, deliveries${period}, delivery_attempts${period}`);
      });
      await dropPartitions(database, { before, onlyEmpty: true });
    },
  };
}
