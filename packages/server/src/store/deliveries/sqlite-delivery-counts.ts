import type { DatabaseSync } from 'node:sqlite';
import { statusClassOf } from '../../domain/attempt.ts';
import { hourOf, type AttemptClass } from './delivery-counts.ts';
import type { AttemptOutcome } from '../store.ts';
import { prepareOn } from '../sqlite/statement.ts';

export interface DeliveryCounting {
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
const columns = ['succeeded', 'failed', 'abandoned', ...Object.values(classColumns)] as const;

type Counts = Record<(typeof columns)[number], number> & {
  last_success: string | null;
  failing_since: string | null;
};

/** Prepares the writes of delivery_counts. They are part of the caller's transaction. */
export function prepareDeliveryCounting(db: DatabaseSync): DeliveryCounting {
  const prepare = prepareOn(db);
  // min() with a null is null, so the last coalesce takes the one that is not.
  const stillFailing = `CASE WHEN failing_since > coalesce(excluded.last_success, '') THEN failing_since END`;
  const failingNow = `CASE WHEN excluded.failing_since > coalesce(last_success, '') THEN excluded.failing_since END`;
  const add = prepare.write(`
    INSERT INTO delivery_counts (organization_id, hour, ${columns.join(', ')}, last_success, failing_since)
    VALUES (:organization_id, :hour, ${columns.map((name) => `:${name}`).join(', ')}, :last_success, :failing_since)
    ON CONFLICT (organization_id, hour) DO UPDATE SET
      ${columns.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')},
      last_success = nullif(max(coalesce(last_success, ''), coalesce(excluded.last_success, '')), ''),
      failing_since = coalesce(min(${stillFailing}, ${failingNow}), ${stillFailing}, ${failingNow})`);

  return {
    countAttempts(recorded) {
      const groups = Map.groupBy(
        recorded,
        ({ delivery, attempt }) => `${delivery.organization_id} ${hourOf(attempt.started)}`,
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
    outcomes.filter((each) => hasSucceeded(each) === isSuccess).map(({ attempt }) => attempt.started);
  const last_success = times(true).toSorted().at(-1) ?? null;
  const failures = times(false).toSorted();
  const classes = Object.entries(classColumns).map(([name, column]) => {
    return [column, count(({ attempt }) => statusClassOf(attempt.status) === name)] as const;
  });
  return {
    succeeded: times(true).length,
    failed: failures.length,
    abandoned: count((each) => 'state' in each && each.state === 'abandoned'),
    // One entry for each class.
    ...(Object.fromEntries(classes) as Record<(typeof classColumns)[AttemptClass], number>),
    last_success,
    failing_since: failures.find((started) => started > (last_success ?? '')) ?? null,
  };
}

function hasSucceeded(outcome: AttemptOutcome): boolean {
  return 'state' in outcome && outcome.state === 'succeeded';
}
