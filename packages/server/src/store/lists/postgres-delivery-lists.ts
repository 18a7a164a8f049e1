import { deliveryRanges, type DeliveryRow, type EventBounds, idBounds, listBookingDeliveries } from './list-ranges.ts';
import {
  afterEveryAttempt,
  deliveryListColumns,
  deliveryRecordColumns,
  toListedDelivery,
  type DeliveryListRow,
  type DeliveryListReads,
  type DeliveryListWrites,
  type DeliveryRecord,
  type DeliveryState,
  type ListedDelivery,
  type StoredAttempt,
} from './delivery-lists.ts';
import { toListed } from './list-page.ts';
import type { Owned } from '@booking-service/kernel/store';
import { type Database, jsonArgument, type Statement } from '@booking-service/kernel/store/postgres';

export const selectIds: Statement = {
  name: 'list_delivery_ids',
  text: 'SELECT id FROM list_delivery_ids($1, $2)',
};
export const selectEvents: Statement = {
  name: 'list_event_ids',
  text: 'SELECT id FROM list_event_ids($1, $2, $3, $4, $5)',
};
/** One search of the index for each id, as in selectDocuments. */
export const selectListed: Statement = {
  name: 'select_listed_deliveries',
  text: `
    SELECT ${deliveryListColumns} FROM unnest($2::text[]) AS wanted (id),
      LATERAL (SELECT * FROM deliveries WHERE organization_id = $1 AND id = wanted.id LIMIT 1) AS d,
      LATERAL (SELECT * FROM events WHERE organization_id = $1 AND id = d.event_id LIMIT 1) AS e`,
};
const selectRecord: Statement = {
  name: 'select_delivery',
  text: `
    SELECT ${deliveryRecordColumns}, e.payload AS request_body
    FROM (SELECT * FROM deliveries WHERE organization_id = $1 AND id = $2 LIMIT 1) AS d,
      LATERAL (SELECT * FROM events WHERE organization_id = $1 AND id = d.event_id LIMIT 1) AS e`,
};
const resend: Statement = { name: 'resend_delivery', text: 'SELECT resend_delivery($1, $2, $3) AS resent' };
export const resendMany: Statement = {
  name: 'resend_deliveries',
  text: 'SELECT resent, next_id FROM resend_deliveries($1, $2)',
};
export const countMany: Statement = { name: 'count_deliveries', text: 'SELECT count_deliveries($1, $2) AS counted' };
const deleteAnswer: Statement = {
  name: 'delete_attempt_response',
  text: `
    WITH first AS (
      UPDATE deliveries SET first_answer = NULL, first_answer_deleted_at = $4
      WHERE organization_id = $1 AND id = $2 AND $3 = 1 AND first_answer IS NOT NULL RETURNING 1 AS attempt),
    later AS (
      UPDATE delivery_attempts SET answer = NULL, answer_deleted_at = $4
      WHERE organization_id = $1 AND delivery_id = $2 AND attempt = $3 AND answer IS NOT NULL RETURNING attempt)
    SELECT attempt FROM first UNION ALL SELECT attempt FROM later`,
};

type RecordRow = Omit<ListedDelivery, 'last_attempt'> & Pick<DeliveryRecord, 'request_body'>;

