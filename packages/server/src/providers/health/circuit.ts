/**
 * One circuit: whether calls of one kind reach a provider, for one organization or for everybody.
 *
 * States:
 *  - closed     every call reaches the provider. Failures of distinct bookings in a row open the circuit. A booking that fails
 *               again counts once. A success starts the count again.
 *  - open       no call reaches the provider. After a pause the service makes a call of its own (provider-circuits.ts).
 *  - half open  that call succeeded. It shows that the provider can be reached, and not that this kind of call works, so one call
 *               of each of few organizations is let through as a *trial*. A trial that succeeds closes the circuit. Failed trials
 *               open it again, for twice as long. Bookings that had failed before are called, too, but decide nothing: a booking that
 *               fails forever must not hold the circuit open.
 */
import type { Clock } from '@booking-service/kernel/time';

/** Failures of distinct bookings, in a row, that open a circuit. */
export const failuresToOpen = 5;
/** The length of a pause. It doubles with each failed trial, up to the longest. */
export const open_seconds = 30;
const longestPause_seconds = 240;
/** The number of failed bookings that a circuit remembers. */
const maxRemembered = 32;

export type CircuitStateName = 'closed' | 'open' | 'half_open';

export interface CircuitCall {
  readonly organization_id: string;
  /** The id of the booking. A call without a booking has a symbol of its own. */
  readonly subject: string | symbol;
  /** True if this only reserves the trial of a call that follows. */
  readonly reserves?: boolean;
}

export interface CircuitRule {
  /** At most this many failures of one organization count. */
  readonly counted_per_organization: number;
  /** The number of organizations with trials at once. The circuit opens again when all these trials have failed. */
  readonly trials: number;
}

export const circuitRules: Readonly<Record<'organization' | 'everybody', CircuitRule>> = {
  organization: { counted_per_organization: failuresToOpen, trials: 1 },
  /** No organization pauses others by itself: beside its three failures, others must fail twice, and two must fail a trial. */
  everybody: { counted_per_organization: 3, trials: 2 },
};

export interface Circuit {
  readonly state: CircuitStateName;
  /** The end of the pause of an open circuit, by the monotonic clock. */
  readonly resumes_at_ms: number;
  /** Returns whether the circuit is closed and remembers no failure. */
  isIdle(): boolean;
  /** Returns whether the call may reach the provider now. */
  admits(call: CircuitCall): boolean;
  begin(call: CircuitCall): void;
  succeeded(call: CircuitCall): void;
  failed(call: CircuitCall): void;
  /** Ends a reservation that no call follows. */
  abandon(call: CircuitCall): void;
  /** Makes an open circuit half open. */
  resume(): void;
  /** Starts the pause of an open circuit again. */
  postpone(): void;
}

interface Trial {
  readonly call: CircuitCall;
  /** The time of the next trial of the organization, also if this one was reserved and never began. */
  readonly ends_at_ms: number;
  readonly hasFailed: boolean;
}

export function createCircuit({
  rule,
  clock,
  changed,
}: {
  readonly rule: CircuitRule;
  readonly clock: Pick<Clock, 'monotonic_ms'>;
  readonly changed: (state: CircuitStateName, before: CircuitStateName) => void;
}): Circuit {
  let state: CircuitStateName = 'closed';
  let resumes_at_ms = 0;
  let failedTrials = 0;
  /** The organizations of the bookings that failed since the last success. */
  const failures = new Map<CircuitCall['subject'], string>();
  const trials = new Map<string, Trial>();

  function move(next: CircuitStateName): void {
    const before = state;
    state = next;
    trials.clear();
    changed(next, before);
  }

  function open(): void {
    const pause_seconds = Math.min(open_seconds * 2 ** failedTrials, longestPause_seconds);
    resumes_at_ms = clock.monotonic_ms() + pause_seconds * 1000;
    move('open');
  }

  function close(): void {
    failures.clear();
    failedTrials = 0;
    move('closed');
  }

  function isOver({ ends_at_ms }: Trial): boolean {
    return ends_at_ms <= clock.monotonic_ms();
  }

  function remember({ subject, organization_id }: CircuitCall): void {
    failures.delete(subject);
    failures.set(subject, organization_id);
    const [oldest] = failures.keys();
    if (failures.size > maxRemembered && oldest !== undefined) failures.delete(oldest);
  }

  function countFailures(): number {
    const byOrganization = new Map<string, number>();
    for (const organization_id of failures.values()) {
      byOrganization.set(organization_id, (byOrganization.get(organization_id) ?? 0) + 1);
    }
    let count = 0;
    for (const each of byOrganization.values()) count += Math.min(each, rule.counted_per_organization);
    return count;
  }

  function setTrial(call: CircuitCall, hasFailed: boolean): void {
    const ends_at_ms = clock.monotonic_ms() + open_seconds * 1000;
    trials.set(call.organization_id, { call, ends_at_ms, hasFailed });
  }

  function isTrial({ organization_id, subject }: CircuitCall): boolean {
    return trials.get(organization_id)?.call.subject === subject;
  }

  return {
    get state() {
      return state;
    },
    get resumes_at_ms() {
      return resumes_at_ms;
    },
    isIdle: () => state === 'closed' && failures.size === 0,
    admits(call) {
      if (state !== 'half_open') return state === 'closed';
      if (failures.has(call.subject)) return true;
      const own = trials.get(call.organization_id);
      if (own && !isOver(own)) return own.call.reserves === true && !own.hasFailed && !call.reserves;
      return own !== undefined || trials.size < rule.trials || [...trials.values()].some(isOver);
    },
    begin(call) {
      if (state !== 'half_open' || failures.has(call.subject)) return;
      if (!trials.has(call.organization_id) && trials.size >= rule.trials) {
        const over = [...trials.values()].find(isOver);
        if (over) trials.delete(over.call.organization_id);
      }
      setTrial(call, false);
    },
    succeeded(call) {
      if (state === 'closed') failures.clear();
      else if (isTrial(call)) close();
      else failures.delete(call.subject);
    },
    failed(call) {
      const wasTrial = isTrial(call);
      remember(call);
      if (state === 'closed' && countFailures() >= failuresToOpen) open();
      if (state !== 'half_open' || !wasTrial) return;
      setTrial(call, true);
      if ([...trials.values()].filter(({ hasFailed }) => hasFailed).length < rule.trials) return;
      failedTrials += 1;
      open();
    },
    abandon(call) {
      if (isTrial(call)) trials.delete(call.organization_id);
    },
    resume: () => move('half_open'),
    postpone() {
      resumes_at_ms = clock.monotonic_ms() + open_seconds * 1000;
    },
  };
}
