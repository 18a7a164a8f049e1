/**
 * The part of the port that reads and erases the personal data of a guest. A booking has it in its document, in the payloads of its
 * events and in the responses of receivers, which may repeat it.
 */
import type { Booking } from '@booking-service/contract';
import { deleteCalls } from '../runs/booking-calls.ts';
import { boundsOf } from '../lists/list-ranges.ts';
import type { Listed } from '../lists/list-page.ts';
import type { ColumnOf, Owned, Part, PrepareShared } from '@booking-service/kernel/store';

/** Everything that is stored of a booking and may be personal. */
export interface KeptBooking {
  readonly version: number;
  /** True if the booking has a run. */
  readonly working: boolean;
  readonly booking: Booking;
  /** The events, oldest first. */
  readonly events: readonly KeptEvent[];
  /** The attempts with a stored response. */
  readonly responses: readonly KeptResponse[];
}

export interface KeptEvent {
  readonly id: string;
  readonly payload: string;
}

export interface KeptResponse {
  readonly delivery_id: string;
  readonly attempt: number;
  readonly answer: string;
}

/** A booking without personal data, which replaces the stored one if it still has this version. */
export interface ErasedBooking extends Owned {
  readonly version: number;
  readonly booking: Booking;
  /** All events of the booking, with their payloads without personal data. */
  readonly events: readonly KeptEvent[];
  readonly now: Date;
}

/**
 * `changed`: the booking has changed or has a run, so nothing was erased. `delivering`: an attempt of one of its deliveries is under way,
 * and its response would be stored later, so nothing was erased either.
 */
export type ErasureResult =
  | { readonly outcome: 'erased'; readonly responses: number }
  | { readonly outcome: 'changed' | 'delivering' };

export interface PersonalDataReads {
  findKeptBooking(booking: Owned): Promise<KeptBooking | undefined>;
  /** Reads the next bookings of the organization, in order of id, whatever their guest: at most `limit`. */
  scanBookings(page: {
    readonly organization_id: string;
    readonly cursor?: string | undefined;
    readonly limit: number;
  }): Promise<Listed<Booking>>;
}

export interface PersonalDataWrites {
  /** Replaces the booking and its payloads, and deletes the stored responses and the calls with their errors. Call it through `audited`, which makes one transaction of it. */
  eraseBooking(erased: ErasedBooking): Promise<ErasureResult>;
}

