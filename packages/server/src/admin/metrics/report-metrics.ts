import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { delivery } from '@booking-service/contract';
import type { AttemptCause } from '@booking-service/kernel/store';
import type { Observer, Reports } from '../../log/observer.ts';

/** The first part of every name. */
export const prefix = 'booking_service_';

interface Family<Label extends string> {
  /** Without the prefix. */
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Label[];
}

/** Creates metrics in one registry, with the prefix. */
interface MetricFamilies {
  readonly counter: <Label extends string>(family: Family<Label>) => Counter<Label>;
  readonly gauge: <Label extends string>(family: Family<Label>) => Gauge<Label>;
  readonly histogram: <Label extends string>(
    family: Family<Label> & { readonly buckets: number[] },
  ) => Histogram<Label>;
}

/** Returns functions that create metrics in this registry. */
export function metricFamilies(registry: Registry): MetricFamilies {
  const common = <Label extends string>({ name, help, labels = [] }: Family<Label>) => ({
    name: prefix + name,
    help,
    labelNames: labels,
    registers: [registry],
  });
  return {
    counter: (family) => new Counter(common(family)),
    gauge: (family) => new Gauge(common(family)),
    histogram: ({ buckets, ...family }) => new Histogram({ ...common(family), buckets }),
  };
}

/** The values of a label, as the keys of a table. A value that is missing in the table does not compile. */
function labelValues<Value extends string>(table: Readonly<Record<Value, true>>): readonly Value[] {
  // The keys of the table are its values.
  return Object.keys(table) as Value[];
}

// Failures by organization, with a bounded number of series.
//
// The organizations with the most failures since the start have series of their own, at most maxNamed; all others count together as
// `other`. Every series only grows: an organization that gets one begins at 0, and the failures that it had as one of the others stay
// with them. If its place goes to an organization with more failures, its series ends.

/** The number of organizations with series of their own. */
const maxNamed = 20;
/** The number of other organizations that are counted to find the one that gets the next place. Beyond it, the oldest is dropped. */
const maxCandidates = 1_000;

const other = 'other';

type ByOrganization = Pick<Counter<'organization_id'>, 'inc' | 'remove'>;

interface OrganizationFailures<Name extends string> {
  /** Counts one failure of this kind. */
  count(name: Name, organization_id: string): void;
}

/** Counts into these counters, which share their places: an organization has a series in each of them or in none. */
function createOrganizationFailures<Name extends string>(
  counters: Readonly<Record<Name, ByOrganization>>,
): OrganizationFailures<Name> {
  const each = Object.values<ByOrganization>(counters);
  const named = new Map<string, number>();
  const candidates = new Map<string, number>();
  begin(other);

  function begin(organization_id: string): void {
    for (const counter of each) counter.inc({ organization_id }, 0);
  }

  /** Gives the organization a place if one is free, or if it has failed more often than one that has a place. */
  function findPlace(organization_id: string, failures: number): boolean {
    if (named.size >= maxNamed) {
      const [last, least] = [...named].reduce((left, right) => (right[1] < left[1] ? right : left));
      if (failures <= least) return false;
      named.delete(last);
      candidates.set(last, least);
      for (const counter of each) counter.remove({ organization_id: last });
    }
    candidates.delete(organization_id);
    named.set(organization_id, failures);
    begin(organization_id);
    return true;
  }

  return {
    count(name, organization_id) {
      const failures = (named.get(organization_id) ?? candidates.get(organization_id) ?? 0) + 1;
      if (named.has(organization_id)) named.set(organization_id, failures);
      else if (!findPlace(organization_id, failures)) {
        candidates.delete(organization_id);
        candidates.set(organization_id, failures);
        if (candidates.size > maxCandidates) candidates.delete(candidates.keys().next().value ?? '');
      }
      counters[name].inc({ organization_id: named.has(organization_id) ? organization_id : other });
    },
  };
}

