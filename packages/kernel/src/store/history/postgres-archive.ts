import { idStart } from '../../ids.ts';
import { jsonArgument, type Database, type Statement } from '../postgres/database.ts';
import { withClient } from '../postgres/with-client.ts';
import {
  attemptColumns,
  deliveryColumns,
  deliveryRange,
  eventColumns,
  joinFinished,
  type AttemptRow,
  type DeliveryRow,
  type EventRow,
  type HistoryArchive,
} from './archive.ts';
import { dropPartitions } from './postgres-history.ts';

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
