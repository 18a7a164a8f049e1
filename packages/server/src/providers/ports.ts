/**
 * The registry of ports. It picks the side of each integration by the mode of a call: of the key for a request, of the booking for
 * work (MOD-1). Each side is connected separately, so a failing test side opens no circuit of the live side.
 *
 * A call of a side passes, from the outside in: the span of a trace, the circuit and the places of its provider
 * (health/provider-health.ts), the deadline and the check of the result, the guard of its mode, and the containment
 * of its errors. The payment service, the card vault and the code sender have circuits of their own (card-ports.ts), and no
 * places.
 */
import { type KeyMode, limits } from '@booking-service/contract';
import { containIntegration, traceCalls, type Tracing } from '@booking-service/kernel/log';
import { type Clock, withDeadline } from '@booking-service/kernel/time';
import { Refusal } from '../domain/contract.ts';
import {
  type CallCheck,
  type CardVault,
  type CodeSender,
  type Integrations,
  type PaymentService,
  type Sides,
  type Supplier,
  simulateBookings,
  supplierName,
} from './integrations.ts';
import { type CallContext, callNames, type Provider, type ProviderCall, type ProviderMethod } from './provider.ts';
import {
  type ProviderHealth,
  type WatchedProvider,
  type WatchOptions,
  watchProvider,
  wrapProvider,
} from './health/provider-health.ts';
import { cardsWithDeadline, codesWithDeadline, paymentsWithDeadline, watchCards } from './card-ports.ts';
import { checkSlots, checkVenues } from './check-page.ts';
import {
  checkAcceptance,
  checkHoldOutcome,
  checkModification,
  checkOutcome,
  checkReading,
  checkRelease,
  toReadable,
} from './check-result.ts';
import { textBounds } from './result-bounds.ts';
import type { ReadPayment } from '../domain/payment.ts';

/** The ports that calls of one mode reach. */
export interface ModePorts {
  readonly providers: readonly Provider[];
  /** An operation that needs one of these three throws cardservice_disabled if it is undefined. */
  readonly payments: PaymentService | undefined;
  readonly cards: CardVault | undefined;
  readonly codes: CodeSender | undefined;
  readonly billing: CallCheck | undefined;
  readonly entitlements: CallCheck | undefined;
}

/** Returns the ports of a mode. */
export type PortsOf = (call: Pick<CallContext, 'livemode'>) => ModePorts;

export interface PortRegistry {
  readonly portsOf: PortsOf;
  /** The state of each provider, first those of the live sides. */
  readonly health: () => readonly ProviderHealth[];
  /** Ends the calls that the watched providers make themselves. */
  readonly stop: () => void;
}

export interface PortOptions extends WatchOptions {
  /** Default: the calls of integrations have no spans. */
  readonly tracing?: Tracing | undefined;
}

/** Creates the registry. Throws if the names of the suppliers do not fit. */
export function createPorts(integrations: Integrations, options: PortOptions): PortRegistry {
  refuseUnfitNames(integrations.suppliers);
  const live = connectMode(integrations, { ...options, livemode: true });
  const test = connectMode(integrations, { ...options, livemode: false });
  const watched = [...live.watched, ...test.watched];
  return {
    portsOf: ({ livemode }) => (livemode ? live.ports : test.ports),
    health: () => watched.map((each) => each.health()),
    stop: () => [...watched, ...live.cards, ...test.cards].forEach((each) => each.stop()),
  };
}

function connectMode(
  { suppliers, payments, cards, codes, billing, entitlements }: Integrations,
  { livemode, tracing, ...watching }: PortOptions & { readonly livemode: boolean },
): {
  readonly ports: ModePorts;
  readonly watched: readonly WatchedProvider[];
  readonly cards: readonly { stop(): void }[];
} {
  const { clock, log } = watching;
  const watchedCards: { stop(): void }[] = [];
  const side: KeyMode = livemode ? 'live' : 'test';
  const own = <T extends object>(name: string, port: T, mode = livemode) =>
    guardMode(containIntegration(name, port), mode);
  const check = (name: 'billing' | 'entitlements', sides: Integrations['billing']) => {
    const given = sides?.[side];
    return given && guardCheck(containIntegration(name, given), livemode);
  };
  const watched = suppliers.flatMap((supplier) => {
    const given = livemode || supplier.test === 'simulate' ? supplier.live : supplier.test;
    if (!given) return [];
    const simulates = !livemode && supplier.test === 'simulate';
    const provider = simulates ? simulateBookings(own(given.name, given, true)) : own(given.name, given);
    const bounded = providerWithDeadline(guardMode(provider, livemode), clock);
    const connected = watchProvider(bounded, { ...watching, mode: side });
    return [tracing ? { ...connected, provider: traceProvider(connected.provider, tracing) } : connected];
  });
  /** `bound` adds the deadline and the check of the results. */
  const connect = <T extends object>(name: string, sides: Sides<T> | undefined, bound: (port: T) => T) => {
    const given = sides?.[side];
    if (!given) return undefined;
    const watchedPort = watchCards(bound(own(name, given)), { name, mode: side, clock, log });
    watchedCards.push(watchedPort);
    return tracing ? traceIntegration(name, watchedPort.port, tracing) : watchedPort.port;
  };
  const ports = {
    providers: watched.map(({ provider }) => provider),
    payments: connect('payments', payments, (port) => paymentsWithDeadline(port, clock)),
    cards: connect('cards', cards, (port) => cardsWithDeadline(port, clock)),
    codes: connect('codes', codes, (port) => codesWithDeadline(port, clock)),
    billing: check('billing', billing),
    entitlements: check('entitlements', entitlements),
  };
  return { ports, watched, cards: watchedCards };
}

