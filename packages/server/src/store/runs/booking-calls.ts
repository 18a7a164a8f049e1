/**
 * The part of the port that keeps the calls of a booking at its provider and at the card service, after the run that made them. One row
 * has those of a booking, so it is written, read, erased and removed at once. A booking whose calls all succeed at once has no row.
 */
import { adminLimits } from '@booking-service/contract/admin';
import type { Part, PrepareShared } from '@booking-service/kernel/store';
import type { RunOf } from './port.ts';

/** A call that failed, was refused or is pending, that came after such a call, or that returned money. */
export interface BookingCall {
  /** The time of its end. */
  readonly at: string;
  /** The provider; null if the card service was called. */
  readonly provider: string | null;
  readonly call: 'book' | 'check_hold' | 'modify' | 'read' | 'release' | 'read_payment' | 'capture' | 'void' | 'refund';
  /** The attempt of the run, from 1. */
  readonly attempt: number;
  readonly outcome: 'succeeded' | 'refused' | 'pending' | 'failed' | 'given_up';
  /** The duration of the attempt; null if it was not measured. */
  readonly duration_ms: number | null;
  /** The error, without data of the guest, or the error code of a refusal; null if there is none. */
  readonly error: string | null;
  /** The sum of the refunds after the call, in the minor unit; null if it returned no money. */
  readonly amount_refunded: number | null;
}

/** The kept calls of a booking, oldest first. */
export interface BookingCalls {
  readonly calls: readonly BookingCall[];
  /** The number of calls after the first one that are no longer kept. */
  readonly dropped: number;
}

export interface RemovedCalls {
  /** The number of bookings. */
  readonly removed: number;
  /** True if more may be left. */
  readonly hasMore: boolean;
}

export interface BookingCallReads {
  listBookingCalls(of: RunOf): Promise<BookingCalls>;
}

export interface BookingCallWrites {
  /** Adds calls to those of the booking. Of more than maxCalls, the first and the newest ones are kept. */
  recordBookingCalls(of: RunOf & { readonly calls: readonly BookingCall[] }): Promise<void>;
  /** Removes the calls of bookings whose last one ended before this time: those of at most maxRemoved bookings. */
  removeBookingCalls(removal: { readonly before: Date }): Promise<RemovedCalls>;
}

/** The calls of one booking that are kept. */
export const maxCalls: number = adminLimits.booking_calls;
/** The bookings of one removal. */
const maxRemoved = 5_000;
/** Two workers rarely write of one booking at once: one that read it, and one that has its run. */
const maxRaces = 5;

const selectCalls = {
  name: 'find_booking_calls',
  text: 'SELECT calls, recorded FROM booking_calls WHERE organization_id = $1 AND booking_id = $2',
};
/** Only if the row still has as many calls as were read. */
const storeCalls = {
  name: 'record_booking_calls',
  text: `
    INSERT INTO booking_calls (organization_id, booking_id, calls, recorded, latest) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (organization_id, booking_id) DO UPDATE
      SET calls = excluded.calls, recorded = excluded.recorded, latest = excluded.latest WHERE booking_calls.recorded = $6
    RETURNING recorded`,
};
/** Also of the erasure of a guest. */
export const deleteCalls = {
  name: 'delete_booking_calls',
  text: 'DELETE FROM booking_calls WHERE organization_id = $1 AND booking_id = $2 RETURNING booking_id',
};
const removeOld = {
  name: 'remove_booking_calls',
  text: `
    DELETE FROM booking_calls WHERE (organization_id, booking_id) IN (
      SELECT organization_id, booking_id FROM booking_calls WHERE latest < $1 ORDER BY latest LIMIT $2)
    RETURNING booking_id`,
};

/** The calls of bookings on either engine. */
export function bookingCalls(prepare: PrepareShared): Part<BookingCallReads, BookingCallWrites> {
  const select = prepare<{ calls: string; recorded: number }>(selectCalls);
  const store = prepare(storeCalls);
  const remove = prepare(removeOld);

  async function read({ organization_id, booking_id }: RunOf) {
    const [row] = await select(organization_id, booking_id);
    // The column was written from calls.
    return row ? { calls: JSON.parse(row.calls) as BookingCall[], recorded: row.recorded } : { calls: [], recorded: 0 };
  }

  return {
    reads: {
      async listBookingCalls(of) {
        const { calls, recorded } = await read(of);
        return { calls, dropped: recorded - calls.length };
      },
    },
    writes: {
      async recordBookingCalls({ organization_id, booking_id, calls }) {
        const latest = calls.at(-1)?.at;
        if (latest === undefined) return;
        for (let race = 0; race < maxRaces; race += 1) {
          const before = await read({ organization_id, booking_id });
          const all = keepCalls([...before.calls, ...calls]);
          const values = [JSON.stringify(all), before.recorded + calls.length, latest, before.recorded] as const;
          if ((await store(organization_id, booking_id, ...values)).length === 1) return;
        }
        throw new Error(`The calls of booking ${booking_id} keep changing.`);
      },
      async removeBookingCalls({ before }) {
        const removed = (await remove(before.toISOString(), maxRemoved)).length;
        return { removed, hasMore: removed === maxRemoved };
      },
    },
  };
}

/** Returns the first call, which shows since when the provider fails, and the newest ones. */
function keepCalls(calls: readonly BookingCall[]): readonly BookingCall[] {
  return calls.length <= maxCalls ? calls : [...calls.slice(0, 1), ...calls.slice(1 - maxCalls)];
}
