import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Logger } from 'pino';
import type { Clock } from '../time/clock.ts';
import { errorLine } from '../log/error-line.ts';
import type { Observer } from '../log/observer.ts';
import { maxCounted, type Store } from '../store/store.ts';

const prefix = 'booking_service_';

/** Counts what a server reports, and shows it to Prometheus. */
export interface Metrics {
  /** For createBookingServer. */
  readonly observer: Observer;
  /** Everything in Prometheus' text format, with what waits in the store at this moment. */
  text(): Promise<string>;
}

export interface MetricsOptions {
  readonly store: Pick<Store, 'readWorkload'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Told where the store cannot say what waits. */
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Metrics in a registry of their own, with the process's beside them. Labels take values of the contract and of this
 * program only, so that their number is bounded and none of them holds what somebody sent.
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
    help: 'Requests by operation and status; the status is aborted where the caller hung up before the answer.',
    labelNames: ['operation_id', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const replays = count('replays_total', 'Creates answered with the booking made earlier under their key.');
  const attempts = count('delivery_attempts_total', 'Attempts at webhook deliveries by their outcome.', ['outcome']);
  const abandoned = count('deliveries_abandoned_total', 'Deliveries given up, after a failure or a crash.', ['after']);
  const fenced = count('fenced_completions_total', 'Completions that came after their lease had ended.', ['work']);
  const runs = count('runs_total', 'Runs of bookings with the provider by their outcome.', ['outcome']);
  const givenUp = count('runs_given_up_total', 'Runs given up, since the provider failed for too long.', ['work']);
  const late = count('late_provider_calls_total', 'Provider calls that went on after their booking was settled.', [
    'work',
  ]);
  const expired = count('bookings_expired_total', 'Bookings stored as expired.');
  const dueDeliveries = gauge(
    'due_deliveries',
    `Deliveries that are due, those under way included; counted up to ${maxCounted}, which means that many or more.`,
  );
  const oldest = gauge(
    'oldest_due_delivery_age_seconds',
    'How long the oldest of these deliveries has waited, beginning with the organization that has waited longest; 0 without one.',
  );
  const dueRuns = gauge(
    'due_runs',
    `Runs that are due, those under way included; counted up to ${maxCounted} likewise.`,
  );

  async function readWorkload(): Promise<void> {
    const now = clock.now();
    try {
      const { due_deliveries, oldest_due_delivery, due_runs } = await store.readWorkload(now);
      dueDeliveries.set(due_deliveries);
      oldest.set(oldest_due_delivery === null ? 0 : (now.getTime() - Date.parse(oldest_due_delivery)) / 1000);
      dueRuns.set(due_runs);
    } catch (error) {
      // What was counted can still be told.
      for (const each of [dueDeliveries, oldest, dueRuns]) each.set(Number.NaN);
      log.error({ err: errorLine(error) }, 'could not read what waits in the store');
    }
  }

  return {
    observer: {
      responded: ({ operationId, status = 'aborted', duration_ms }) =>
        requests.observe({ operation_id: operationId, status }, duration_ms / 1000),
      replayed: () => replays.inc(),
      attempted: ({ outcome }) => attempts.inc({ outcome }),
      abandoned: ({ after }) => abandoned.inc({ after }),
      fenced: ({ work }) => fenced.inc({ work }),
      ran: ({ outcome }) => runs.inc({ outcome }),
      gaveUp: ({ work }) => givenUp.inc({ work }),
      late: ({ work }) => late.inc({ work }),
      expired: () => expired.inc(),
    },
    async text() {
      await readWorkload();
      return registry.metrics();
    },
  };
}
