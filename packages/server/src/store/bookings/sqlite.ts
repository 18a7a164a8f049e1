import type { DatabaseSync } from 'node:sqlite';
import type { Booking } from '@booking-service/contract';
import { noOrigin, type Origin } from '@booking-service/kernel/contract';
import type { Part } from '@booking-service/kernel/store';
import { inTransaction, prepareEvents, prepareOn } from '@booking-service/kernel/store/sqlite';
import { isReady } from '../runs/port.ts';
import {
  type AcceptedBooking,
  type BookingChange,
  type BookingCreation,
  type BookingReads,
  type BookingText,
  type BookingWrites,
  type LaneRun,
  paymentColumns,
  type PaymentColumns,
  runsOf,
  selectTestAllowance,
  type StoredBooking,
} from './port.ts';
import { Refusal } from '../../domain/contract.ts';
import { hasTestBookingLeft, type TestAllowance } from '../../domain/booking.ts';

/** A new booking as the write thread gets it: as text, which is cheaper to pass between threads than an object. */
interface NewBookingRow
  extends
    Omit<AcceptedBooking, 'booking'>,
    Pick<Booking, 'id' | 'livemode' | 'provider' | 'created' | 'updated' | 'confirmation_code'>,
    PaymentColumns {
  readonly document: string;
}

export interface BookingInsert {
  /**
   * Stores the booking and returns undefined, or returns the one that was created earlier under the same idempotency key. Stores nothing
   * if the test allowance is used up or reserved.
   */
  readonly insertBooking: (row: NewBookingRow) => Promise<StoredBooking | 'free_tier_exhausted' | undefined>;
}

/** Creates bookings with this method of the write thread, which returns nothing that this thread has. */
export function sqliteBookingCreation({ insertBooking }: BookingInsert): BookingCreation {
  return {
    async createBooking({ booking, ...accepted }) {
      const { id, livemode, provider, created, updated, confirmation_code } = booking;
      const document = JSON.stringify(booking);
      const earlier = await insertBooking({
        ...accepted,
        id,
        livemode,
        provider,
        created,
        updated,
        ...(confirmation_code !== undefined && { confirmation_code }),
        ...(booking.payment && paymentColumns(booking)),
        document,
      });
      if (earlier === 'free_tier_exhausted') throw new Refusal(earlier);
      if (earlier) return { stored: earlier, replayed: true };
      const { organization_id, run } = accepted;
      const stored = { organization_id, version: 1, step: run?.step ?? 0, working: run !== undefined, booking };
      return { stored, replayed: false };
    },
  };
}

/** Expired bookings that no other claim has, the oldest first. */
export const expired = `
  FROM bookings b
  WHERE b.status = 'requires_action' AND b.expires_at < :now
    AND (b.expiry_lease_until IS NULL OR b.expiry_lease_until < :now)
  ORDER BY b.expires_at LIMIT :limit`;

interface BookingRow {
  readonly organization_id: string;
  readonly version: number;
  readonly step: number;
  readonly working: number;
  readonly document: string;
}

