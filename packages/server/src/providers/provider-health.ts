/**
 * The health of each provider, so that one that fails or hangs takes nothing from the others.
 *
 * Terms:
 *  - A *circuit* is closed while the provider works. After failuresToOpen failures in a row it is open: every call is rejected
 *    immediately. After open_seconds it is half open: one call is let through, which closes the circuit or opens it again.
 *  - A failure is a call that rejects or exceeds its deadline. A refusal is a response, so it counts as a success.
 *  - Calls that requests wait for have *places*, maxRequestCalls for each provider. Without a free place a call is rejected
 *    immediately. The worker bounds its own calls (worker/run-places.ts).
 *
 * cockatiel counts the failures, moves the circuit and bounds the calls. The time at which an open circuit lets a call through
 * comes from the clock of the service, so that a test can advance it.
 */
import {
  bulkhead,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleAll,
  isBulkheadRejectedError,
} from 'cockatiel';
import { Refusal } from '../domain/refusal.ts';
import type { Clock } from '../time/clock.ts';
import { DeadlineError } from '../time/deadline.ts';
import type { Provider } from './provider.ts';

/** Failures in a row that open the circuit. */
export const failuresToOpen = 5;
/** How long an open circuit rejects every call. */
export const open_seconds = 30;
/** How many calls of requests one provider may have in progress. */
export const maxRequestCalls = 64;

export type CircuitStateName = 'closed' | 'open' | 'half_open';

/** A method of the port. */
export type ProviderCall =
  | 'searchVenues'
  | 'searchAvailability'
  | 'checkRequest'
  | 'book'
  | 'modify'
  | 'checkHold'
  | 'release';

/** How a call ended. `paused`: the circuit was open. `busy`: no place was free. In both cases the provider was not called. */
export type CallOutcome = 'succeeded' | 'refused' | 'failed' | 'timeout' | 'paused' | 'busy';

export interface ProviderReports {
  /** `failure` has the reason of an outcome other than `succeeded`. Its error may quote the input, which is the argument of the call. */
  called(
    report: {
      readonly provider: string;
      readonly call: ProviderCall;
      readonly outcome: CallOutcome;
      readonly duration_ms: number;
    },
    failure?: { readonly error: unknown; readonly input: unknown },
  ): void;
  circuitChanged(report: { readonly provider: string; readonly state: CircuitStateName }): void;
}

/** The state of one provider. */
export interface ProviderHealth {
  readonly name: string;
  readonly circuit: CircuitStateName;
  /** The calls in progress. */
  readonly calls: number;
}

/** A provider that is not called now. The caller may try again later. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

export interface WatchedProvider {
  /** The provider with its circuit and its places. */
  readonly provider: Provider;
  health(): ProviderHealth;
}

/** Watches a provider whose calls have a deadline already. `given` is the provider as the host passed it. */
export function watchProvider(
  provider: Provider,
  given: Pick<Provider, 'simulated'>,
  { clock, reports }: { readonly clock: Pick<Clock, 'monotonic_ms'>; readonly reports: ProviderReports },
): WatchedProvider {
  const { name } = provider;
  // The gate below decides when the circuit may be half open, so cockatiel's own timer is zero.
  const circuit = circuitBreaker(handleAll, { halfOpenAfter: 0, breaker: new ConsecutiveBreaker(failuresToOpen) });
  const places = bulkhead(maxRequestCalls, 0);
  let opened_at_ms = 0;
  let calls = 0;
  circuit.onStateChange((state) => {
    if (state === CircuitState.Open) opened_at_ms = clock.monotonic_ms();
    reports.circuitChanged({ provider: name, state: nameOf(state) });
  });
  reports.circuitChanged({ provider: name, state: 'closed' });

  /** Rejects while the circuit is open, and while the one call of a half-open circuit is in progress. */
  function refuseIfOpen(): void {
    const rest_ms = opened_at_ms + open_seconds * 1000 - clock.monotonic_ms();
    const isPaused = circuit.state === CircuitState.Open && rest_ms > 0;
    if (isPaused || circuit.state === CircuitState.HalfOpen) {
      throw new ProviderUnavailableError(
        `The provider ${name} keeps failing and is not called for up to ${open_seconds} s.`,
      );
    }
  }

  async function throughCircuit<T>(begin: () => Promise<T>): Promise<T> {
    if (given.simulated === true) return begin();
    refuseIfOpen();
    const settled = await circuit.execute(() => settle(begin));
    if ('refusal' in settled) throw settled.refusal;
    return settled.value;
  }

  async function watch<T>(call: ProviderCall, input: unknown, begin: () => Promise<T>): Promise<T> {
    const started = clock.monotonic_ms();
    const report = (outcome: CallOutcome, error?: unknown) => {
      const duration_ms = clock.monotonic_ms() - started;
      reports.called({ provider: name, call, outcome, duration_ms }, { error, input });
    };
    calls += 1;
    try {
      const result = await throughCircuit(begin);
      report('succeeded');
      return result;
    } catch (error) {
      report(outcomeOf(error), error);
      throw error;
    } finally {
      calls -= 1;
    }
  }

  /** A call that a request waits for. */
  async function watchRequest<T>(call: ProviderCall, input: unknown, begin: () => Promise<T>): Promise<T> {
    try {
      return await places.execute(() => watch(call, input, begin));
    } catch (error) {
      if (!isBulkheadRejectedError(error)) throw error;
      reports.called({ provider: name, call, outcome: 'busy', duration_ms: 0 });
      throw new ProviderUnavailableError(`The provider ${name} has ${maxRequestCalls} calls in progress.`, {
        cause: error,
      });
    }
  }

  const modify = provider.modify?.bind(provider);
  const checkHold = provider.checkHold?.bind(provider);
  return {
    health: () => ({ name, circuit: nameOf(circuit.state), calls }),
    provider: {
      name,
      handlesVenue: (venue_id) => provider.handlesVenue(venue_id),
      searchVenues: (search, context) =>
        watchRequest('searchVenues', search, () => provider.searchVenues(search, context)),
      searchAvailability: (search, context) =>
        watchRequest('searchAvailability', search, () => provider.searchAvailability(search, context)),
      checkRequest: (request, context) =>
        watchRequest('checkRequest', request, () => provider.checkRequest(request, context)),
      book: (step, context) => watch('book', step, () => provider.book(step, context)),
      ...(modify && {
        modify: (modification, context) => watchRequest('modify', modification, () => modify(modification, context)),
      }),
      ...(checkHold && {
        checkHold: (booking, context) => watch('checkHold', booking, () => checkHold(booking, context)),
      }),
      release: (booking, context) => watch('release', booking, () => provider.release(booking, context)),
    },
  };
}

/** Turns a refusal into a value, so that the circuit counts it as a success. */
async function settle<T>(begin: () => Promise<T>): Promise<{ readonly value: T } | { readonly refusal: Refusal }> {
  try {
    return { value: await begin() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

function outcomeOf(error: unknown): CallOutcome {
  if (error instanceof Refusal) return 'refused';
  if (error instanceof ProviderUnavailableError) return 'paused';
  return error instanceof DeadlineError ? 'timeout' : 'failed';
}

function nameOf(state: CircuitState): CircuitStateName {
  if (state === CircuitState.Closed) return 'closed';
  return state === CircuitState.HalfOpen ? 'half_open' : 'open';
}
