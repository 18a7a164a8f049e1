/**
 * Alerts when an organization's webhooks do not arrive: a line in the log and a report to the observer.
 *  - failing    every attempt of the last patience_ms failed
 *  - abandoned  a delivery was abandoned
 * At most one alert per organization comes in silence_ms. A success ends the failure; it does not end the silence.
 * The process counts for itself: after a restart, and in each instance, the counts begin at zero.
 */
import type { Logger } from 'pino';
import type { Clock } from '../time/clock.ts';
import type { DeliveryObserver, DeliveryReports } from './delivery-reports.ts';

const patience_ms = 5 * 60_000;
const silence_ms = 60 * 60_000;
/** The maximum number of failing organizations. Beyond it, the one whose last failure is oldest is dropped. */
const maxWatched = 10_000;

interface Watched {
  failing_since: Date | null;
  failures: number;
  silent_until: Date | null;
}

type Deliveries = Pick<DeliveryObserver, 'attempted' | 'abandoned' | 'alerted'>;

/** Returns an observer that alerts and passes every report on. */
export function watchDeliveries<O extends Deliveries>(
  observer: O,
  { clock, log }: { clock: Pick<Clock, 'now'>; log: Pick<Logger, 'warn'> },
): O {
  /** In the order of their last failure. */
  const watched = new Map<string, Watched>();

  function failed(organization_id: string): Watched {
    const each = watched.get(organization_id) ?? { failing_since: null, failures: 0, silent_until: null };
    watched.delete(organization_id);
    watched.set(organization_id, each);
    if (watched.size > maxWatched) watched.delete(watched.keys().next().value ?? '');
    return each;
  }

  function succeeded(organization_id: string): void {
    const each = watched.get(organization_id);
    if (!each) return;
    if (each.silent_until && clock.now() < each.silent_until) Object.assign(each, { failing_since: null, failures: 0 });
    else watched.delete(organization_id);
  }

  function alert(
    each: Watched,
    { organization_id, reason }: Pick<DeliveryReports['alerted'], 'organization_id' | 'reason'>,
  ): void {
    const now = clock.now();
    if (each.silent_until && now < each.silent_until) return;
    each.silent_until = new Date(now.getTime() + silence_ms);
    const failing_since = each.failing_since?.toISOString() ?? null;
    const report = { organization_id, reason, failing_since, failures: each.failures };
    log.warn({ code: 'webhooks_failing', ...report }, 'the webhooks of an organization do not arrive');
    observer.alerted(report);
  }

  return {
    ...observer,
    attempted(report: DeliveryReports['attempted']) {
      observer.attempted(report);
      const { organization_id, outcome } = report;
      if (outcome === 'succeeded') return succeeded(organization_id);
      const now = clock.now();
      const each = failed(organization_id);
      each.failures += 1;
      each.failing_since ??= now;
      if (now.getTime() - each.failing_since.getTime() >= patience_ms)
        alert(each, { organization_id, reason: 'failing' });
    },
    abandoned(report: DeliveryReports['abandoned']) {
      observer.abandoned(report);
      const { organization_id } = report;
      alert(failed(organization_id), { organization_id, reason: 'abandoned' });
    },
  };
}