/** A booking finds its provider by its name, so both sides of a supplier have one name, and no other supplier has it. */
function refuseUnfitNames(suppliers: readonly Supplier[]): void {
  const names = new Set<string>();
  for (const supplier of suppliers) {
    const name = supplierName(supplier);
    const { test } = supplier;
    if (test !== undefined && test !== 'simulate' && test.name !== name) {
      throw new Error(`The test side of the supplier ${name} is named ${test.name}. Use one name for both sides.`);
    }
    if (names.has(name)) throw new Error(`Two suppliers are named ${name}. Use different names.`);
    names.add(name);
  }
}

/*
 * Binds a port to one mode. A call that names the other mode, or a booking of the other mode, rejects and reaches nothing (MOD-1).
 * The registry picks the side; this guard holds even if a caller picks the wrong one, and no adapter has to check it.
 */

/** Methods that make no call. */
const localMethods: ReadonlySet<string | symbol> = new Set(['handlesVenue', 'readEvent']);

/** Wraps a port whose methods take the CallContext as their second argument. */
export function guardMode<T extends object>(port: T, livemode: boolean): T {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const call = (args: unknown[]): unknown => Reflect.apply(value, target, args);
      if (localMethods.has(name)) return (...args: unknown[]) => call(args);
      return async (...args: unknown[]) => {
        const [input, context] = args;
        if (modeOf(context) !== livemode || (modeOf(bookingOf(input)) ?? livemode) !== livemode) {
          throw wrongMode(String(name), livemode);
        }
        return call(args);
      };
    },
  });
}

/** Wraps a billing or entitlement check. */
export function guardCheck(check: CallCheck, livemode: boolean): CallCheck {
  return {
    async check(call) {
      if ((call.mode === 'live') !== livemode) throw wrongMode('check', livemode);
      return check.check(call);
    },
  };
}

/** Returns the booking that the first argument is or has. */
function bookingOf(input: unknown): unknown {
  return isObject(input) && 'booking' in input ? input['booking'] : input;
}

function modeOf(value: unknown): unknown {
  return isObject(value) ? value['livemode'] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function wrongMode(method: string, livemode: boolean): Error {
  const [side, other] = livemode ? ['live', 'test'] : ['test', 'live'];
  return new Error(`${method} of a ${side} side was called for a ${other} key. Nothing was sent.`);
}

const calledMethods: ReadonlySet<string> = new Set(callNames);

/** Returns the provider. Each of its calls has a span. */
function traceProvider(provider: Provider, tracing: Tracing): Provider {
  return traceCalls(provider, {
    tracing,
    startOf: (method) =>
      calledMethods.has(method)
        ? {
            name: `provider ${method}`,
            kind: 'client',
            attributes: { 'booking_service.provider': provider.name, 'booking_service.provider_call': method },
            // A refusal is a response.
            isFailure: (error) => !(error instanceof Refusal),
          }
        : undefined,
  });
}

/** Returns the port. Each of its calls has a span. */
function traceIntegration<T extends object>(integration: string, port: T, tracing: Tracing): T {
  return traceCalls(port, {
    tracing,
    startOf: (method) => ({
      name: `${integration} ${method}`,
      kind: 'client',
      attributes: { 'booking_service.integration': integration, 'booking_service.integration_call': method },
      // A refusal is a response.
      isFailure: (error) => !(error instanceof Refusal),
    }),
  });
}

type Input<K extends ProviderCall> = Parameters<ProviderMethod<K>>[0];
type Result<K extends ProviderCall> = Awaited<ReturnType<ProviderMethod<K>>>;

/** The check of each result. A method without one does not compile. */
const resultChecks: { readonly [K in ProviderCall]: (result: Result<K>, input: Input<K>) => Result<K> } = {
  searchVenues: (page, search) => checkVenues(page, limitOf(search)),
  searchAvailability: (page, search) => checkSlots(page, limitOf(search)),
  checkRequest: checkAcceptance,
  book: checkOutcome,
  modify: checkModification,
  checkHold: checkHoldOutcome,
  readBooking: checkReading,
  release: checkRelease,
};

/**
 * Wraps the provider: a call that exceeds provider_timeout_seconds rejects with a DeadlineError, and every result is checked against
 * the port. This is the only place where what a supplier sends becomes what callers read.
 */
export function providerWithDeadline(provider: Provider, clock: Pick<Clock, 'after'>): Provider {
  return wrapProvider(provider, ({ call, input, begin }) =>
    withDeadline(clock, limits.provider_timeout_seconds, async () =>
      checkResult(call, { result: await begin().catch(refuseReadably), input }),
    ),
  );
}

/** The row of a call has the types of its input and its result. */
function checkResult<T>(call: ProviderCall, { result, input }: { readonly result: T; readonly input: unknown }): T {
  const check = resultChecks[call] as (result: unknown, input: unknown) => unknown;
  return check(result, input) as T;
}

function limitOf({ limit = limits.page.default }: { readonly limit?: number }): number {
  return limit;
}

/** The message of a refusal may quote the supplier. */
function refuseReadably(error: unknown): never {
  if (error instanceof Refusal) error.message = toReadable(error.message, textBounds.error_message);
  throw error;
}

/** Returns the function that reads a payment by these ports. */
export function createReadPayment(portsOf: PortsOf): ReadPayment {
  return async function readPayment({ booking, organization_id }) {
    const { livemode } = booking;
    const { payments } = portsOf({ livemode });
    if (!payments) throw new Error(`No card service has a ${livemode ? 'live' : 'test'} side.`);
    return payments.read({ booking }, { livemode, organization_id });
  };
}
