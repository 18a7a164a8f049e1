import type { DatabaseSync } from 'node:sqlite';
import type { Part } from '../shared-statement.ts';
import {
  type AttemptClass,
  type AttemptOutcome,
  type Claim,
  type ClaimedDelivery,
  type ClaimedTurn,
  type DeliveryReads,
  type DeliveryWrites,
  type EndedTurn,
  type EndingTurn,
  hourOf,
  isClaimable,
  isDue,
  isSpent,
  type NextTurns,
} from './port.ts';
import { statusClassOf } from '../../send/attempt.ts';
import { inTransaction, prepareOn } from '../sqlite/statement.ts';
import type { SettingsWrites } from '../organizations/organizations.ts';

/** Returns the query of the claimable deliveries that meet `condition`. */
export function dueDeliveries(condition: string): string {
  return `
    SELECT d.id, e.subject_id, d.event_id, e.type AS event_type, e.request_id, e.traceparent, d.organization_id, e.payload, d.attempts + 1 AS attempt,
      d.attempts_allowed, o.webhook_url, o.signing_secret
    FROM deliveries d JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
      JOIN organizations o ON o.id = d.organization_id
    WHERE ${condition} AND ${isClaimable(':now')} AND o.webhook_url IS NOT NULL
    ORDER BY d.due_at, d.id LIMIT :limit`;
}