/** Lists of deliveries, and resends. */
export function postgresDeliveryLists(database: Database): DeliveryListReads & DeliveryListWrites {
  const readAttempts = createAttemptsReader(database);

  /** Returns the deliveries with these ids, in this order. */
  async function readListed(organization_id: string, ids: readonly string[]): Promise<ListedDelivery[]> {
    if (ids.length === 0) return [];
    const rows = await database.query<DeliveryListRow>(selectListed, [organization_id, ids]);
    const repeated = rows.filter(({ attempts }) => attempts > 1).map(({ id }) => id);
    const attempts =
      repeated.length > 0
        ? await readAttempts(organization_id, repeated, { before: afterEveryAttempt, limit: 1 })
        : new Map<string, StoredAttempt[]>();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? toListedDelivery(row, attempts.get(id)?.[0]) : [];
    });
  }

  async function findAttempt({ organization_id, id }: Owned, number: number): Promise<StoredAttempt | undefined> {
    const attempts = await readAttempts(organization_id, [id], { before: number + 1, limit: 1 });
    return attempts.get(id)?.find(({ attempt }) => attempt === number);
  }

  return {
    async listDeliveries({ organization_id, subject_id, limit, ...query }) {
      if (subject_id !== undefined) {
        const { ids, next } = await listBookingDeliveries(
          { ...query, limit },
          {
            async events({ first, last }, most) {
              const values = [organization_id, subject_id, first, last, most];
              const rows = await database.query<Pick<DeliveryRow, 'id'>>(selectEvents, values);
              return rows.map(({ id }) => id);
            },
            deliveries: (events) => readEventDeliveries(database, organization_id, { events, limit: 100 }),
          },
        );
        return { rows: await readListed(organization_id, ids), next };
      }
      const { first, last } = idBounds('dlv', query);
      const list = { ranges: deliveryRanges(query), first_id: first, last_id: last, max_rows: limit + 1 };
      const found = await database.query<Pick<DeliveryRow, 'id'>>(selectIds, [organization_id, jsonArgument(list)]);
      const { rows, next } = toListed(
        found.map(({ id }) => id),
        limit,
        (id) => id,
      );
      return { rows: await readListed(organization_id, rows), next };
    },
    async findDelivery({ organization_id, id }, { attempts: limit, before_attempt: before = afterEveryAttempt }) {
      const [rows, found] = await Promise.all([
        database.query<RecordRow>(selectRecord, [organization_id, id]),
        readAttempts(organization_id, [id], { before, limit: limit + 1 }),
      ]);
      const [row] = rows;
      if (!row) return undefined;
      const attempts = found.get(id) ?? [];
      return {
        ...row,
        attempts: attempts.slice(-limit),
        has_earlier_attempts: attempts.length > limit,
      };
    },
    async resendDelivery({ organization_id, id }, now) {
      const values = [organization_id, id, now.toISOString()];
      const [call] = await database.query<{ resent: boolean }>(resend, values);
      const [delivery] = await readListed(organization_id, [id]);
      return delivery && { delivery, resent: call?.resent ?? false };
    },
    async countDeliveries({ organization_id, max, ...selection }) {
      const { first, last } = idBounds('dlv', selection);
      const list = { ranges: deliveryRanges(selection), first_id: first, last_id: last, max_rows: max };
      const values = [organization_id, jsonArgument(list)];
      const [row] = await database.query<{ counted: number }>(countMany, values);
      return row?.counted ?? 0;
    },
    async resendDeliveries({ organization_id, now, limit, ...selection }) {
      const { first, last } = idBounds('dlv', selection);
      const list = { ranges: deliveryRanges(selection), first_id: first, last_id: last, now, max_rows: limit };
      const values = [organization_id, jsonArgument(list)];
      const [step] = await database.query<{ resent: number; next_id: string | null }>(resendMany, values);
      return { resent: step?.resent ?? 0, next: step?.next_id ?? null };
    },
    async deleteAttemptResponse({ attempt: number, ...delivery }, now) {
      const values = [delivery.organization_id, delivery.id, number, now.toISOString()];
      const deleted = (await database.query(deleteAnswer, values)).length === 1;
      const attempt = await findAttempt(delivery, number);
      return attempt && { attempt, deleted };
    },
  };
}

export const selectAttempts: Statement = {
  name: 'read_attempts',
  text: 'SELECT * FROM read_attempts($1, $2, $3, $4)',
};

interface AttemptRow extends Omit<StoredAttempt, 'request_headers'> {
  readonly delivery_id: string;
  readonly request_headers: string | null;
}

/** Returns the newest attempts of each delivery before a number, oldest first: at most `limit` of each. */
export type ReadAttempts = (
  organization_id: string,
  ids: readonly string[],
  range: { readonly before: number; readonly limit: number },
) => Promise<Map<string, StoredAttempt[]>>;

/** Creates the reader of attempts. */
export function createAttemptsReader(database: Database): ReadAttempts {
  return async (organization_id, ids, { before, limit }) => {
    const rows = await database.query<AttemptRow>(selectAttempts, [organization_id, ids, before, limit]);
    const attempts = new Map<string, StoredAttempt[]>();
    // The newest come first.
    for (const { delivery_id, ...row } of rows.toReversed()) {
      attempts.set(delivery_id, [...(attempts.get(delivery_id) ?? []), toAttempt(row)]);
    }
    return attempts;
  };
}

function toAttempt({ request_headers, ...row }: Omit<AttemptRow, 'delivery_id'>): StoredAttempt {
  // The text was written from such an object.
  const headers = request_headers === null ? null : (JSON.parse(request_headers) as Record<string, string>);
  return { ...row, request_headers: headers };
}

export const selectOfEvents: Statement = {
  name: 'read_event_deliveries',
  text: 'SELECT * FROM read_event_deliveries($1, $2, $3, $4, $5)',
};

export interface EventDelivery extends DeliveryRow {
  readonly state: DeliveryState;
  readonly next_attempt_at: string | null;
}

/** Returns the deliveries of these events, in order of id: at most `limit` of each event. */
export async function readEventDeliveries(
  database: Database,
  organization_id: string,
  { events, limit }: { events: readonly EventBounds[]; limit: number },
): Promise<EventDelivery[]> {
  return database.query<EventDelivery>(selectOfEvents, [
    organization_id,
    events.map(({ event_id }) => event_id),
    events.map(({ first }) => first),
    events.map(({ last }) => last),
    limit,
  ]);
}
