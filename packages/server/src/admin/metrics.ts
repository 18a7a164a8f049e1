import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Logger } from 'pino';
import type { Clock } from '../time/clock.ts';
import { errorLine } from '../log/error-line.ts';
import type { Observer } from '../log/observer.ts';
import { maxCounted } from '../store/due-work.ts';
import type { Store } from '../store/store.ts';

const prefix = 'booking_service_';
const circuitStates = ['closed', 'half_open', 'open'] as const;

/** Counts the reports of a server, for Prometheus. */
export interface Metrics {
  /** The observer to pass to createBookingServer. */
  readonly observer: Observer;
  /** Returns all metrics in Prometheus' text format, with the current workload of the store. */
  text(): Promise<string>;
}

export interface MetricsOptions {
  readonly store: Pick<Store, 'readWorkload'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Receives an error if the workload cannot be read. */
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Creates metrics in a registry of their own, together with the metrics of the process. Labels have only values of the contract and
 * of this program, and the names of the configured providers, so their number is bounded and none contains a value that a caller sent.
 */
export function createMetrics({ store, clock, log }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix });
  const count = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name: prefix + name, help, labelNames, registers });
  const gauge = (name: string, help: string) => new Gauge({ name: prefix + name, help, registers });

  const requests = new Histogram({
    name: `${prefix}request_duration_seconds`,
    help: 'Requests by operation and status. The status is aborted if the caller closed the connection before the response.',
    labelNames: ['operation_id', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const replays = count('replays_total', 'Creates that returned the booking made earlier under their idempotency key.');
  const attempts = count('delivery_attempts_total', 'Delivery attempts by outcome.', ['outcome']);
  const abandoned = count('deliveries_abandoned_total', 'Abandoned deliveries, after a failure or a crash.', ['after']);
  const alerts = count('delivery_alerts_total', 'Alerts that the deliveries of an organization fail.', ['reason']);
  const fenced = count(
    'fenced_completions_total',
    'Completions that arrived after their lease had ended and changed nothing.',
    ['work'],
  );
  const runs = count('runs_total', 'Runs by outcome.', ['outcome']);
  const givenUp = count('runs_given_up_total', 'Runs given up because the provider failed for too long.', ['work']);
  const late = count('late_provider_calls_total', 'Provider calls that continued after their booking was settled.', [
    'work',
  ]);
  const providerCalls = new Histogram({
    name: `${prefix}provider_call_duration_seconds`,
    help: 'Calls to providers by method and outcome. Outcomes paused and busy did not reach the provider.',
    labelNames: ['provider', 'call', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const circuits = new Gauge({
    name: `${prefix}provider_circuit`,
    help: 'The circuit of each provider: 1 for its current state, 0 for the others. An open circuit means that the provider keeps failing and is not called.',
    labelNames: ['provider', 'state'],
    registers,
  });
  const expired = count('bookings_expired_total', 'Bookings that expired.');
  const dueDeliveries = gauge(
    'due_deliveries',
    `Due deliveries, including those under way. The count ends at ${maxCounted}, which means that many or more.`,
  );
  const oldest = gauge(
    'oldest_due_delivery_age_seconds',
    'Age of the oldest due delivery of the organization that has waited longest; 0 if no delivery is due.',
  );
  const dueRuns = gauge(
    'due_runs',
    `Due runs, including those under way. The count ends at ${maxCounted}, which means that many or more.`,
  );

  const oldestTransaction = gauge(
    'oldest_transaction_age_seconds',
    'Age of the oldest transaction that keeps removed rows in the tables of PostgreSQL; 0 if there is none, and on SQLite.',
  );

  async function readWorkload(): Promise<void> {
    const now = clock.now();
    try {
      const { due_deliveries, oldest_due_delivery, due_runs, oldest_transaction_seconds } =
        await store.readWorkload(now);
      dueDeliveries.set(due_deliveries);
      oldest.set(oldest_due_delivery === null ? 0 : (now.getTime() - Date.parse(oldest_due_delivery)) / 1000);
      dueRuns.set(due_runs);
      oldestTransaction.set(oldest_transaction_seconds);
    } catch (error) {
      // The counters are still correct.
      for (const each of [dueDeliveries, oldest, dueRuns, oldestTransaction]) each.set(Number.NaN);
      log.error({ err: errorLine(error) }, 'could not read the workload of the store');
    }
  }

  return {
    observer: {
      responded: ({ operationId, status = 'aborted', duration_ms }) =>
        requests.observe({ operation_id: operationId, status }, duration_ms / 1000),
      replayed: () => replays.inc(),
      attempted: ({ outcome }) => attempts.inc({ outcome }),
      abandoned: ({ after }) => abandoned.inc({ after }),
      alerted: ({ reason }) => alerts.inc({ reason }),
      fenced: ({ work }) => fenced.inc({ work }),
      ran: ({ outcome }) => runs.inc({ outcome }),
      gaveUp: ({ work }) => givenUp.inc({ work }),
      late: ({ work }) => late.inc({ work }),
      providerCalled: ({ provider, call, outcome, duration_ms }) =>
        providerCalls.observe({ provider, call, outcome }, duration_ms / 1000),
      circuitChanged({ provider, state }) {
        for (const each of circuitStates) circuits.set({ provider, state: each }, each === state ? 1 : 0);
      },
      expired: () => expired.inc(),
    },
    async text() {
      await readWorkload();
      return registry.metrics();
    },
  };
}
