/**
 * Runs that are held up: their provider keeps failing, or is pending. The index runs_stuck has these rows only, ordered by the time
 * since when. A run is *stuck* if it has been held up for `stuck_after_seconds` of openapi/behavior/runs.yaml.
 */

/** The number of failed calls of the provider in a row, and the time of the first one. */
export interface Failing {
  readonly times: number;
  readonly since: string;
}

/** How long runs have been waiting, and how many are stuck. */
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
export const maxStuckCounted = 1_000;
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
export function toFailures(because: Failing | 'pending' | undefined): { times: number; since: string | null } {
  return because === undefined || because === 'pending' ? { times: 0, since: null } : { ...because };
}