/** Claims and completes webhook deliveries. Signing secrets are sealed. */
export function sqliteDeliveries(db: DatabaseSync): Part<object, Omit<DeliveryWrites, 'claimTurns' | 'endTurns'>> {
  const prepare = prepareOn(db);
  const claim = prepareClaiming(db);
  const giveBack = prepare.write(`
    UPDATE deliveries SET attempts = attempts - 1, lease_until = NULL, lease_token = NULL
    WHERE organization_id = :organization_id AND id = :id AND lease_token = :lease_token`);
  const complete = (attempt: string) =>
    prepare.write(`
    UPDATE deliveries SET state = ?, status_class = ?, due_at = ?, lease_until = NULL, lease_token = NULL ${attempt}
    WHERE organization_id = ? AND id = ? AND lease_token = ?`);
  const completeFirst = complete(`,
      first_request_headers = ?, first_started_at = ?, first_duration_ms = ?, first_status = ?, first_error = ?, first_cause = ?,
      first_answer = ?`);
  const completeLater = complete('');
  const counting = prepareDeliveryCounting(db);
  const insertAttempt = prepare.write(`
    INSERT INTO delivery_attempts
      (organization_id, delivery_id, attempt, request_headers, started_at, duration_ms, status, error, cause, answer)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);

  function record(outcome: AttemptOutcome): boolean {
    const { delivery, attempt } = outcome;
    const { organization_id, id } = delivery;
    const [state, due_at] = 'state' in outcome ? [outcome.state, null] : ['pending', outcome.due_at.toISOString()];
    const { request_headers, started_at, duration_ms, status, error, cause, answer } = attempt;
    const result = [state, statusClassOf(status), due_at];
    const headers = request_headers === null ? null : JSON.stringify(request_headers);
    const recorded = [headers, started_at, duration_ms, status, error, cause, answer];
    const owner = [organization_id, id];
    if (delivery.attempt === 1)
      return completeFirst.run(...result, ...recorded, ...owner, delivery.lease_token).changes === 1;
    if (completeLater.run(...result, ...owner, delivery.lease_token).changes === 0) return false;
    insertAttempt.run(...owner, delivery.attempt, ...recorded);
    return true;
  }

  return {
    reads: {},
    writes: {
      async claimDeliveries({ of = [undefined], ...given }) {
        return inTransaction(db, () => of.flatMap((organization_id) => claim({ ...given, organization_id })));
      },
      async giveBackDeliveries({ deliveries, lease_token }) {
        inTransaction(db, () => {
          for (const { organization_id, id } of deliveries) giveBack.run({ organization_id, id, lease_token });
        });
      },
      async recordAttempts(outcomes) {
        return inTransaction(db, () => {
          const recorded = outcomes.map(record);
          counting.countAttempts(outcomes.filter((_, index) => recorded[index]));
          return recorded;
        });
      },
    },
  };
}

/** Prepares the claim of due deliveries of an organization, or of all. It is part of the caller's transaction. */
function prepareClaiming(
  db: DatabaseSync,
): (claim: Claim & { readonly organization_id: string | undefined }) => ClaimedDelivery[] {
  const prepare = prepareOn(db);
  // An attempt uses the webhook URL and the signing secret of the time of its claim (DLV-11, ORG-5).
  const selectDue = prepare.read(dueDeliveries('TRUE'));
  const selectDueOf = prepare.read(dueDeliveries('d.organization_id = :organization_id'));
  const lease = prepare.write(
    'UPDATE deliveries SET attempts = ?, lease_until = ?, lease_token = ? WHERE organization_id = ? AND id = ?',
  );

  return ({ now, lease_until, lease_token, limit, organization_id }) => {
    const bounds = { now: now.toISOString(), limit };
    const found =
      organization_id === undefined ? selectDue.all(bounds) : selectDueOf.all({ ...bounds, organization_id });
    // The query has the columns of a claimed delivery, without the token.
    const rows = found as unknown as Omit<ClaimedDelivery, 'lease_token'>[];
    for (const row of rows) lease.run(row.attempt, lease_until.toISOString(), lease_token, row.organization_id, row.id);
    return rows.map((row) => ({ ...row, lease_token }));
  };
}

interface DeliveryCounting {
  /** Counts recorded attempts, in one write for each organization and hour. */
  countAttempts(recorded: readonly AttemptOutcome[]): void;
  /** Counts deliveries that were abandoned without a recorded attempt. */
  countAbandoned(abandoned: {
    readonly organization_id: string;
    readonly now: Date;
    readonly deliveries: number;
  }): void;
}

const classColumns = {
  '2xx': 'status_2xx',
  '3xx': 'status_3xx',
  '4xx': 'status_4xx',
  '5xx': 'status_5xx',
  other: 'status_other',
  no_response: 'no_response',
} as const satisfies Record<AttemptClass, string>;
const columns = ['succeeded', 'failed', 'abandoned', ...Object.values(classColumns), 'responded_ms'] as const;

type Counts = Record<(typeof columns)[number], number> & {
  slowest_ms: number;
  last_success: string | null;
  failing_since: string | null;
};

/** Prepares the writes of delivery_counts. They are part of the caller's transaction. */
function prepareDeliveryCounting(db: DatabaseSync): DeliveryCounting {
  const prepare = prepareOn(db);
  // min() with a null is null, so the last coalesce takes the one that is not.
  const stillFailing = `CASE WHEN failing_since > coalesce(excluded.last_success, '') THEN failing_since END`;
  const failingNow = `CASE WHEN excluded.failing_since > coalesce(last_success, '') THEN excluded.failing_since END`;
  const add = prepare.write(`
    INSERT INTO delivery_counts (organization_id, hour, ${columns.join(', ')}, slowest_ms, last_success, failing_since)
    VALUES (:organization_id, :hour, ${columns.map((name) => `:${name}`).join(', ')}, :slowest_ms, :last_success, :failing_since)
    ON CONFLICT (organization_id, hour) DO UPDATE SET
      ${columns.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')},
      slowest_ms = max(slowest_ms, excluded.slowest_ms),
      last_success = nullif(max(coalesce(last_success, ''), coalesce(excluded.last_success, '')), ''),
      failing_since = coalesce(min(${stillFailing}, ${failingNow}), ${stillFailing}, ${failingNow})`);

  return {
    countAttempts(recorded) {
      const groups = Map.groupBy(
        recorded,
        ({ delivery, attempt }) => `${delivery.organization_id} ${hourOf(attempt.started_at)}`,
      );
      for (const [key, outcomes] of groups) {
        const [organization_id = '', hour = ''] = key.split(' ');
        add.run({ organization_id, hour, ...sumOf(outcomes) });
      }
    },
    countAbandoned({ organization_id, now, deliveries }) {
      add.run({ organization_id, hour: hourOf(now.toISOString()), ...sumOf([]), abandoned: deliveries });
    },
  };
}

function sumOf(outcomes: readonly AttemptOutcome[]): Counts {
  const count = (fits: (outcome: AttemptOutcome) => boolean) => outcomes.filter(fits).length;
  const times = (isSuccess: boolean) =>
    outcomes.filter((each) => hasSucceeded(each) === isSuccess).map(({ attempt }) => attempt.started_at);
  const last_success = times(true).toSorted().at(-1) ?? null;
  const failures = times(false).toSorted();
  const responses = outcomes.filter(({ attempt }) => attempt.status !== null).map(({ attempt }) => attempt.duration_ms);
  const classes = Object.entries(classColumns).map(([name, column]) => {
    return [column, count(({ attempt }) => statusClassOf(attempt.status) === name)] as const;
  });
  return {
    succeeded: times(true).length,
    failed: failures.length,
    abandoned: count((each) => 'state' in each && each.state === 'abandoned'),
    // One entry for each class.
    ...(Object.fromEntries(classes) as Record<(typeof classColumns)[AttemptClass], number>),
    responded_ms: responses.reduce((sum, each) => sum + each, 0),
    slowest_ms: Math.max(0, ...responses),
    last_success,
    failing_since: failures.find((started_at) => started_at > (last_success ?? '')) ?? null,
  };
}

function hasSucceeded(outcome: AttemptOutcome): boolean {
  return 'state' in outcome && outcome.state === 'succeeded';
}

// The turns of organizations in the delivery of webhooks. Each organization has one row in `delivery_queues`:
//  1. A new or resent delivery makes the row due no later than itself, in the same transaction.
//  2. A worker claims a few due turns. A claimed row becomes due again when its lease ends.
//  3. The end of a turn abandons deliveries whose last attempt a crash lost, and reads the next due time from the first pending
//     delivery, with one index search.
// A delivery is never due before its row. A row may be due before its deliveries: that turn finds nothing and corrects the row.

export const dueTurns = `
  SELECT organization_id FROM delivery_queues
  WHERE slow = :slow AND next_turn_at <= :now AND (lease_until IS NULL OR lease_until < :now)
  ORDER BY next_turn_at LIMIT :limit`;

/** The due time of the first pending delivery of an organization with a webhook URL; null if there is none. */
export const firstPending = `
  (SELECT d.due_at FROM deliveries d JOIN organizations o ON o.id = d.organization_id
    WHERE d.organization_id = :organization_id AND d.state = 'pending' AND o.webhook_url IS NOT NULL
    ORDER BY d.due_at LIMIT 1)`;

/**
 * The oldest due deliveries of the organization. Deliveries are claimed in the order of their due time, so those whose last attempt
 * a crash lost, which are spent, are among them.
 */
export const oldestDeliveries: string = `
  SELECT d.id, d.event_id, ${isSpent(':now')} AS spent FROM deliveries d
  WHERE d.organization_id = :organization_id AND ${isDue(':now')}
  ORDER BY d.due_at, d.id LIMIT 100`;

/** Prepares a function that gives the organization a turn at `due_at`, or earlier if it already has an earlier one. */
export function prepareQueueing(db: DatabaseSync): (queued: { organization_id: string; due_at: string }) => void {
  const queue = prepareOn(db).write(`
    INSERT INTO delivery_queues (organization_id, next_turn_at, oldest_due_at)
    VALUES (:organization_id, :due_at, :due_at)
    ON CONFLICT (organization_id) DO UPDATE SET
      next_turn_at = min(coalesce(next_turn_at, excluded.next_turn_at), excluded.next_turn_at),
      oldest_due_at = min(coalesce(oldest_due_at, excluded.oldest_due_at), excluded.oldest_due_at)
    WHERE coalesce(next_turn_at > excluded.next_turn_at, TRUE) OR coalesce(oldest_due_at > excluded.oldest_due_at, TRUE)`);
  return ({ organization_id, due_at }) => void queue.run({ organization_id, due_at });
}

/** Prepares a function that recomputes the turn of an organization after a change of its webhook URL or a resend. */
export function prepareRequeueing(db: DatabaseSync): (organization_id: string) => void {
  const prepare = prepareOn(db);
  const first = prepare.read(`SELECT ${firstPending} AS due_at`);
  const clear = prepare.write(`
    UPDATE delivery_queues SET next_turn_at = NULL, oldest_due_at = NULL WHERE organization_id = ?`);
  const queue = prepareQueueing(db);
  return (organization_id) => {
    const due_at = first.get({ organization_id })?.['due_at'];
    if (typeof due_at === 'string') queue({ organization_id, due_at });
    else clear.run(organization_id);
  };
}

const nextTurns = `
  SELECT
    (SELECT min(next_turn_at) FROM delivery_queues WHERE slow = 0 AND next_turn_at IS NOT NULL) AS quick,
    (SELECT min(next_turn_at) FROM delivery_queues WHERE slow = 1 AND next_turn_at IS NOT NULL) AS slow`;

/** Finds, claims and ends turns, and changes the webhook URL, which gives turns and takes them. */
export function sqliteDeliveryQueues(
  db: DatabaseSync,
): Part<DeliveryReads, Pick<DeliveryWrites, 'claimTurns' | 'endTurns'> & Pick<SettingsWrites, 'setWebhookUrl'>> {
  const prepare = prepareOn(db);
  const selectNext = prepare.read(nextTurns);
  const claim = prepare.write(`
    UPDATE delivery_queues SET next_turn_at = :lease_until, lease_until = :lease_until, lease_token = :lease_token
    WHERE organization_id IN (${dueTurns})
    RETURNING organization_id,
      (SELECT o.webhook_url FROM organizations o WHERE o.id = delivery_queues.organization_id) AS webhook_url`);
  const claimDeliveries = prepareClaiming(db);
  const updateWebhookUrl = prepare.write('UPDATE organizations SET webhook_url = ? WHERE id = ?');
  const requeue = prepareRequeueing(db);
  const selectOldest = prepare.read(oldestDeliveries);
  const abandon = prepare.write(`
    UPDATE deliveries SET state = 'abandoned', due_at = NULL, lease_until = NULL, lease_token = NULL
    WHERE organization_id = :organization_id AND id = :id`);
  const counting = prepareDeliveryCounting(db);
  const hasLease = prepare.read('SELECT 1 FROM delivery_queues WHERE organization_id = ? AND lease_token = ?');
  const end = prepare.write(`
    UPDATE delivery_queues SET slow = :slow, lease_until = NULL, lease_token = NULL, oldest_due_at = first.due_at,
      next_turn_at = iif(first.due_at < :earliest, :earliest, first.due_at)
    FROM (SELECT ${firstPending} AS due_at) AS first
    WHERE organization_id = :organization_id
    RETURNING coalesce(next_turn_at <= :earliest, 0) AS due`);

  function endTurn({ organization_id, lease_token, now, receivers, not_before }: EndingTurn): EndedTurn {
    if (!hasLease.get(organization_id, lease_token)) return { due: false, abandoned: [] };
    const oldest = selectOldest.all({ organization_id, now: now.toISOString() });
    const abandoned = oldest.filter(({ spent }) => spent === 1);
    for (const { id } of abandoned) abandon.run({ organization_id, id: String(id) });
    if (abandoned.length > 0) counting.countAbandoned({ organization_id, now, deliveries: abandoned.length });
    const earliest = (not_before ?? new Date(now.getTime() + 1)).toISOString();
    const [ended] = end.all({ organization_id, earliest, slow: Number(receivers === 'slow') });
    return { due: ended?.['due'] === 1, abandoned: abandoned.map(({ event_id }) => String(event_id)) };
  }

  return {
    reads: {
      async findNextTurns() {
        // A query of subqueries always returns one row, with these columns.
        return { ...selectNext.get() } as unknown as NextTurns;
      },
    },
    writes: {
      async setWebhookUrl(organization_id, webhook_url) {
        inTransaction(db, () => {
          updateWebhookUrl.run(webhook_url, organization_id);
          requeue(organization_id);
        });
      },
      async claimTurns({ receivers, limit, deliveries = 0, ...lease }) {
        const values = { now: lease.now.toISOString(), lease_until: lease.lease_until.toISOString() };
        const slow = Number(receivers === 'slow');
        return inTransaction(db, () => {
          const rows = claim.all({ ...values, lease_token: lease.lease_token, limit, slow });
          // The statement returns these columns.
          const turns = rows as unknown as Omit<ClaimedTurn, 'deliveries'>[];
          return turns.map(({ organization_id, webhook_url }) => {
            const claimed = deliveries > 0 ? claimDeliveries({ ...lease, limit: deliveries, organization_id }) : [];
            return { organization_id, webhook_url, deliveries: claimed };
          });
        });
      },
      async endTurns(turns) {
        return inTransaction(db, () => turns.map(endTurn));
      },
    },
  };
}
