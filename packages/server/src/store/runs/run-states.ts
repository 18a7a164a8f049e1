/** The part of the port that shows runs to operators, and makes one due. The statements are the same on both engines. */
import type { BookingPayment, BookingStatus } from '@booking-service/contract';
import { runWorkOf } from '../../domain/run-schedule.ts';
import { idStart } from '@booking-service/kernel/contract';
import type { Part, PrepareShared } from '@booking-service/kernel/store';
import { toListed, type Listed, type ListPage } from '../lists/list-page.ts';
import { paymentLane } from '../../domain/payment.ts';
import { heldUpSince, isHeldUp, type RunOf } from './runs.ts';

/** A run as operators see it. */
export interface RunState extends RunOf {
  readonly provider: string;
  /** The stored status of its booking. */
  readonly status: BookingStatus;
  readonly work: 'booking' | 'modification' | 'release' | 'payment';
  /** Why the provider holds it up; null if it does not. */
  readonly reason: 'failing' | 'pending' | null;
  /** Since when. */
  readonly since: string | null;
  readonly attempts: number;
  /** Failures in a row. */
  readonly failures: number;
  /** The error of the last of these failures, without data of the guest; null if none is stored. */
  readonly last_error: string | null;
  /** Null if the booking has no payment of the card service. */
  readonly payment_status: BookingPayment['status'] | null;
  readonly due_at: string;
  /** The end of the lease of a worker; null if none has it. */
  readonly lease_until: string | null;
}

export interface RunStateReads {
  /** Returns a page of the runs of all organizations that have been held up since `stuck_before` or longer, the oldest first. */
  listStuckRuns(page: ListPage & { readonly stuck_before: Date }): Promise<Listed<RunState>>;
  /** Finds the runs of a booking, at its provider and at the card service: first the one that has been held up longest. */
  findRuns(of: RunOf): Promise<RunState[]>;
}

export interface RunStateWrites {
  /**
   * Makes the runs of the booking due at `now`, unless they are due already; false if there is none, or if a worker has it.
   */
  retryRun(retry: RunOf & { readonly now: Date }): Promise<boolean>;
}

interface RunRow extends Omit<RunState, 'work' | 'reason'> {
  readonly is_payment: number;
  readonly is_modification: number;
  readonly is_pending: number;
}

const isPayment = `CASE WHEN provider = '${paymentLane}' THEN 1 ELSE 0 END`;
const run = 'organization_id, booking_id, provider, attempt, failures, failing_since, last_error, due_at, lease_until';
const fields = `${run}, ${heldUpSince} AS since, CASE WHEN pending_step = step THEN 1 ELSE 0 END AS is_pending,
  CASE WHEN changes IS NULL THEN 0 ELSE 1 END AS is_modification, ${isPayment} AS is_payment`;
const shown = `r.organization_id, r.booking_id, b.provider, r.is_payment, r.attempt AS attempts, r.failures, r.last_error, r.since, r.is_pending,
  r.is_modification, r.due_at, r.lease_until, b.status, b.payment_status`;
const joined = 'JOIN bookings b ON b.organization_id = r.organization_id AND b.id = r.booking_id';
const place = `${heldUpSince}, organization_id, booking_id, ${isPayment}`;
const selectStuck = {
  name: 'list_stuck_runs',
  text: `
    SELECT ${shown} FROM (
      SELECT ${fields} FROM runs
      WHERE ${isHeldUp} AND ${heldUpSince} <= $1 AND ${heldUpSince} >= $2 AND (${place}) > ($2, $3, $4, $5)
      ORDER BY ${place} LIMIT $6) AS r ${joined}
    ORDER BY r.since, r.organization_id, r.booking_id, r.is_payment`,
};
const selectRuns = {
  name: 'find_runs',
  text: `
    SELECT ${shown} FROM (SELECT ${fields} FROM runs WHERE organization_id = $1 AND booking_id = $2) AS r ${joined}
    WHERE b.organization_id = $1
    ORDER BY CASE WHEN r.since IS NULL THEN 1 ELSE 0 END, r.since, r.is_payment`,
};
/** A run that is ready, or whose lease has ended, is due already. */
const updateDue = {
  name: 'retry_run',
  text: `
    UPDATE runs SET due_at = CASE WHEN due_at > $3 THEN $3 ELSE due_at END
    WHERE organization_id = $1 AND booking_id = $2 AND (lease_until IS NULL OR lease_until < lease_time($3, $3))
    RETURNING booking_id`,
};

/** The states of runs on either engine. */
export function runStates(prepare: PrepareShared): Part<RunStateReads, RunStateWrites> {
  const list = prepare<RunRow>(selectStuck);
  const find = prepare<RunRow>(selectRuns);
  const makeDue = prepare(updateDue);
  return {
    reads: {
      async listStuckRuns({ stuck_before, cursor, limit }) {
        const after = cursor === undefined ? start : parseStuckCursor(cursor);
        const { since, organization_id, booking_id, is_payment } = after;
        const rows = await list(stuck_before.toISOString(), since, organization_id, booking_id, is_payment, limit + 1);
        return toListed(rows.map(toState), limit, stuckCursor);
      },
      async findRuns({ organization_id, booking_id }) {
        return (await find(organization_id, booking_id)).map(toState);
      },
    },
    writes: {
      async retryRun({ organization_id, booking_id, now }) {
        return (await makeDue(organization_id, booking_id, now.toISOString())).length > 0;
      },
    },
  };
}

type Place = RunOf & { readonly since: string; readonly is_payment: 0 | 1 };

/** Before every run. */
const start: Place = { since: '', organization_id: '', booking_id: '', is_payment: 0 };
const cursorForm = /^bkg_([\da-f]{12})_(org_\w+)_(bkg_\w+?)(_payment)?$/;

/** Returns the cursor after this run: its time and the ids of its booking. */
export function stuckCursor({ since, organization_id, booking_id, work }: RunState): string {
  const lane = work === 'payment' ? '_payment' : '';
  return `${idStart('bkg', new Date(since ?? 0))}_${organization_id}_${booking_id}${lane}`;
}

/** Returns whether the text has the form of a cursor of stuck runs. */
export function isStuckCursor(text: string): boolean {
  return cursorForm.test(text);
}

function parseStuckCursor(cursor: string): Place {
  const [, digits = '', organization_id = '', booking_id = '', lane] = cursorForm.exec(cursor) ?? [];
  const since = new Date(Number.parseInt(digits, 16)).toISOString();
  return { since, organization_id, booking_id, is_payment: lane === undefined ? 0 : 1 };
}

function toState({ is_modification, is_pending, is_payment, ...row }: RunRow): RunState {
  const isModification = runWorkOf(row.status) === 'booking' && is_modification === 1;
  const work = is_payment === 1 ? 'payment' : isModification ? 'modification' : runWorkOf(row.status);
  const reason = row.failures > 0 ? 'failing' : is_pending === 1 ? 'pending' : null;
  return { ...row, work, reason };
}
