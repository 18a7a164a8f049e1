/** The contracts of this repository, for the command line of packages/toolkit. */
import type { NewOperation, ToolkitConfig } from '@booking-service/toolkit';

const contract = 'packages/contract/src/generated';
const released = 'openapi/released';

const config: ToolkitConfig = {
  product: {
    name: 'Booking Service',
    variables: 'BOOKING',
    scope: 'booking-service',
    client: { create: 'createBookingClient', type: 'BookingClient' },
    webhooks: '@booking-service/webhooks',
  },
  command: 'npm run generate',
  declared: 'openapi/breaking-changes.yaml',
  contracts: {
    public: {
      document: 'openapi/openapi.yaml',
      lint: { config: 'openapi/redocly.yaml' },
      outputs: {
        contract,
        events: 'packages/webhooks/src/generated',
        client: {
          folder: 'packages/client/src/generated',
          ownTypes: 'packages/client/src/lib/resources/resources.ts',
          exampleCalls: 'packages/client/test/generated',
        },
      },
      released: `${released}/openapi.json.gz`,
      laws: {
        // The times of retries are internal. Callers wait for so long at most, and a provider has so long to decide.
        'x-runs/retry/*': 'free',
        'x-runs/give_up_after_seconds': 'pinned',
        'x-runs/pending_for_at_most_seconds': 'pinned',
        'x-runs/release/longest_delay_seconds': 'free',
        'x-runs/release/give_up_after_seconds': 'mayRise',
        // A guest waits for so long at most.
        'x-runs/release/refund_waits_for_at_most_seconds': 'mayFall',
        'x-runs/reads/max_event_bytes': 'mayRise',
        'x-runs/reads/events_per_minute': 'mayRise',
        'x-runs/reads/*': 'free',
        'x-sandbox/opening_hours_utc': 'mayGain',
        'x-sandbox/days_ahead': 'mayRise',
        'x-sandbox/provider_seconds': 'mayFall',
        'x-sandbox/organizations/*/meaning': 'free',
        'x-sandbox/organizations/*/*': 'exact',
        'x-sandbox/venues/*/meaning': 'free',
        'x-sandbox/venues/*/*': 'exact',
        // Callers and suppliers store it in columns of this width.
        'components/schemas/RequestId/minLength': 'exact',
        'components/schemas/RequestId/maxLength': 'exact',
        'components/schemas/RequestId/pattern': 'exact',
        // Older clients read a new status, but one that waits for the final ones would wait forever.
        'components/schemas/BookingStatus/x-extensible-enum': 'fixed',
      },
      stored: ['Booking', 'BookingSummary', 'Session'],
      fieldTables: ['BookingSummary'],
      errorExamples: {
        file: 'openapi/components/examples.yaml',
        // No other refusal has details.
        more: { invalid_request: { details: [{ in: 'body', path: '/party_size', message: 'must be >= 1' }] } },
      },
      samples: 'openapi/code-samples',
      handlers: { folder: 'packages/server/src/operations', template: handler },
    },
    admin: {
      document: 'openapi/admin.yaml',
      lint: { config: 'openapi/admin.redocly.yaml' },
      outputs: { contract },
      released: `${released}/admin.json.gz`,
    },
    provider: {
      document: 'openapi/provider.yaml',
      lint: { config: 'openapi/provider.redocly.yaml' },
      outputs: { contract },
      released: `${released}/provider.json.gz`,
      implementedBy: 'others',
    },
    'card-service': {
      document: 'openapi/card-service.yaml',
      lint: { config: 'openapi/card-service.redocly.yaml' },
      outputs: { contract },
      released: `${released}/card-service.json.gz`,
      implementedBy: 'others',
    },
  },
};

/** The first form of a handler. `npm run generate` lists it in the table of operations. */
function handler({ operationId, route }: NewOperation): string {
  return `import type { OperationRequest, OperationResponse } from '@booking-service/contract';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';

/** ${route} */
export async function ${operationId}(
  _request: OperationRequest<'${operationId}'>,
  _caller: Caller,
  _context: OperationContext,
): Promise<OperationResponse<'${operationId}'>> {
  throw new Error('${operationId} is not implemented yet.');
}
`;
}

export default config;
