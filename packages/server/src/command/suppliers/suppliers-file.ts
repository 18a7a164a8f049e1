/**
 * Reads providers.yaml: a list of suppliers, each with a name, a type, the fields of its type, which are its live side, and `test`,
 * its test side. The fields of the test side are of the same type. None is taken over from the live side, so that no live address or
 * secret can reach a test side.
 */
import type { Logger } from 'pino';
import type { Clock } from '@booking-service/kernel/time';
import type { CheckedFields, CheckedYaml } from './checked-yaml.ts';
import { type FieldsSchema, type IntegrationType, typeSchema } from './integration-type.ts';
import type { Provider } from '../../providers/provider.ts';

/** An entry of the file that matches the schema of its type. */
export interface SupplierEntry {
  readonly name: string;
  readonly type: string;
  readonly live: SupplierSide | undefined;
  readonly test: SupplierSide | 'simulate' | undefined;
}

/** One side of an entry. */
export type SupplierSide = CheckedFields;

const nameSchema = {
  type: 'string',
  pattern: '^[a-z0-9_-]{1,40}$',
  description: 'a text of 1 to 40 characters of a-z, 0-9, _ and -',
};

interface SupplierText {
  readonly name: string;
  readonly type: string;
  readonly test?: object | 'simulate';
}

/** Reads the entries of the file. Throws a StartError for the first fault. */
export function readSuppliersFile(yaml: CheckedYaml, types: Readonly<Record<string, SupplierType>>): SupplierEntry[] {
  yaml.check(yaml.value, fileSchema(types), []);
  // Matches the schema of the file.
  const { providers } = yaml.value as { providers: readonly SupplierText[] };

  const lineByName = new Map<string, number>();
  return providers.map((entry, index) => {
    const at = ['providers', index];
    const { name, type, test, ...fields } = entry;
    const schema = types[type]?.schema ?? { required: [], properties: {} };
    const isTestOnly = test !== undefined && test !== 'simulate' && Object.keys(fields).length === 0;
    const isText = typeof test === 'string';
    yaml.check(entry, entrySchema(schema, { isTestOnly, isText }), at);
    const earlier = lineByName.get(name);
    if (earlier !== undefined)
      throw yaml.refuse([...at, 'name'], `${name} is the name of the supplier in line ${earlier} too`);
    lineByName.set(name, yaml.lineOf([...at, 'name']));
    return {
      name,
      type,
      live: isTestOnly ? undefined : yaml.fieldsAt(fields, at),
      test: typeof test === 'object' ? yaml.fieldsAt(test, [...at, 'test']) : test,
    };
  });
}

/** The live side is left out only if `test` stands alone. `isText`: `test` is a text, which must be simulate. */
function entrySchema(
  { required, properties }: FieldsSchema,
  { isTestOnly, isText }: { isTestOnly: boolean; isText: boolean },
): object {
  const names = Object.keys(properties);
  const fields = names.length === 0 ? 'an empty object' : `an object with the fields ${names.join(', ')}`;
  const description = `simulate, or ${fields}`;
  const side = { type: 'object', additionalProperties: false, required, properties };
  return {
    type: 'object',
    additionalProperties: false,
    required: isTestOnly ? [] : required,
    properties: {
      name: true,
      type: true,
      ...properties,
      test: isText ? { const: 'simulate', description } : { ...side, description },
    },
  };
}

function fileSchema(types: Readonly<Record<string, SupplierType>>): object {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['providers'],
    description: 'a list of suppliers below the key providers',
    properties: {
      providers: {
        type: 'array',
        minItems: 1,
        maxItems: 50,
        description: 'a list of 1 to 50 suppliers',
        items: {
          type: 'object',
          required: ['name', 'type'],
          description: 'an object with a name and a type',
          properties: { name: nameSchema, type: typeSchema(types) },
        },
      },
      // service-types.ts and service-types.ts check these.
      payments: true,
      cards: true,
      codes: true,
    },
  };
}

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
