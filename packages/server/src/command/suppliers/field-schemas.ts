/** The schemas of fields that several types in providers.yaml have. */
import { limits } from '@booking-service/contract';
import type { FieldsSchema } from './integration-type.ts';
import type { SmtpOptions } from '../../providers/smtp-mail.ts';

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
