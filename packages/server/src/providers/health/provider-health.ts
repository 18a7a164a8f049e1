/**
 * The health of each provider, so that one that fails or hangs takes nothing from the others, and no organization takes a provider
 * from the others (SHR-2).
 *
 * Terms:
 *  - A *circuit* is closed while calls of one kind work. While it is open, they are rejected immediately (circuit.ts). Each kind has
 *    a circuit for everybody, and one for each organization whose calls fail (provider-circuits.ts).
 *  - A failure is a call that rejects or exceeds its deadline. A refusal is a response, so it counts as a success.
 *  - Calls that requests wait for have *places*, of which each organization has a share. Without a free place a
 *    call is rejected immediately. The worker bounds its own calls (worker/runs/run-bookings.ts).
 */
import type { KeyMode } from '@booking-service/contract';
import type { Logger } from 'pino';
import { errorLine, errorText } from '@booking-service/kernel/log';
import { type Clock, DeadlineError } from '@booking-service/kernel/time';
import { type CallContext, callNames, type Provider, type ProviderCall, providerCalls } from '../provider.ts';
import { Refusal } from '../../domain/contract.ts';
import type { Observer, Reports } from '../../log/observer.ts';
import type { CircuitCall } from './circuit.ts';
import { type AdmittedCall, type CircuitChange, createCircuits, type KindState } from './provider-circuits.ts';

/** The state of one provider for calls of one mode. */
export interface ProviderHealth {
  readonly name: string;
  readonly mode: KeyMode;
  readonly kinds: readonly (KindState<ProviderCall> & KindReport)[];
  /** The calls in progress. */
  readonly calls: number;
}

/** The recent past of one kind of call. */
interface KindReport {
  /** Since when the circuit for everybody has not been closed; null if it is. */
  readonly open_since: string | null;
  /** The latest failed call, without data of guests; null if none failed since the start. */
  readonly last_error: { readonly at: string; readonly message: string } | null;
}

/** A provider that is not called now. The caller may try again later. */
class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

export interface WatchedProvider {
  /** The provider with its circuits and its places. */
  readonly provider: Provider;
  health(): ProviderHealth;
  /** Ends the calls that the circuits make themselves. */
  stop(): void;
}

