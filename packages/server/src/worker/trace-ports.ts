import { Refusal } from '../domain/refusal.ts';
import { traceCalls, type Tracing } from '../log/tracing.ts';
import type { Provider } from '../providers/provider.ts';
import type { Store } from '../store/store.ts';

/** The methods of a provider that can take time. */
const calls: ReadonlySet<string> = new Set([
  'searchVenues',
  'searchAvailability',
  'checkRequest',
  'book',
  'modify',
  'checkHold',
  'release',
] satisfies (keyof Provider)[]);

/** The methods of the store that are no transaction. */
const otherMethods: ReadonlySet<string> = new Set(['audited', 'watchRuns'] satisfies (keyof Store)[]);

/** Returns the provider. Each of its calls has a span. */
export function traceProvider(provider: Provider, tracing: Tracing): Provider {
  return traceCalls(provider, {
    tracing,
    startOf: (method) =>
      calls.has(method)
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

/** Returns the store. Each transaction has a span, except those that many requests share, and polls. */
export function traceStore(store: Store, tracing: Tracing): Store {
  return traceCalls(store, {
    tracing,
    startOf: (method) =>
      otherMethods.has(method)
        ? undefined
        : { name: `store ${method}`, kind: 'internal', attributes: { 'booking_service.store_method': method } },
  });
}
