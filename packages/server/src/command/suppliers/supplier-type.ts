import type { Logger } from 'pino';
import type { Provider } from '../../providers/provider.ts';
import type { Clock } from '@booking-service/kernel/time';
import type { IntegrationType } from './integration-type.ts';

/** The dependencies of a supplier, in addition to its fields in the file. */
export interface SupplierGiven {
  /** The name of its provider. */
  readonly name: string;
  /** True if it is the live side of the supplier. */
  readonly livemode: boolean;
  /** The folder of the file. Paths in the file are relative to it. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A step of the certification of this service by a standard. `run` resolves with what was received. */
export interface CertificationStep {
  readonly name: string;
  readonly run: () => Promise<string>;
}

/** A `type` of a supplier. */
export interface SupplierType extends IntegrationType<SupplierGiven, Provider> {
  /** Returns the steps of the certification, to run one after another. Default: the type has none. */
  readonly certify?: (
    fields: Readonly<Record<string, unknown>>,
    given: Pick<SupplierGiven, 'name' | 'clock'>,
  ) => Promise<readonly CertificationStep[]>;
}

/** The schema of the field `venue_prefix`: which venues a supplier handles. */
export const venuePrefixSchema = {
  type: 'string',
  pattern: '^ven_[A-Za-z0-9_-]{1,45}$',
  description: 'ven_ and 1 to 45 characters of A-Z, a-z, 0-9, _ and -',
} as const;

/** Returns the prefix of the venue ids of a supplier. */
export function venuePrefixOf(name: string, { venue_prefix }: Readonly<Record<string, unknown>>): string {
  return typeof venue_prefix === 'string' ? venue_prefix : `ven_${name}_`;
}
