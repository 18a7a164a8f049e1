import { Refusal } from '../domain/refusal.ts';
import { traceCalls, type Tracing } from '../log/tracing.ts';
import type { Provider } from '../providers/provider.ts';

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
