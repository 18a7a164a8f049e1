import type { DatabaseSync } from 'node:sqlite';
import type { ModifyBooking } from '@booking-service/contract';
import type { Lease, Part } from '@booking-service/kernel/store';
import { inTransaction, prepareOn } from '@booking-service/kernel/store/sqlite';
import type { ProviderAnswer } from '../../domain/booking.ts';
import { paymentLane } from '../../domain/payment.ts';
import { type ClaimedRun, type ProviderTurn, type RunWrites, toFailures } from './port.ts';

interface RunRow extends Omit<ClaimedRun, 'answer' | 'changes' | 'failing'> {
  readonly answer: string | null;
  readonly changes: string | null;
  readonly failures: number;
  readonly failing_since: string | null;
}

const readyBatch = 500;

/** The queries for due and ready runs. Each is one index search, which the tests of the query plans check. */
export const runSearches = {
  waiting: `SELECT organization_id, booking_id, provider FROM runs WHERE ready = 0 AND lease_until IS NULL AND due_at <= ?
    ORDER BY due_at LIMIT ?`,
  leased: `SELECT organization_id, booking_id, provider FROM runs WHERE ready = 0 AND lease_until IS NOT NULL AND lease_until < ?
    ORDER BY lease_until LIMIT ?`,
  provider: 'SELECT provider AS name FROM runs WHERE ready = 1 AND provider > ? ORDER BY provider LIMIT 1',
  organization: `SELECT organization_id AS name FROM runs WHERE ready = 1 AND provider = ? AND organization_id > ?
    ORDER BY organization_id LIMIT 1`,
  first: 'SELECT booking_id FROM runs WHERE ready = 1 AND provider = ? AND organization_id = ? ORDER BY due_at LIMIT 1',
} as const;

const isHeld =
  'organization_id = :organization_id AND booking_id = :booking_id AND provider = :provider AND lease_token = :lease_token';

