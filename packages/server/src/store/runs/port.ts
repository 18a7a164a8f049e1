/**
 * The part of the port that claims and ends runs, and the conditions of runs that are held up: their provider keeps failing, or is pending.
 * The index runs_stuck has these rows only, ordered by the time since when. A run is *stuck* if it has been held up for
 * `stuck_after_seconds` of openapi/behavior/runs.yaml.
 */
import { adminLimits } from '@booking-service/contract/admin';
import { idStart, type Origin } from '@booking-service/kernel/contract';
import type { Claim, Lease, Part, PrepareShared } from '@booking-service/kernel/store';
import type { Booking, BookingPayment, BookingStatus, ModifyBooking } from '@booking-service/contract';
import type { ProviderAnswer } from '../../domain/booking.ts';
import { runWorkOf } from '../../domain/run-schedule.ts';
import { type Listed, type ListPage, toListed } from '../lists/list-page.ts';
import { paymentLane } from '../../domain/payment.ts';

/** Work at the provider that begins at `due_at`. */
export interface NewRun {
  readonly step: number;
  readonly answer?: ProviderAnswer | undefined;
  /** The changes to make. Omitted if the run books or releases. */
  readonly changes?: ModifyBooking | undefined;
  readonly due_at: string;
  /** Set if the caller works on the run immediately: the run is stored as claimed. */
  readonly lease?: Lease | undefined;
}

/** The booking of a run. */
export interface RunOf {
  readonly organization_id: string;
  readonly booking_id: string;
}

/** The number of failed calls of the provider in a row, and the time of the first one. */
export interface Failing {
  readonly times: number;
  readonly since: string;
  /** The error of the last call, without data of the guest. Omitted: the stored one stays. */
  readonly error?: string;
}

export interface ClaimedRun extends RunOf, Origin {
  /** The supplier, or paymentLane. */
  readonly provider: string;
  /** The version of the booking with the last change that asked for this work. */
  readonly version: number;
  readonly step: number;
  readonly answer: ProviderAnswer | undefined;
  readonly changes: ModifyBooking | undefined;
  readonly attempt: number;
  /** The time at which the first run of this step was due. */
  readonly began: string;
  readonly failing: Failing | undefined;
  readonly lease_token: string;
}

/** The organization and the provider of a run: it takes one of the organization's places there. */
export type RunPlace = Pick<ClaimedRun, 'organization_id' | 'provider'>;

/** The runs of one provider that this instance is working on, and the organization that had the last turn. */
export interface ProviderTurn {
  readonly provider: string;
  /** The organization that had the last turn. The next one in order of id follows; empty begins with the first. */
  readonly after: string;
  readonly busy: readonly { readonly organization_id: string; readonly runs: number }[];
}

/** A claim of runs, with the bounds of the work under way. */
export interface RunClaim extends Claim {
  /** The maximum of runs under way at each provider, including those in `turns`. */
  readonly limit: number;
  /** The maximum of runs under way of each organization at each provider. Default: `limit`. */
  readonly per_organization?: number;
  /** Default: nothing is under way, and the turns begin with the first organization. */
  readonly turns?: readonly ProviderTurn[];
}

export interface RunWrites {
  /**
   * Marks at most `limit` runs as ready whose time has come or whose lease has ended, and returns their number. A claim takes
   * only ready runs, so it never reads runs that are not due.
   */
  readyRuns(due: { now: Date; limit: number }): Promise<number>;
  /**
   * Claims due runs within the bounds. At each provider the organizations take turns, so an organization with many runs does
   * not delay the others. Marks some runs as ready first.
   */
  claimRuns(claim: RunClaim): Promise<ClaimedRun[]>;
  /** Claims the run of this booking at its provider if it is due and not leased. */
  claimRun(claim: Lease & RunOf & { now: Date }): Promise<ClaimedRun | undefined>;
  /**
   * Makes a run due again at `due_at`, and returns that time; undefined if the lease is lost. `because` is stored: the failures of the
   * provider, or that it is pending. Without it the run is neither failing nor pending. If a change of the booking asked for work since
   * the claim, the run begins anew instead, at the time that the change said.
   */
  postponeRun(run: ClaimedRun, due_at: Date, because?: Failing | 'pending'): Promise<Date | undefined>;
  /**
   * Ends a run that changes no booking; undefined if the lease is lost. `read` is what the run has read: if a later change of the booking
   * asked for work, the run is `due` for it.
   */
  finishRun(run: ClaimedRun, read: { readonly version: number }): Promise<'ended' | 'due' | undefined>;
}

