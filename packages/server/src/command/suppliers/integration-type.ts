/** A `type` in providers.yaml: the fields that it has, and what it creates from them. Every key of the file has types of its own. */
import { isDeepStrictEqual } from 'node:util';
import { contain } from '@booking-service/kernel/log';
import { limits } from '@booking-service/contract';
import type { CheckedFields, CheckedYaml, Path } from './checked-yaml.ts';
import type { SmtpOptions } from '../../providers/smtp-mail.ts';

/** Creates a `Made` from the fields of an entry and a `Given`. */
export interface IntegrationType<Given, Made> {
  /**
   * The JSON Schema of its own fields, without `name` and `type`. The `description` of a property completes "… must be" in an error.
   */
  readonly schema: FieldsSchema;
  /** The fields of which one must differ between the live and the test side, so that no test key reaches the live system. */
  readonly separatedBy?: readonly string[];
  /**
   * Creates the integration. `fields` match the schema; each `{ env: VARIABLE }` is replaced by the variable's value. Throws if it
   * cannot be created: the start is refused with the message and the line of the entry.
   */
  create(fields: Readonly<Record<string, unknown>>, given: Given): Made | Promise<Made>;
}

/** The JSON Schemas of fields. */
export interface FieldsSchema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, object>>;
}

/** The types of a key, by their names. */
export type IntegrationTypes<Given, Made> = Readonly<Record<string, IntegrationType<Given, Made>>>;

/** An entry that matches the schema of its type. */
export interface TypedEntry extends CheckedFields {
  readonly type: string;
}

/** Returns the schema of the types. `readTyped` checks the other fields of an entry. */
export function typeSchema(types: Readonly<Record<string, unknown>>): object {
  const names = Object.keys(types);
  return { enum: names, description: names.length === 1 ? String(names[0]) : `one of ${names.join(', ')}` };
}

/** Returns the schema of an object with one of the types. */
export function typedSchema(types: Readonly<Record<string, unknown>>): object {
  return {
    type: 'object',
    required: ['type'],
    description: 'an object with a type',
    properties: { type: typeSchema(types) },
  };
}

/** Reads an entry that matches `typedSchema`. Throws a StartError for a fault in its fields. */
export function readTyped(
  yaml: CheckedYaml,
  { value, path, types }: { value: object; path: Path; types: Readonly<Record<string, { schema: FieldsSchema }>> },
): TypedEntry {
  // Matches the schema.
  const { type, ...given } = value as { readonly type: string };
  const { required, properties } = typeOf(types, type).schema;
  const own = { type: true, ...properties };
  yaml.check(value, { type: 'object', additionalProperties: false, required, properties: own }, path);
  return { type, ...yaml.fieldsAt(given, path) };
}

/** Creates the integration of an entry. Throws a StartError with its line, which names `what`. */
export async function createTyped<Given, Made>(
  { type, fields, refuse }: TypedEntry,
  { types, given, integration, what }: Creating<Given, Made>,
): Promise<Made> {
  try {
    return await contain({ work: 'integration', integration }, async () => typeOf(types, type).create(fields, given));
  } catch (cause) {
    const [reason = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
    throw refuse(`cannot create ${what}: ${reason.replace(/\.$/, '')}`, undefined, cause);
  }
}

interface Creating<Given, Made> {
  readonly types: IntegrationTypes<Given, Made>;
  readonly given: Given;
  /** The name of the integration in the log. */
  readonly integration: string;
  /** Its name for people. */
  readonly what: string;
}

/** Refuses a test side that is the live system. `effect` completes "test keys would … for real". */
export function refuseEqualSides(
  { live, test }: { readonly live: CheckedFields; readonly test: CheckedFields },
  { separatedBy, name, effect }: { separatedBy: readonly string[] | undefined; name: string; effect: string },
): void {
  if (!separatedBy?.every((field) => isDeepStrictEqual(live.fields[field], test.fields[field]))) return;
  const fields = separatedBy.join(', ');
  throw test.refuse(
    `the test side of ${name} is its live side, so test keys would ${effect} for real: set another ${fields} of its test environment`,
  );
}

function typeOf<T>(types: Readonly<Record<string, T>>, name: string): T {
  const type = types[name];
  // The schema has checked the type.
  if (!type) throw new Error(`${name} is not a type.`);
  return type;
}

/**
 * Imports a package that depends on this one, and is therefore no dependency of it. Throws if it is not installed. `Exports` are the
 * exports that every version of the package has.
 */
export async function loadPackage<Exports>(name: string): Promise<Exports> {
  try {
    return (await import(name)) as Exports;
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing || !cause.message.includes(name)) throw cause;
    throw new Error(`the package ${name} is not installed: npm install ${name}`, { cause });
  }
}

