/** The contracts of this repository, for the command line of packages/toolkit. */
import type { ToolkitConfig } from '@booking-service/toolkit';

const bundles = 'packages/contract/src/generated';
const released = 'openapi/released';

const config: ToolkitConfig = {
  product: {
    name: 'Booking Service',
    variables: 'BOOKING',
    scope: 'booking-service',
    client: { create: 'createBookingClient', type: 'BookingClient', idempotentOptions: 'CreateBookingOptions' },
  },
  declared: 'openapi/breaking-changes.yaml',
  contracts: {
    public: { bundle: `${bundles}/openapi.json`, released: `${released}/openapi.json.gz` },
    admin: { bundle: `${bundles}/admin.json`, released: `${released}/admin.json.gz` },
    provider: {
      bundle: `${bundles}/provider.json`,
      released: `${released}/provider.json.gz`,
      implementedBy: 'others',
    },
  },
};

export default config;
