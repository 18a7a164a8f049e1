import type { DatabaseSync } from 'node:sqlite';
import type { ContinueBooking, ModifyBooking } from '@booking-service/contract';
import type { ClaimedRun, Store } from '../store.ts';
import { prepareOn } from './statement.ts';

interface RunRow extends Omit<ClaimedRun, 'answer' | 'changes'> {
  readonly answer: string | null;
  readonly changes: string | null;
}

type Runs = Pick<Store, 'claimRuns' | 'postponeRun' | 'finishRun'>;

/** The provider's work: claimed under a lease, completed only by who holds it. */
export function sqliteRuns(db: DatabaseSync): Runs {
  const prepare = prepareOn(db);
  const claim = prepare.write(`
    UPDATE runs SET attempt = attempt + 1, lease_until = :lease_until, lease_token = :lease_token
    WHERE booking_id IN (
      SELECT booking_id FROM runs
      WHERE due_at <= :now AND (lease_until IS NULL OR lease_until < :now)
        AND (:booking_id IS NULL OR booking_id = :booking_id)
      ORDER BY due_at LIMIT :limit)
    RETURNING booking_id, step, answer, changes, attempt, lease_token`);
  const postpone = prepare.write(`
    UPDATE runs SET due_at = ?, lease_until = NULL, lease_token = NULL WHERE booking_id = ? AND lease_token = ?`);
  const remove = prepare.write('DELETE FROM runs WHERE booking_id = ? AND lease_token = ?');

  return {
    async claimRuns({ now, lease_until, lease_token, limit, booking_id = null }) {
      const rows = claim.all({
        now: now.toISOString(),
        lease_until: lease_until.toISOString(),
        lease_token,
        limit,
        booking_id,
      }) as unknown as RunRow[];
      return rows.map((row) => ({
        ...row,
        // Written from what these types say.
        answer: row.answer === null ? undefined : (JSON.parse(row.answer) as ContinueBooking),
        changes: row.changes === null ? undefined : (JSON.parse(row.changes) as ModifyBooking),
      }));
    },
    async postponeRun({ booking_id, lease_token }, due_at) {
      return postpone.run(due_at.toISOString(), booking_id, lease_token).changes === 1;
    },
    async finishRun({ booking_id, lease_token }) {
      return remove.run(booking_id, lease_token).changes === 1;
    },
  };
}
