/**
 * The registry of ports. It picks the side of each integration by the mode of a call: of the key for a request, of the booking for
 * work (MOD-1). Each side is connected separately, so a failing test side opens no circuit of the live side.
 */
import type { KeyMode } from '@booking-service/contract';
import type { Clock } from '../time/clock.ts';
import type { CallCheck } from './billing.ts';
import type { CallContext } from './call-context.ts';
import type { CardService } from './card-service.ts';
import { supplierName, type Integrations, type Supplier } from './integrations.ts';
import { cardServiceWithDeadline, providerWithDeadline } from './health/provider-deadline.ts';
import type { ProviderHealth, WatchedProvider } from './health/provider-health.ts';
import type { Provider } from './provider.ts';
import { simulateBookings } from './simulate-bookings.ts';

/** The ports that calls of one mode reach. */
export interface ModePorts {
  readonly providers: readonly Provider[];
  /** If undefined, every operation that needs the card service throws cardservice_disabled. */
  readonly cardService: CardService | undefined;
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

export interface PortOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** Contains the errors that escape from calls of this integration. */
  readonly contain: <T extends object>(integration: string, port: T) => T;
  /** Watches a provider of one mode. `given` is the provider as the host passed it. */
  readonly watch: (provider: Provider, given: Pick<Provider, 'simulated'>, mode: KeyMode) => WatchedProvider;
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
    stop: () => watched.forEach((each) => each.stop()),
  };
}

function connectMode(
  { suppliers, cardService, billing, entitlements }: Integrations,
  { livemode, clock, contain, watch }: PortOptions & { readonly livemode: boolean },
): { readonly ports: ModePorts; readonly watched: readonly WatchedProvider[] } {
  const side = livemode ? 'live' : 'test';
  const own = <T extends object>(name: string, port: T, mode = livemode) => guardMode(contain(name, port), mode);
  const check = (name: 'billing' | 'entitlements', sides: Integrations['billing']) => {
    const given = sides?.[side];
    return given && guardCheck(contain(name, given), livemode);
  };
  const watched = suppliers.flatMap((supplier) => {
    const given = livemode || supplier.test === 'simulate' ? supplier.live : supplier.test;
    if (!given) return [];
    const simulates = !livemode && supplier.test === 'simulate';
    const provider = simulates ? simulateBookings(own(given.name, given, true)) : own(given.name, given);
    const bounded = providerWithDeadline(guardMode(provider, livemode), clock);
    return [watch(bounded, provider, side)];
  });
  const card = cardService?.[side];
  const ports = {
    providers: watched.map(({ provider }) => provider),
    cardService: card && cardServiceWithDeadline(own('cardService', card), clock),
    billing: check('billing', billing),
    entitlements: check('entitlements', entitlements),
  };
  return { ports, watched };
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
const localMethods: ReadonlySet<string | symbol> = new Set(['handlesVenue']);

/** Wraps a provider or a card service, whose methods take the CallContext as their second argument. */
export function guardMode<T extends object>(port: T, livemode: boolean): T {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value === 'object' && value !== null) return guardMode(value, livemode);
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
