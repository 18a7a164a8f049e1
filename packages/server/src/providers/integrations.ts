import type { CallCheck } from './billing.ts';
import type { CardService } from './card-service.ts';
import type { Provider } from './provider.ts';

/**
 * The two sides of an integration. A live key reaches only the live side, and a test key only the test side (MOD-1). An integration
 * without a side does not exist for the keys of that mode.
 */
export interface Sides<T> {
  readonly live?: T | undefined;
  readonly test?: T | undefined;
}

/**
 * A supplier and its provider for each mode. Both have the same name.
 *
 * `test` is a provider of the supplier's own test environment, or `simulate`: searches go to the live side, and bookings are
 * simulated, so nothing is booked. Default: none, and a test key does not see the supplier (MOD-2).
 */
export interface Supplier extends Sides<Provider | 'simulate'> {
  readonly live?: Provider | undefined;
}

/** The systems that the service is connected to. */
export interface Integrations {
  /** The suppliers that take the bookings, with different names. Venue searches list their venues in this order. */
  readonly suppliers: readonly Supplier[];
  /** Collects card payments and keeps the cards of sessions. On a side without it, requests that need it get cardservice_disabled. */
  readonly cardService?: Sides<CardService> | undefined;
  /** Checks each request of a billed operation. On a side without it, every request is allowed. */
  readonly billing?: Sides<CallCheck> | undefined;
  /** Checks, after billing, whether the organization's plan includes the operation. On a side without it, every request is allowed. */
  readonly entitlements?: Sides<CallCheck> | undefined;
}

/** Returns the name of the supplier's providers. Throws if it has none. */
export function supplierName({ live, test }: Supplier): string {
  const provider = live ?? (test === 'simulate' ? undefined : test);
  if (!provider) throw new Error('A supplier has neither a live side nor a provider on its test side.');
  return provider.name;
}
