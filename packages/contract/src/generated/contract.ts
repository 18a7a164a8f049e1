// Written from openapi/openapi.yaml. Edit that, then run: npm run generate

import { operationTable } from './operations.ts';
import { access } from './access.ts';
import { errorCatalogue } from './errors.ts';
import { limits } from './limits.ts';
import { idempotency } from './idempotency.ts';
import { delivery } from './delivery.ts';
import { requestIdForm } from './request-id.ts';
import { eventTypes } from './events.ts';

/** The tables of the contract as one value, as the runtime of a service takes them. */
export const contract: {
  readonly operations: typeof operationTable;
  readonly access: typeof access;
  readonly errors: typeof errorCatalogue;
  readonly limits: typeof limits;
  readonly idempotency: typeof idempotency;
  readonly delivery: typeof delivery;
  readonly requestId: typeof requestIdForm;
  readonly events: typeof eventTypes;
} = {
  operations: operationTable,
  access,
  errors: errorCatalogue,
  limits,
  idempotency,
  delivery,
  requestId: requestIdForm,
  events: eventTypes,
};
