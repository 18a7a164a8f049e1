/**
 * The part of the port that keeps which confirmed bookings to read at their providers (PRV-4). A booking has one row at most, however
 * many events name it. The statements are the same on both engines.
 *
 * A claim takes the row under a lease, so that a read that was interrupted by a crash is claimed again. It also raises the `version`, as
 * each event does: the end of a read removes the row only if no event came after the claim. An event ends the lease.
 */
import type { KeyMode } from '@booking-service/contract';
import {
  BusyError,
  type ColumnOf,
  notFromIndex,
  type Part,
  type PrepareShared,
  type SharedStatement,
} from '@booking-service/kernel/store';
import type { RunOf } from '../runs/port.ts';

/** The bookings of one side of a supplier. */
export interface ReadSide {
  readonly provider: string;
  readonly mode: KeyMode;
}

/** The provider sent an event, or the sweep reads the booking. */
export type ReadCause = 'event' | 'sweep';

export interface NewRead extends RunOf, ReadSide {
  readonly cause: ReadCause;
  readonly due_at: Date;
}

export interface ClaimedRead extends RunOf {
  readonly cause: ReadCause;
  /** The failed reads in a row. */
  readonly failures: number;
  readonly version: number;
}

export interface ReadClaim extends ReadSide {
  readonly cause: ReadCause;
  readonly now: Date;
  readonly lease_until: Date;
  readonly limit: number;
}

/** The next read of a claimed row. */
export interface NextRead extends Pick<ClaimedRead, 'cause' | 'failures'> {
  readonly due_at: Date;
}

export interface BookingReadReads {
  /** Returns when a read is due next; null without one. A claimed one counts as due. */
  findNextRead(): Promise<string | null>;
}

export interface BookingReadWrites {
  /**
   * Makes the booking due no later than `due_at`. An event takes precedence over the sweep. Throws a BusyError if nothing was stored,
   * because the organization moves to another database.
   */
  requestRead(read: NewRead): Promise<void>;
  /** Claims due reads of one side and cause, the oldest first. */
  claimReads(claim: ReadClaim): Promise<ClaimedRead[]>;
  /** Makes the claimed read due again; false if another claim or an event came after the claim. */
  postponeRead(read: ClaimedRead, next: NextRead): Promise<boolean>;
  /** Ends the claimed read; false if another claim or an event came after the claim. */
  finishRead(read: ClaimedRead): Promise<boolean>;
}

const upsert = {
  name: 'request_read',
  text: `
    INSERT INTO booking_reads (organization_id, booking_id, provider, mode, cause, due_at, failures, version)
    VALUES ($1, $2, $3, $4, $5, $6, 0, 1)
    ON CONFLICT (organization_id, booking_id) DO UPDATE SET
      cause = CASE WHEN excluded.cause = 'event' THEN excluded.cause ELSE booking_reads.cause END,
      due_at = CASE WHEN excluded.due_at < booking_reads.due_at THEN excluded.due_at ELSE booking_reads.due_at END,
      failures = 0, version = booking_reads.version + 1, lease_until = NULL
    RETURNING version`,
};
const isDue = (columnOf: ColumnOf = (column) => column) =>
  `${columnOf('provider')} = $1 AND ${columnOf('mode')} = $2 AND ${columnOf('cause')} = $3 AND ${columnOf('due_at')} <= $4
    AND (lease_until IS NULL OR lease_until < (SELECT lease_time($4, $4)))`;
const selectDue = `SELECT organization_id, booking_id FROM booking_reads WHERE ${isDue()} ORDER BY due_at LIMIT $6`;
const beginLease = 'UPDATE booking_reads SET lease_until = lease_time($5, $4), version = version + 1';
// The condition stands in both queries: of two claims at once, the second checks the row again after the first.
const claim: SharedStatement = {
  name: 'claim_reads',
  text: `
    ${beginLease} WHERE ${isDue()} AND (organization_id, booking_id) IN (${selectDue})
    RETURNING organization_id, booking_id, cause, failures, version`,
};
/** The same on PostgreSQL. Arrays and not IN: the planner cannot estimate a LIMIT of a parameter, and would read all due rows. */
export const claimByArrays: SharedStatement = {
  name: 'claim_reads',
  text: `
    WITH found AS (${selectDue})
    ${beginLease}
    FROM unnest(ARRAY(SELECT f.organization_id FROM found f), ARRAY(SELECT f.booking_id FROM found f)) AS f (owner, booking)
    WHERE organization_id = f.owner AND booking_id = f.booking AND ${isDue(notFromIndex)}
    RETURNING organization_id, booking_id, cause, failures, version`,
};
const isClaimed = 'organization_id = $1 AND booking_id = $2 AND version = $3';
const postpone = {
  name: 'postpone_read',
  text: `
    UPDATE booking_reads SET cause = $4, due_at = $5, failures = $6, version = version + 1, lease_until = NULL
    WHERE ${isClaimed} RETURNING version`,
};
const remove = {
  name: 'finish_read',
  text: `DELETE FROM booking_reads WHERE ${isClaimed} RETURNING version`,
};
const selectNext = {
  name: 'find_next_read',
  text: `SELECT due_at FROM booking_reads ORDER BY due_at || '' LIMIT 1`,
};

interface Version {
  readonly version: number;
}

export function bookingReads(
  prepare: PrepareShared,
  claimStatement: SharedStatement = claim,
): Part<BookingReadReads, BookingReadWrites> {
  const request = prepare<Version>(upsert);
  const claimDue = prepare<ClaimedRead>(claimStatement);
  const postponeClaimed = prepare<Version>(postpone);
  const removeClaimed = prepare<Version>(remove);
  const findNext = prepare<{ readonly due_at: string }>(selectNext);
  return {
    reads: {
      async findNextRead() {
        const [next] = await findNext();
        return next?.due_at ?? null;
      },
    },
    writes: {
      async requestRead({ organization_id, booking_id, provider, mode, cause, due_at }) {
        const rows = await request(organization_id, booking_id, provider, mode, cause, due_at.toISOString());
        if (rows.length === 0) throw new BusyError(undefined, { code: 'organization_moving' });
      },
      async claimReads({ provider, mode, cause, now, lease_until, limit }) {
        const rows = await claimDue(provider, mode, cause, now.toISOString(), lease_until.toISOString(), limit);
        return rows.map((row) => ({ ...row }));
      },
      async postponeRead({ organization_id, booking_id, version }, { cause, due_at, failures }) {
        const changed = await postponeClaimed(
          organization_id,
          booking_id,
          version,
          cause,
          due_at.toISOString(),
          failures,
        );
        return changed.length === 1;
      },
      async finishRead({ organization_id, booking_id, version }) {
        return (await removeClaimed(organization_id, booking_id, version)).length === 1;
      },
    },
  };
}