const circuitStates = labelValues<Reports['circuitChanged']['state']>({ closed: true, half_open: true, open: true });
const droppedReasons = labelValues<Reports['requestsDropped']['reason']>({ queue_full: true, not_stored: true });
const attemptOutcomes = labelValues<Reports['attempted']['outcome']>({
  succeeded: true,
  status: true,
  timeout: true,
  connection: true,
  address_refused: true,
  response_flood: true,
});
const proxyErrors = labelValues<NonNullable<Reports['attempted']['proxy_error']>>({
  unreachable: true,
  refused: true,
  closed: true,
  invalid_response: true,
  timeout: true,
  receiver_unreachable: true,
});
const runOutcomes = labelValues<Reports['ran']['outcome']>({
  confirmed: true,
  failed: true,
  requires_action: true,
  pending: true,
  held: true,
  approved: true,
  modified: true,
  refused: true,
  unsupported: true,
  overtaken: true,
  released: true,
  error: true,
  given_back: true,
});
/** The outcomes of a call that are errors. A refusal is a response. */
const providerErrors: ReadonlySet<Reports['providerCalled']['outcome']> = new Set([
  'failed',
  'timeout',
  'paused',
  'busy',
]);

/** Creates the metrics that count what a server reports, and returns the observer that counts. */
export function createReportMetrics(registry: Registry): Observer {
  const { counter, gauge, histogram } = metricFamilies(registry);
  /** A counter whose series exist from the start, so that a rate of them finds the first increase. */
  const countBy = <Label extends string, Value extends string>(
    family: { readonly name: string; readonly help: string },
    { label, values }: { readonly label: Label; readonly values: readonly Value[] },
  ) => {
    const made = counter({ ...family, labels: [label] });
    const labels = (value: Value) => ({ [label]: value }) as Record<Label, Value>;
    for (const value of values) made.inc(labels(value), 0);
    return (value: Value): void => made.inc(labels(value));
  };

  const requests = histogram({
    name: 'request_duration_seconds',
    help: 'Requests by operation and status. The status is aborted if the caller closed the connection before the response.',
    labels: ['operation_id', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  });
  const replays = counter({
    name: 'replays_total',
    help: 'Creates that returned the booking made earlier under their idempotency key.',
  });
  const unlogged = counter({
    name: 'requests_unlogged_total',
    help: 'Requests that are missing in the log of requests: queue_full, too many waited for the database; not_stored, the database refused them.',
    labels: ['reason'],
  });
  for (const reason of droppedReasons) unlogged.inc({ reason }, 0);
  const attempts = countBy(
    { name: 'delivery_attempts_total', help: 'Delivery attempts by outcome.' },
    { label: 'outcome', values: attemptOutcomes },
  );
  const arrivals = histogram({
    name: 'event_delivery_seconds',
    help: 'Time from an event to the response that accepted its webhook. Resends do not count.',
    labels: [],
    // The cadence, and the retries with it.
    buckets: [0.1, 0.5, 1, 5, 15, 30, 45, 60, 180, 900, 3600],
  });
  const attemptCauses = countBy(
    { name: 'delivery_attempt_errors_total', help: 'Delivery attempts without a response by cause.' },
    // The keys of the table.
    { label: 'cause', values: Object.keys(delivery.attempt_causes) as AttemptCause[] },
  );
  const proxyFailures = countBy(
    {
      name: 'webhook_proxy_errors_total',
      help: 'Delivery attempts that failed because the webhook proxy opened no tunnel. With receiver_unreachable, the proxy works.',
    },
    { label: 'error', values: proxyErrors },
  );
  const abandoned = countBy(
    { name: 'deliveries_abandoned_total', help: 'Abandoned deliveries, after a failure or a crash.' },
    { label: 'after', values: labelValues<Reports['abandoned']['after']>({ failure: true, crash: true }) },
  );
  const organizations = createOrganizationFailures({
    failed: counter({
      name: 'organization_delivery_failures_total',
      help: 'Failed delivery attempts of the organizations with the most failures. All others count together as other.',
      labels: ['organization_id'],
    }),
    abandoned: counter({
      name: 'organization_deliveries_abandoned_total',
      help: 'Abandoned deliveries of the organizations with the most failures. All others count together as other.',
      labels: ['organization_id'],
    }),
  });
  const alerts = countBy(
    { name: 'delivery_alerts_total', help: 'Alerts that the deliveries of an organization fail.' },
    { label: 'reason', values: labelValues<Reports['alerted']['reason']>({ failing: true, abandoned: true }) },
  );
  const lapsed = countBy(
    {
      name: 'lapsed_claims_total',
      help: 'Claimed work that was not begun, because its lease was about to end: the process was paused, or the claim took too long.',
    },
    { label: 'work', values: labelValues<Reports['lapsed']['work']>({ delivery: true }) },
  );
  const fenced = countBy(
    {
      name: 'fenced_completions_total',
      help: 'Completions that arrived after their lease had ended and changed nothing.',
    },
    { label: 'work', values: labelValues<Reports['fenced']['work']>({ delivery: true, run: true }) },
  );
  const runs = countBy({ name: 'runs_total', help: 'Runs by outcome.' }, { label: 'outcome', values: runOutcomes });
  const givenUp = countBy(
    {
      name: 'runs_given_up_total',
      help: 'Runs given up because the provider failed for too long. For a payment: failures of a card service that has owed money for too long.',
    },
    {
      label: 'work',
      values: labelValues<Reports['gaveUp']['work']>({
        booking: true,
        modification: true,
        release: true,
        payment: true,
      }),
    },
  );
  const late = countBy(
    { name: 'late_provider_calls_total', help: 'Provider calls that continued after their booking was settled.' },
    { label: 'work', values: labelValues<Reports['late']['work']>({ modification: true, release: true }) },
  );
  const providerDurations = histogram({
    name: 'provider_call_duration_seconds',
    help: 'Calls to providers by method and outcome. Outcomes paused and busy did not reach the provider.',
    labels: ['provider', 'mode', 'call', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  });
  const providerFailures = counter({
    name: 'provider_call_errors_total',
    help: 'Calls to providers that failed, exceeded their time, or were not made because the circuit was open or all places taken.',
    labels: ['provider', 'mode', 'call'],
  });
  const circuits = gauge({
    name: 'provider_circuit',
    help: 'The circuit of each provider, mode and kind of call for everybody: 1 for its current state, 0 for the others. While it is open, such calls keep failing and are not made.',
    labels: ['provider', 'mode', 'call', 'state'],
  });
  const pausedOrganizations = gauge({
    name: 'provider_paused_organizations',
    help: 'Organizations whose calls of this kind keep failing and are not made, while those of others are.',
    labels: ['provider', 'mode', 'call'],
  });
  const expired = counter({ name: 'bookings_expired_total', help: 'Bookings that expired.' });
  const storeCalls = histogram({
    name: 'store_call_duration_seconds',
    help: 'Calls of the server to the database by method of the store. The time includes the wait for a connection or for the write thread.',
    labels: ['method', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10],
  });

  return {
    responded: ({ operationId, status = 'aborted', duration_ms }) =>
      requests.observe({ operation_id: operationId, status }, duration_ms / 1000),
    requestsDropped: ({ reason, count }) => unlogged.inc({ reason }, count),
    replayed: () => replays.inc(),
    attempted({ organization_id, outcome, cause, proxy_error, arrived_after_ms }) {
      attempts(outcome);
      if (arrived_after_ms !== undefined) arrivals.observe({}, arrived_after_ms / 1000);
      if (cause !== undefined) attemptCauses(cause);
      if (proxy_error !== undefined) proxyFailures(proxy_error);
      if (outcome !== 'succeeded') organizations.count('failed', organization_id);
    },
    abandoned({ organization_id, after }) {
      abandoned(after);
      organizations.count('abandoned', organization_id);
    },
    alerted: ({ reason }) => alerts(reason),
    lapsed: ({ work }) => lapsed(work),
    fenced: ({ work }) => fenced(work),
    ran: ({ outcome }) => runs(outcome),
    gaveUp: ({ work }) => givenUp(work),
    late: ({ work }) => late(work),
    providerCalled({ provider, mode, call, outcome, duration_ms }) {
      providerDurations.observe({ provider, mode, call, outcome }, duration_ms / 1000);
      if (providerErrors.has(outcome)) providerFailures.inc({ provider, mode, call });
    },
    // The first report of a provider, mode and kind of call comes at the start.
    circuitChanged({ provider, mode, call, organization_id, state, paused_organizations }) {
      providerFailures.inc({ provider, mode, call }, 0);
      pausedOrganizations.set({ provider, mode, call }, paused_organizations);
      if (organization_id !== undefined) return;
      for (const each of circuitStates) circuits.set({ provider, mode, call, state: each }, each === state ? 1 : 0);
    },
    expired: () => expired.inc(),
    storeCalled: ({ method, outcome, duration_ms }) => storeCalls.observe({ method, outcome }, duration_ms / 1000),
  };
}
