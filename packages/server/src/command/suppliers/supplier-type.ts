import type { Logger } from 'pino';
import type { Provider } from '../../providers/provider.ts';
import type { Clock } from '@booking-service/kernel/time/clock';

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

/** A `type` in providers.yaml. */
export interface SupplierType {
  /**
   * The JSON Schema of its own fields, without `name` and `type`. The `description` of a property completes "… must be" in an error.
   */
  readonly schema: FieldsSchema;
  /** The fields of which one must differ between the live and the test side, so that no test booking reaches the live system. */
  readonly separatedBy?: readonly string[];
  /**
   * Creates the provider. `fields` match the schema; each `{ env: VARIABLE }` is replaced by the variable's value. Throws if the
   * provider cannot be created: the start is refused with the message and the line of the entry.
   */
  create(fields: Readonly<Record<string, unknown>>, given: SupplierGiven): Provider | Promise<Provider>;
}

/** The JSON Schemas of fields. */
export interface FieldsSchema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, object>>;
}

/** The schema of the address of a supplier's system. */
export const urlSchema: object = {
  type: 'string',
  maxLength: 2048,
  pattern: String.raw`^https?://[^\s?#@]+$`,
  description: 'an http or https URL without a user name, a query and a fragment',
};

/**
 * The schema of a secret: a reference to an environment variable, or to the file that the variable with _FILE names. A secret in
 * providers.yaml itself is refused.
 */
export const secretSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['env'],
  properties: { env: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]{0,99}$' } },
  description: '{ env: VARIABLE }, the name of the environment variable that contains it',
} as const;

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