// The schemas of fields that several types in providers.yaml have.

/** The schema of the address of a system. */
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

/** Returns the schema of a timeout of at most this many seconds. Default: the contract's provider_timeout_seconds. */
export function timeoutSchema(longest: number = limits.provider_timeout_seconds): object {
  return { type: 'integer', minimum: 1, maximum: longest, description: `a whole number from 1 to ${longest}` };
}

/** The schema of `read_bookings_every_minutes`: the sweep of confirmed bookings. */
export const sweepSchema: object = {
  type: 'integer',
  minimum: 5,
  maximum: 10_080,
  description: 'a whole number of minutes from 5 to 10080',
};

/** Returns the time between two reads of a booking. The schema has checked the field. */
export function sweepSecondsOf({
  read_bookings_every_minutes: minutes,
}: Readonly<Record<string, unknown>>): number | undefined {
  return typeof minutes === 'number' ? minutes * 60 : undefined;
}

/** The fields of a system behind HTTP whose requests are signed. */
interface HttpFields {
  readonly url: string;
  readonly secret: string;
  readonly timeout_seconds: number | undefined;
}

export const httpSchema: FieldsSchema = {
  required: ['url', 'secret'],
  properties: { url: urlSchema, secret: secretSchema, timeout_seconds: timeoutSchema() },
};

/** Returns the fields, which match the schema. Throws if the url is none. */
export function toHttpFields(fields: Readonly<Record<string, unknown>>): HttpFields {
  // The schema has checked the fields.
  const { url, secret, timeout_seconds } = fields as unknown as HttpFields;
  if (!URL.canParse(url)) throw new Error('its url cannot be parsed');
  return { url, secret, timeout_seconds };
}

// The fields of a mail server, in providers.yaml and in sign-in.yaml.

export const smtpSchema: FieldsSchema = {
  required: ['host', 'from'],
  properties: {
    host: {
      type: 'string',
      maxLength: 253,
      // An address of IPv6 has two colons.
      pattern: '^(?:[A-Za-z0-9.-]+|[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*)$',
      description: 'a host name or an address, without a port',
    },
    port: { type: 'integer', minimum: 1, maximum: 65_535, description: 'a whole number from 1 to 65535' },
    tls: { enum: ['starttls', 'implicit', 'none'], description: 'starttls, implicit or none' },
    user: { type: 'string', minLength: 1, maxLength: 320, description: 'a text of 1 to 320 characters' },
    password: secretSchema,
    from: {
      type: 'string',
      maxLength: 320,
      pattern: String.raw`^[^\s@<>(),;:"\\\u0080-\uffff]+@[A-Za-z0-9.-]+$`,
      description:
        'an email address in ASCII without a name; an internationalized domain has its ASCII form there, xn--…',
    },
    timeout_seconds: timeoutSchema(),
  },
};

/** Returns the fields, which match the schema. */
export function toSmtpOptions(fields: Readonly<Record<string, unknown>>): SmtpOptions {
  // The schema has checked the fields.
  const { host, port, tls, user, password, from, timeout_seconds } = fields as unknown as SmtpOptions;
  return { host, port, tls, user, password, from, timeout_seconds };
}