/** Runs: claimed under a lease, and completed only under that lease. */
export function sqliteRuns(db: DatabaseSync): Part<object, RunWrites> {
  const prepare = prepareOn(db);
  const selectWaiting = prepare.read(runSearches.waiting);
  const selectLeased = prepare.read(runSearches.leased);
  const selectProvider = prepare.read(runSearches.provider);
  const selectOrganization = prepare.read(runSearches.organization);
  const selectFirst = prepare.read(runSearches.first);
  const makeReady = prepare.write(
    'UPDATE runs SET ready = 1, lease_until = NULL WHERE organization_id = ? AND booking_id = ? AND provider = ?',
  );
  const prepareClaim = (condition: string) =>
    prepare.write(`
    UPDATE runs SET attempt = attempt + 1, ready = 0, lease_until = :lease_until, lease_token = :lease_token
    WHERE organization_id = :organization_id AND booking_id = :booking_id AND ${condition}
    RETURNING booking_id, organization_id, provider, version, step, answer, changes, attempt, began, failures, failing_since,
      lease_token, request_id, traceparent`);
  const claimReady = prepareClaim('provider = :provider AND ready = 1');
  const claimDue = prepareClaim(
    `provider <> '${paymentLane}' AND due_at <= :now AND (lease_until IS NULL OR lease_until < :now)`,
  );
  const postpone = prepare.write(`
    UPDATE runs SET ready = 0, due_at = :due_at, lease_until = NULL, lease_token = NULL, failures = :times,
      failing_since = :since, last_error = CASE WHEN :times > 0 THEN coalesce(:error, last_error) END, pending_step = CASE WHEN :is_pending THEN step WHEN :times > 0 THEN pending_step END
    WHERE ${isHeld} AND version <= :version`);
  const restart = prepare.write(`
    UPDATE runs SET ready = 0, began = due_at, lease_until = NULL, lease_token = NULL, attempt = 0, failures = 0, failing_since = NULL,
      last_error = NULL, pending_step = NULL, answer = iif(:ended, NULL, answer), changes = iif(:ended, NULL, changes)
    WHERE ${isHeld} RETURNING due_at`);
  const remove = prepare.write(`DELETE FROM runs WHERE ${isHeld} AND version <= :version`);

  function readyRuns({ now, limit }: { now: Date; limit: number }): number {
    const at = now.toISOString();
    const due = [...selectWaiting.all(at, limit), ...selectLeased.all(at, limit)].slice(0, limit);
    for (const { organization_id, booking_id, provider: at_provider } of due)
      makeReady.run(String(organization_id), String(booking_id), String(at_provider));
    return due.length;
  }

  function findProvider(after: string): string | undefined {
    return toName(selectProvider.get(after));
  }

  function findOrganization(provider: string, after: string): string | undefined {
    return toName(selectOrganization.get(provider, after));
  }

  /** Yields the providers that have a ready run. */
  function* providers(): Generator<string> {
    for (let name = findProvider(''); name !== undefined; name = findProvider(name)) yield name;
  }

  /** Yields each organization with a ready run at the provider once, beginning with the one after `after`. */
  function* organizations(provider: string, after: string): Generator<string> {
    const next = (name: string) => findOrganization(provider, name);
    for (let name = next(after); name !== undefined; name = next(name)) yield name;
    for (let name = next(''); name !== undefined && name <= after; name = next(name)) yield name;
  }

  /** Claims one run of each organization in turn, and repeats until all places are taken or no run is left. */
  function claimAt(provider: string, { turn, limit, per_organization, lease }: ProviderClaim): ClaimedRun[] {
    const busy = new Map(turn?.busy.map(({ organization_id, runs }) => [organization_id, runs]));
    const places = limit - [...busy.values()].reduce((sum, runs) => sum + runs, 0);
    const claimed: ClaimedRun[] = [];
    let after = turn?.after ?? '';
    for (let before = -1; before < claimed.length && claimed.length < places;) {
      before = claimed.length;
      for (const organization_id of organizations(provider, after)) {
        if (claimed.length >= places) break;
        const runs = busy.get(organization_id) ?? 0;
        if (runs >= per_organization) continue;
        const first = selectFirst.get(provider, organization_id);
        if (!first) continue;
        const booking_id = String(first['booking_id']);
        claimed.push(...claimReady.all({ ...lease, organization_id, booking_id, provider }).map(toClaimed));
        busy.set(organization_id, runs + 1);
        after = organization_id;
      }
    }
    return claimed;
  }

  return {
    reads: {},
    writes: {
      async readyRuns(due) {
        return inTransaction(db, () => readyRuns(due));
      },
      async claimRuns({ now, limit, per_organization = limit, turns = [], ...lease }) {
        return inTransaction(db, () => {
          readyRuns({ now, limit: readyBatch });
          return [...providers()].flatMap((provider) => {
            const turn = turns.find((one) => one.provider === provider);
            return claimAt(provider, { turn, limit, per_organization, lease: toValues(lease) });
          });
        });
      },
      async claimRun({ now, organization_id, booking_id, ...lease }) {
        const [row] = claimDue.all({ ...toValues(lease), now: now.toISOString(), organization_id, booking_id });
        return row && toClaimed(row);
      },
      async postponeRun({ version, ...run }, due_at, because) {
        return inTransaction(db, () => {
          const held = heldBy(run);
          const values = {
            due_at: due_at.toISOString(),
            is_pending: Number(because === 'pending'),
            ...toFailures(because),
          };
          if (postpone.run({ ...held, version, ...values }).changes === 1) return due_at;
          const [anew] = restart.all({ ...held, ended: 0 });
          return anew && new Date(String(anew['due_at']));
        });
      },
      async finishRun(run, { version }) {
        return inTransaction(db, () => {
          const held = heldBy(run);
          if (remove.run({ ...held, version }).changes === 1) return 'ended';
          return restart.all({ ...held, ended: 1 }).length === 1 ? 'due' : undefined;
        });
      },
    },
  };
}

interface ProviderClaim {
  readonly turn: ProviderTurn | undefined;
  readonly limit: number;
  readonly per_organization: number;
  readonly lease: LeaseValues;
}

type LeaseValues = Readonly<Record<keyof Lease, string>>;

function toValues({ lease_until, lease_token }: Lease): LeaseValues {
  return { lease_until: lease_until.toISOString(), lease_token };
}

function heldBy({
  organization_id,
  booking_id,
  provider,
  lease_token,
}: Omit<ClaimedRun, 'version'>): Readonly<
  Record<'organization_id' | 'booking_id' | 'provider' | 'lease_token', string>
> {
  return { organization_id, booking_id, provider, lease_token };
}

function toName(row: Readonly<Record<string, unknown>> | undefined): string | undefined {
  return row && String(row['name']);
}

function toClaimed(found: unknown): ClaimedRun {
  // The statement returns the columns of RunRow.
  const { answer, changes, failures, failing_since, ...row } = found as RunRow;
  return {
    ...row,
    // These columns were written from values of these types.
    answer: answer === null ? undefined : (JSON.parse(answer) as ProviderAnswer),
    changes: changes === null ? undefined : (JSON.parse(changes) as ModifyBooking),
    failing: failing_since === null ? undefined : { times: failures, since: failing_since },
  };
}
