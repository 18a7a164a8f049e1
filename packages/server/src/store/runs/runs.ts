/**
 * The part of the port that claims and ends runs, and the conditions of runs that are held up: their provider keeps failing, or is pending.
 * The index runs_stuck has these rows only, ordered by the time since when. A run is *stuck* if it has been held up for
 * `stuck_after_seconds` of openapi/behavior/runs.yaml.
 */
import { adminLimits } from '@booking-service/contract/admin';
import type { Origin } from '@booking-service/kernel/contract';
import type { Claim, Lease } from '@booking-service/kernel/store';
import type { Booking, ModifyBooking } from '@booking-service/contract';
import type { ProviderAnswer } from '../../domain/booking.ts';

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
export const isHeldUp = '(failing_since IS NOT NULL OR pending_step = step)';
/** Since when: the time at which a pending step was due first, or the first failure in a row. */
export const heldUpSince = 'CASE WHEN pending_step = step THEN began ELSE failing_since END';

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
    `SELECT ${since} AS since, ${reason} AS reason, (
        SELECT b.status FROM bookings b WHERE b.organization_id = runs.organization_id AND b.id = runs.booking_id) AS status
      FROM runs`;
  const isStuck = (reason: string) => `f.reason = '${reason}' AND f.since <= ${stuck_before}`;
  const reasonOf = "CASE WHEN failing_since IS NULL THEN 'pending' ELSE 'failing' END";
  return `
    SELECT min(f.since) AS oldest_run, min(CASE WHEN f.status = 'processing' THEN f.since END) AS oldest_processing,
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
