import type { ContinueBooking, ModifyBooking } from '@booking-service/contract';
import type { ClaimedRun, Store } from '../store.ts';
import type { Database, Statement } from './database.ts';

interface RunRow extends Omit<ClaimedRun, 'answer' | 'changes'> {
  readonly answer: ContinueBooking | null;
  readonly changes: ModifyBooking | null;
}

/** What others are claiming at this moment is passed over, and not waited for. */
function claim(name: string, whose: string): Statement {
  return {
    name,
    text: `
      WITH due AS (
        SELECT booking_id FROM runs
        WHERE due_at <= $1 AND (lease_until IS NULL OR lease_until < $1) AND ${whose}
        ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED),
      claimed AS (
        UPDATE runs r SET attempt = r.attempt + 1, lease_until = $2, lease_token = $3
        FROM due WHERE r.booking_id = due.booking_id
        RETURNING r.booking_id, r.step, r.answer, r.changes, r.attempt, r.lease_token, r.due_at)
      SELECT booking_id, step, answer, changes, attempt, lease_token FROM claimed ORDER BY due_at`,
  };
}

const claimAny = claim('claim_runs', 'TRUE');
const claimOf = claim('claim_runs_of_booking', 'booking_id = $5');
const postpone: Statement = {
  name: 'postpone_run',
  text: `
    UPDATE runs SET due_at = $1, lease_until = NULL, lease_token = NULL WHERE booking_id = $2 AND lease_token = $3
    RETURNING booking_id`,
};
const remove: Statement = {
  name: 'finish_run',
  text: 'DELETE FROM runs WHERE booking_id = $1 AND lease_token = $2 RETURNING booking_id',
};

/** The provider's work: claimed under a lease, completed only by who holds it. */
export function postgresRuns(database: Database): Pick<Store, 'claimRuns' | 'postponeRun' | 'finishRun'> {
  return {
    async claimRuns({ now, lease_until, lease_token, limit, booking_id }) {
      const values = [now.toISOString(), lease_until.toISOString(), lease_token, limit];
      const rows = await (booking_id === undefined
        ? database.query<RunRow>(claimAny, values)
        : database.query<RunRow>(claimOf, [...values, booking_id]));
      return rows.map(({ answer, changes, ...row }) => ({
        ...row,
        answer: answer ?? undefined,
        changes: changes ?? undefined,
      }));
    },
    async postponeRun({ booking_id, lease_token }, due_at) {
      const rows = await database.query(postpone, [due_at.toISOString(), booking_id, lease_token]);
      return rows.length === 1;
    },
    async finishRun({ booking_id, lease_token }) {
      return (await database.query(remove, [booking_id, lease_token])).length === 1;
    },
  };
}