/** The ages of waiting runs, and the number of stuck ones. */
export interface RunAges {
  /**
   * The earliest time since when a run has been due or held up; null if there is none. Of the runs that are ready or claimed, at most
   * maxSampled are read.
   */
  readonly oldest_run: string | null;
  /** The same of the runs whose booking is in processing. */
  readonly oldest_processing: string | null;
  /** The same of the runs that work on a debt of a payment: the money is owed since then. */
  readonly oldest_payment: string | null;
  /** The stuck runs whose provider keeps failing. With stuck_pending at most maxStuckCounted, which means so many or more. */
  readonly stuck_failing: number;
  /** The stuck runs whose provider is pending. */
  readonly stuck_pending: number;
}

/** The maximum of a count of stuck runs. */
export const maxStuckCounted: number = adminLimits.counted_work;
/** The maximum of runs of one kind among which the oldest is searched, if no index orders them by age. */
const maxSampled = 200;

/** The condition of the index runs_stuck. A query uses it only with exactly this condition. */
const isHeldUp = '(failing_since IS NOT NULL OR pending_step = step)';
/** Since when: the time at which a pending step was due first, or the first failure in a row. */
const heldUpSince = 'CASE WHEN pending_step = step THEN began ELSE failing_since END';

/**
 * Returns the query for RunAges. Each part reads a bounded number of rows of one index, in its order: without it, PostgreSQL scans all
 * runs if its statistics are older than the runs. The status of a booking is looked up for each of these rows: as a join,
 * PostgreSQL may read the whole table of bookings instead of looking up 1,600.
 */
export function selectRunAges({
  now,
  stuck_before,
  ready,
  unready,
}: Readonly<Record<'now' | 'stuck_before' | 'ready' | 'unready', string>>): string {
  const row = (since: string, reason = 'NULL') =>
    `SELECT ${since} AS since, ${reason} AS reason, provider AS lane, (
        SELECT b.status FROM bookings b WHERE b.organization_id = runs.organization_id AND b.id = runs.booking_id) AS status
      FROM runs`;
  const isStuck = (reason: string) => `f.reason = '${reason}' AND f.since <= ${stuck_before}`;
  const reasonOf = "CASE WHEN failing_since IS NULL THEN 'pending' ELSE 'failing' END";
  return `
    SELECT min(f.since) AS oldest_run, min(CASE WHEN f.status = 'processing' THEN f.since END) AS oldest_processing,
      min(CASE WHEN f.lane = '${paymentLane}' THEN f.since END) AS oldest_payment,
      CAST(count(CASE WHEN ${isStuck('failing')} THEN 1 END) AS integer) AS stuck_failing,
      CAST(count(CASE WHEN ${isStuck('pending')} THEN 1 END) AS integer) AS stuck_pending
    FROM (
      SELECT * FROM (${row(heldUpSince, reasonOf)} WHERE ${isHeldUp} ORDER BY ${heldUpSince} LIMIT ${maxStuckCounted}) AS held_up
      UNION ALL
      SELECT * FROM (${row('due_at')} WHERE ${unready} AND lease_until IS NULL AND due_at <= ${now}
        ORDER BY due_at LIMIT ${maxSampled}) AS waiting
      UNION ALL
      SELECT * FROM (${row('due_at')} WHERE ${ready} ORDER BY provider, organization_id, due_at LIMIT ${maxSampled}) AS ready
      UNION ALL
      SELECT * FROM (${row('due_at')} WHERE ${unready} AND lease_until IS NOT NULL
        ORDER BY lease_until LIMIT ${maxSampled}) AS claimed) AS f`;
}

/** Returns the failures to store with a run that is postponed. */
export function toFailures(because: Failing | 'pending' | undefined): {
  times: number;
  since: string | null;
  error: string | null;
} {
  if (because === undefined || because === 'pending') return { times: 0, since: null, error: null };
  return { error: null, ...because };
}

/**
 * Returns whether a new run can be claimed immediately: it is due at the time of the change that stores it. Other runs are
 * marked as ready when they become due.
 */
export function isReady({ due_at, lease }: NewRun, { updated }: Pick<Booking, 'updated'>): boolean {
  return !lease && due_at <= updated;
}

// The part of the port that shows runs to operators, and makes one due. The statements are the same on both engines.

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