export interface WatchOptions {
  readonly clock: Pick<Clock, 'now' | 'monotonic_ms' | 'after'>;
  readonly observer: Pick<Observer, 'providerCalled' | 'circuitChanged'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/** Watches the calls of one mode to a provider, which have a deadline already. */
export function watchProvider(
  provider: Provider,
  { mode, clock, observer, log }: WatchOptions & { readonly mode: KeyMode },
): WatchedProvider {
  const { name } = provider;
  const places = createRequestPlaces();
  let calls = 0;
  const openSince = new Map<ProviderCall, string>();
  const lastErrors = new Map<ProviderCall, KindReport['last_error']>();
  const circuits = createCircuits({
    calls: callNames,
    clock,
    changed(change) {
      observer.circuitChanged({ provider: name, mode, ...change });
      logCircuit(change);
      if (change.organization_id === undefined) noteCircuit(change);
    },
    async probe(context) {
      const input = { limit: 1 };
      try {
        await observe({ call: 'searchVenues', input, begin: () => provider.searchVenues(input, context) });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    },
  });

  async function observe<T>({ call, input, begin }: Pick<WrappedCall<T>, 'call' | 'input' | 'begin'>): Promise<T> {
    const started = clock.monotonic_ms();
    const report = (outcome: CallOutcome) => {
      const duration_ms = clock.monotonic_ms() - started;
      observer.providerCalled({ provider: name, mode, call, outcome, duration_ms });
    };
    calls += 1;
    try {
      const result = await begin();
      report('succeeded');
      return result;
    } catch (error) {
      const outcome = outcomeOf(error);
      report(outcome);
      if (outcome === 'failed' || outcome === 'timeout') {
        const message = errorText(errorLine(error, { body: input }));
        lastErrors.set(call, { at: clock.now().toISOString(), message });
      }
      // The errors of the other calls are written where they are handled.
      if (call === 'searchVenues' && (outcome === 'failed' || outcome === 'timeout')) {
        const line = { code: 'provider_search_failed', provider: name, mode, err: errorLine(error, { body: input }) };
        log.warn(line, 'a provider failed at a venue search');
      }
      throw error;
    } finally {
      calls -= 1;
    }
  }

  /** Remembers since when the circuit for everybody has not been closed. */
  function noteCircuit({ call, state }: CircuitChange<ProviderCall>): void {
    if (state === 'closed') openSince.delete(call);
    else if (!openSince.has(call)) openSince.set(call, clock.now().toISOString());
  }

  /** Writes that a circuit opened, and that it closed again. */
  function logCircuit({ call, organization_id, state, before }: CircuitChange<ProviderCall>): void {
    const line = {
      provider: name,
      mode,
      call,
      paused_for: organization_id === undefined ? 'everybody' : 'organization',
    };
    const fields = organization_id === undefined ? line : { ...line, organization_id };
    if (state === 'open' && before === 'closed') {
      const message = 'calls of this kind to a provider keep failing and are not made for a while';
      log.error({ code: 'provider_circuit_open', ...fields }, message);
    }
    if (state === 'closed' && before !== undefined) {
      log.warn({ code: 'provider_circuit_closed', ...fields }, 'calls of this kind to a provider work again');
    }
  }

  /** Rejects if a circuit is open for this call. */
  function admit(
    call: ProviderCall,
    context: CallContext,
    attempt: Omit<CircuitCall, 'organization_id'>,
  ): AdmittedCall {
    const admitted = circuits.admit(call, context, attempt);
    if (admitted) return admitted;
    throw new ProviderUnavailableError(
      `The provider ${name} is not called for a while, because its calls of ${call} fail.`,
    );
  }

  async function throughCircuit<T>({ call, context, booking_id, begin }: WrappedCall<T>): Promise<T> {
    const admitted = admit(call, context, { subject: booking_id ?? Symbol(call) });
    try {
      const result = await begin();
      admitted.succeeded();
      return result;
    } catch (error) {
      if (error instanceof Refusal) admitted.succeeded();
      else admitted.failed();
      throw error;
    }
  }

  /** Checks a create only if its booking could be made after it. */
  async function checkBookable<T>(watched: WrappedCall<T>): Promise<T> {
    const booking = admit('book', watched.context, { subject: Symbol('create'), reserves: true });
    try {
      return await throughCircuit(watched);
    } catch (error) {
      booking.abandon();
      throw error;
    }
  }

  function watch<T>(watched: WrappedCall<T>): Promise<T> {
    const { call, input } = watched;
    const through = call === 'checkRequest' ? checkBookable : throughCircuit;
    return observe({ call, input, begin: () => (provider.simulated === true ? watched.begin() : through(watched)) });
  }

  /** A call that a request waits for. */
  async function watchRequest<T>(watched: WrappedCall<T>): Promise<T> {
    const { call, context } = watched;
    if (!places.take(context.organization_id)) {
      observer.providerCalled({ provider: name, mode, call, outcome: 'busy', duration_ms: 0 });
      const message = `The provider ${name} has too many calls of organization ${context.organization_id} in progress.`;
      throw new ProviderUnavailableError(message);
    }
    try {
      return await watch(watched);
    } finally {
      places.free(context.organization_id);
    }
  }

  return {
    health() {
      const kinds = circuits.states().map((kind) => ({
        ...kind,
        open_since: openSince.get(kind.call) ?? null,
        last_error: lastErrors.get(kind.call) ?? null,
      }));
      return { name, mode, kinds, calls };
    },
    stop: () => circuits.stop(),
    provider: wrapProvider(provider, (wrapped) =>
      providerCalls[wrapped.call].waits === 'request' ? watchRequest(wrapped) : watch(wrapped),
    ),
  };
}

type CallOutcome = Reports['providerCalled']['outcome'];

function outcomeOf(error: unknown): CallOutcome {
  if (error instanceof Refusal) return 'refused';
  if (error instanceof ProviderUnavailableError) return 'paused';
  return error instanceof DeadlineError ? 'timeout' : 'failed';
}

/** The number of calls of requests that one provider may have in progress. */
export const maxRequestCalls = 64;

/**
 * Places: how many calls that requests wait for are in progress at one provider. An organization gets a place only while it has fewer
 * places than are free. Alone it gets half of them, and every organization that comes later gets half of the rest, so a provider that
 * hangs for one organization has places for the others.
 */
interface RequestPlaces {
  /** Takes a place. Returns false if the organization has its share. */
  take(organization_id: string): boolean;
  free(organization_id: string): void;
}

function createRequestPlaces(): RequestPlaces {
  const taken = new Map<string, number>();
  let total = 0;

  function add(organization_id: string, change: 1 | -1): void {
    const own = (taken.get(organization_id) ?? 0) + change;
    total += change;
    if (own > 0) taken.set(organization_id, own);
    else taken.delete(organization_id);
  }

  return {
    take(organization_id) {
      const hasShare = (taken.get(organization_id) ?? 0) >= maxRequestCalls - total;
      if (!hasShare) add(organization_id, 1);
      return !hasShare;
    },
    free: (organization_id) => add(organization_id, -1),
  };
}

/** A call that passes through a wrapped provider. */
interface WrappedCall<T> {
  readonly call: ProviderCall;
  readonly input: unknown;
  readonly context: CallContext;
  /** The booking that the call is about. Undefined if it is about none. */
  readonly booking_id: string | undefined;
  /** Calls the method of the provider. */
  readonly begin: () => Promise<T>;
}

/** Works around each call. It can delay or reject the call, and has no result of its own: the type parameter ensures it. */
type Around = <T>(wrapped: WrappedCall<T>) => Promise<T>;

type AnyMethod = (input: unknown, context: CallContext) => Promise<unknown>;

/** The members that make no call. They pass on unchanged. A new one does not compile until it stands here or in `providerCalls`. */
const kept: { readonly [K in Exclude<keyof Provider, ProviderCall>]: true } = {
  name: true,
  simulated: true,
  read_after_seconds: true,
  handlesVenue: true,
  readEvent: true,
};

/** Wraps each call of a provider. An optional method that the provider lacks stays absent. */
export function wrapProvider(provider: Provider, around: Around): Provider {
  const members = Object.keys(kept).flatMap((name) => {
    const value: unknown = Reflect.get(provider, name);
    if (value === undefined) return [];
    return [[name, typeof value === 'function' ? value.bind(provider) : value]];
  });
  const calls = callNames.flatMap((call) => {
    // Every call has these arguments, and `around` cannot change its result.
    const method = provider[call]?.bind(provider) as AnyMethod | undefined;
    const bookingOf = providerCalls[call].bookingOf as ((input: unknown) => string) | undefined;
    if (!method) return [];
    const wrapped: AnyMethod = async (input, context) =>
      around({ call, input, context, booking_id: bookingOf?.(input), begin: () => method(input, context) });
    return [[call, wrapped]];
  });
  // Both tables together name every member of the port.
  return Object.fromEntries([...members, ...calls]) as Provider;
}
