import type { Catalogue } from '../catalogue/catalogue.ts';
import type { OctoClient } from '../http/octo-client.ts';
import type { ContactDefaults } from './contact.ts';
import type { HoldEnds } from './hold-ends.ts';

/** One supplier, as the steps of a booking need it. */
export interface Supplier {
  readonly octo: OctoClient;
  readonly catalogue: Pick<Catalogue, 'find'>;
  readonly clock: { now(): Date };
  readonly contact: ContactDefaults;
  readonly holdEnds: HoldEnds;
  /** Returns a signal that ends the requests of one call of the port. */
  readonly newSignal: () => AbortSignal;
}