const selectKept = {
  name: 'find_kept_booking',
  text: `
    SELECT b.version, CAST(b.document AS text) AS document,
      (SELECT 1 FROM runs r WHERE r.organization_id = b.organization_id AND r.booking_id = b.id LIMIT 1) AS run
    FROM bookings b WHERE b.organization_id = $1 AND b.id = $2`,
};
const selectEvents = {
  name: 'find_kept_events',
  text: 'SELECT id, payload FROM events WHERE organization_id = $1 AND subject_id = $2 ORDER BY id',
};
// On PostgreSQL the deliveries of an event are found by the time in their ids alone: the planner expects few of an organization, and would
// rather read them all.
const selectResponses = (columnOf: ColumnOf) => ({
  name: 'find_kept_responses',
  text: `
    SELECT a.delivery_id, a.attempt, a.answer
    FROM deliveries d JOIN recorded_attempts a ON a.organization_id = d.organization_id AND a.delivery_id = d.id
    WHERE ${columnOf('d.organization_id')} = $1 AND d.id >= $2 AND d.id < $3 AND d.event_id = $4
      AND ${columnOf('a.organization_id')} = $1 AND a.delivery_id >= $2 AND a.delivery_id < $3 AND a.answer IS NOT NULL
    ORDER BY a.delivery_id, a.attempt`,
});
// Locks the deliveries: a claim waits, or this waits for a claim and sees its lease.
const lockDeliveries = (columnOf: ColumnOf) => ({
  name: 'lock_deliveries_of_event',
  text: `
    UPDATE deliveries SET attempts_allowed = attempts_allowed
    WHERE ${columnOf('organization_id')} = $1 AND id >= $2 AND id < $3 AND event_id = $4
    RETURNING id, CASE WHEN lease_until >= lease_time($5, $5) THEN 1 ELSE 0 END AS leased`,
});
const eraseDocument = {
  name: 'erase_booking',
  text: `
    UPDATE bookings SET document = $4, version = version + 1
    WHERE organization_id = $1 AND id = $2 AND version = $3
      AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.organization_id = $1 AND r.booking_id = $2)
    RETURNING id`,
};
const erasePayload = {
  name: 'erase_event',
  text: 'UPDATE events SET payload = $3 WHERE organization_id = $1 AND id = $2 RETURNING id',
};
const eraseResponses = {
  name: 'erase_responses',
  text: `
    UPDATE delivery_attempts SET answer = NULL, answer_deleted_at = $3
    WHERE organization_id = $1 AND delivery_id = $2 AND answer IS NOT NULL RETURNING attempt`,
};
const eraseFirstResponse = {
  name: 'erase_first_response',
  text: `
    UPDATE deliveries SET first_answer = NULL, first_answer_deleted_at = $3
    WHERE organization_id = $1 AND id = $2 AND first_answer IS NOT NULL RETURNING id`,
};
const scan = {
  name: 'scan_bookings',
  text: `
    SELECT id, CAST(document AS text) AS document FROM bookings
    WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
};

/** Reads and erases personal data on either engine. */
export function personalData(
  prepare: PrepareShared,
  columnOf: ColumnOf = (column) => column,
): Part<PersonalDataReads, PersonalDataWrites> {
  const findKept = prepare<{ version: number; document: string; run: number | null }>(selectKept);
  const findEvents = prepare<KeptEvent>(selectEvents);
  const findResponses = prepare<KeptResponse>(selectResponses(columnOf));
  const lock = prepare<{ id: string; leased: number }>(lockDeliveries(columnOf));
  const [setDocument, setPayload] = [prepare(eraseDocument), prepare(erasePayload)];
  const deletions = [prepare(eraseFirstResponse), prepare(eraseResponses)];
  const removeCalls = prepare(deleteCalls);
  const readPage = prepare<{ id: string; document: string }>(scan);

  return {
    reads: {
      async findKeptBooking({ organization_id, id }) {
        const [row] = await findKept(organization_id, id);
        if (!row) return undefined;
        const events = (await findEvents(organization_id, id)).map((event) => ({ ...event }));
        const responses: KeptResponse[] = [];
        for (const event of events) {
          const { first, last, event_id } = boundsOf(event.id);
          responses.push(...(await findResponses(organization_id, first, last, event_id)).map((each) => ({ ...each })));
        }
        return { version: row.version, working: row.run !== null, booking: toBooking(row.document), events, responses };
      },
      async scanBookings({ organization_id, cursor = '', limit }) {
        const rows = await readPage(organization_id, cursor, limit);
        const last = rows.at(-1);
        const next = rows.length === limit && last ? last.id : null;
        return { rows: rows.map(({ document }) => toBooking(document)), next };
      },
    },
    writes: {
      async eraseBooking({ organization_id, id, version, booking, events, now }) {
        const deliveries: string[] = [];
        for (const event of events) {
          const { first, last, event_id } = boundsOf(event.id);
          const locked = await lock(organization_id, first, last, event_id, now.toISOString());
          if (locked.some(({ leased }) => leased === 1)) return { outcome: 'delivering' };
          deliveries.push(...locked.map((delivery) => delivery.id));
        }
        const changed = await setDocument(organization_id, id, version, JSON.stringify(booking));
        if (changed.length === 0) return { outcome: 'changed' };
        for (const event of events) await setPayload(organization_id, event.id, event.payload);
        await removeCalls(organization_id, id);
        let responses = 0;
        for (const delivery of deliveries) {
          for (const erase of deletions)
            responses += (await erase(organization_id, delivery, now.toISOString())).length;
        }
        return { outcome: 'erased', responses };
      },
    },
  };
}

function toBooking(document: string): Booking {
  // The document was written from a booking.
  return JSON.parse(document) as Booking;
}