/** Bookings, with everything that is committed with them: idempotency keys, events, deliveries, runs and the allowance. */
export function sqliteBookings(db: DatabaseSync): Part<BookingReads, BookingWrites & BookingInsert> {
  const prepare = prepareOn(db);
  const columns = `b.organization_id, b.version, b.step, b.document,
    EXISTS (SELECT 1 FROM runs r WHERE r.organization_id = b.organization_id AND r.booking_id = b.id) AS working`;
  const selectBooking = prepare.read(`SELECT ${columns} FROM bookings b WHERE b.organization_id = ? AND b.id = ?`);
  const selectText = prepare.read(
    'SELECT livemode, expires_at, document AS text FROM bookings WHERE organization_id = ? AND id = ?',
  );
  const selectByKey = prepare.read(`
    SELECT ${columns} FROM idempotency_keys k JOIN bookings b ON b.organization_id = k.organization_id AND b.id = k.subject_id
    WHERE k.organization_id = ? AND k.livemode = ? AND k.idempotency_key = ?`);
  const selectExpired = prepare.read(`SELECT b.id, ${columns} ${expired}`);
  const leaseExpired = prepare.write('UPDATE bookings SET expiry_lease_until = ? WHERE organization_id = ? AND id = ?');
  const insertBooking = prepare.write(
    `INSERT INTO bookings (id, organization_id, version, step, livemode, document, provider, created, confirmation_code,
      payment_status, payment_unsettled)
    VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertKey = prepare.write(
    'INSERT INTO idempotency_keys (organization_id, livemode, idempotency_key, subject_id) VALUES (?, ?, ?, ?)',
  );
  // A change that completes a run is made only while the run's lease holds.
  const updateBooking = prepare.write(`
    UPDATE bookings SET document = :document, step = :step, confirmation_code = :confirmation_code,
      payment_status = :payment_status, payment_unsettled = :payment_unsettled, version = version + 1
    WHERE organization_id = :organization_id AND id = :id AND version = :version AND (:lease_token IS NULL
      OR EXISTS (SELECT 1 FROM runs
        WHERE organization_id = :organization_id AND booking_id = :id AND provider = :lane AND lease_token = :lease_token))`);
  // A later step replaces the earlier one and its lease. Within a step the run keeps its lease, and a change can only make it
  // due earlier. A run that a worker has begins anew when it ends, because it has read an earlier version.
  const insertRun = prepare.write(`
    INSERT INTO runs (booking_id, organization_id, provider, version, step, answer, changes, ready, due_at, attempt, lease_until,
      lease_token, began, request_id, traceparent)
    VALUES (:booking_id, :organization_id, :provider, :version, :step, :answer, :changes, :ready, :due_at, :attempt, :lease_until,
      :lease_token, :due_at, :request_id, :traceparent)
    ON CONFLICT (organization_id, booking_id, provider) DO UPDATE SET
      version = excluded.version,
      answer = iif(excluded.step > step, excluded.answer, answer),
      changes = iif(excluded.step > step, excluded.changes, changes),
      ready = iif(excluded.step > step, excluded.ready, iif(lease_until IS NULL, max(ready, excluded.ready), ready)),
      due_at = iif(excluded.step > step OR lease_until IS NOT NULL, excluded.due_at, min(due_at, excluded.due_at)),
      attempt = iif(excluded.step > step, excluded.attempt, attempt),
      lease_until = iif(excluded.step > step, excluded.lease_until, lease_until),
      lease_token = iif(excluded.step > step, excluded.lease_token, lease_token),
      began = iif(excluded.step > step, excluded.began, began),
      failures = iif(excluded.step > step, 0, failures),
      failing_since = iif(excluded.step > step, NULL, failing_since),
      last_error = iif(excluded.step > step, NULL, last_error),
      request_id = iif(excluded.step > step, excluded.request_id, request_id),
      traceparent = iif(excluded.step > step, excluded.traceparent, traceparent),
      step = max(step, excluded.step)`);
  const deleteRun = prepare.write('DELETE FROM runs WHERE organization_id = ? AND booking_id = ? AND provider = ?');
  const insertEvents = prepareEvents(db);
  const selectAllowance = prepare.read(selectTestAllowance.text);
  const countConfirmed = prepare.write('UPDATE organizations SET test_confirmed = test_confirmed + 1 WHERE id = ?');

  function toStored(row: unknown): StoredBooking | undefined {
    if (row === undefined) return undefined;
    // The tables are STRICT and have the columns of BookingRow. The document was written from a Booking.
    const { document, working, ...rest } = row as BookingRow;
    return { ...rest, working: working === 1, booking: JSON.parse(document) as Booking };
  }

  function findAllowance(organization_id: string): TestAllowance | undefined {
    // The statement returns the columns of TestAllowance.
    return selectAllowance.get({ $1: organization_id }) as TestAllowance | undefined;
  }

  /** Returns whether the test bookings use or reserve the whole allowance. All creates are on this thread, one after the other. */
  function isReserved(organization_id: string): boolean {
    const allowance = findAllowance(organization_id);
    return allowance !== undefined && !hasTestBookingLeft(allowance);
  }

  function addRun(
    {
      organization_id,
      version,
      origin: { request_id, traceparent },
    }: Pick<StoredBooking, 'organization_id' | 'version'> & { readonly origin: Origin },
    booking: Pick<Booking, 'id' | 'updated'>,
    run: LaneRun,
  ): void {
    const { provider, step, answer, changes, due_at, lease } = run;
    insertRun.run({
      booking_id: booking.id,
      organization_id,
      provider,
      version,
      step,
      answer: answer ? JSON.stringify(answer) : null,
      changes: changes ? JSON.stringify(changes) : null,
      ready: Number(isReady(run, booking)),
      due_at,
      attempt: lease ? 1 : 0,
      lease_until: lease?.lease_until.toISOString() ?? null,
      lease_token: lease?.lease_token ?? null,
      request_id,
      traceparent,
    });
  }

  function change(wanted: BookingChange): boolean {
    const { before, booking, events, origin = noOrigin, run, finished } = wanted;
    const { organization_id } = before;
    const { payment_status = null, payment_unsettled } = paymentColumns(booking);
    const { changes } = updateBooking.run({
      organization_id,
      id: booking.id,
      version: before.version,
      lease_token: finished?.lease_token ?? null,
      lane: finished?.provider ?? null,
      document: JSON.stringify(booking),
      confirmation_code: booking.confirmation_code ?? null,
      payment_status,
      payment_unsettled: payment_unsettled === undefined ? null : Number(payment_unsettled),
      step: run ? run.step : before.step,
    });
    if (changes === 0) return false;
    if (finished) deleteRun.run(organization_id, booking.id, finished.provider);
    for (const each of runsOf(wanted)) addRun({ organization_id, version: before.version + 1, origin }, booking, each);
    insertEvents({ organization_id, subject_id: booking.id, livemode: booking.livemode, ...origin }, events);
    const confirmed = booking.status === 'confirmed' && before.booking.status !== 'confirmed';
    if (confirmed && !booking.livemode) countConfirmed.run(organization_id);
    return true;
  }

  return {
    reads: {
      async findBooking({ organization_id, id }) {
        return toStored(selectBooking.get(organization_id, id));
      },
      async findBookingText({ organization_id, id }) {
        const row = selectText.get(organization_id, id);
        // The statement returns the columns of BookingText. The document was written from a Booking.
        return row && ({ ...row, livemode: row['livemode'] === 1 } as unknown as BookingText);
      },
      async findBookingByKey({ organization_id, livemode, idempotency_key }) {
        return toStored(selectByKey.get(organization_id, Number(livemode), idempotency_key));
      },
      async readTestAllowance(organization_id) {
        const allowance = findAllowance(organization_id);
        return allowance && { ...allowance };
      },
    },
    writes: {
      async insertBooking({ organization_id, idempotency_key, events, origin = noOrigin, run, document, ...booking }) {
        return inTransaction(db, () => {
          const { id, livemode } = booking;
          if (idempotency_key !== undefined) {
            const earlier = toStored(selectByKey.get(organization_id, Number(livemode), idempotency_key));
            if (earlier) return earlier;
          }
          if (!livemode && isReserved(organization_id)) return 'free_tier_exhausted';
          const { provider, created, confirmation_code = null, payment_status = null, payment_unsettled } = booking;
          const values = [run?.step ?? 0, Number(livemode), document, provider, created, confirmation_code];
          const payment = [payment_status, payment_unsettled === undefined ? null : Number(payment_unsettled)];
          insertBooking.run(id, organization_id, ...values, ...payment);
          if (idempotency_key !== undefined) insertKey.run(organization_id, Number(livemode), idempotency_key, id);
          if (run) addRun({ organization_id, version: 1, origin }, booking, { ...run, provider });
          insertEvents({ organization_id, subject_id: id, livemode, ...origin }, events);
          return undefined;
        });
      },
      async changeBooking(wanted) {
        const { organization_id } = wanted.before;
        return inTransaction(db, () =>
          change(wanted) ? toStored(selectBooking.get(organization_id, wanted.booking.id)) : undefined,
        );
      },
      async claimExpired({ now, lease_until, limit }) {
        return inTransaction(db, () => {
          const found = selectExpired.all({ now: now.toISOString(), limit });
          for (const { organization_id, id } of found)
            leaseExpired.run(lease_until.toISOString(), String(organization_id), String(id));
          return found.flatMap(({ id: _id, ...row }) => toStored(row) ?? []);
        });
      },
    },
  };
}
