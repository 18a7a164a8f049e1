import { limits } from '@booking-service/contract';
import type { Provider } from '../../providers/provider.ts';
import type { Clock } from '@booking-service/kernel/time';
import { secretSchema, sweepSchema, sweepSecondsOf, timeoutSchema, urlSchema } from './field-schemas.ts';
import { loadPackage } from './integration-type.ts';
import {
  type CertificationStep,
  type SupplierGiven,
  type SupplierType,
  venuePrefixOf,
  venuePrefixSchema,
} from './suppliers-file.ts';

const packageName = '@booking-service/octo-provider';

/** The part of the package that is used here. */
interface OctoPackage {
  readonly createOctoProvider: (options: OctoOptions) => Provider;
  readonly certificationSteps: (options: OctoOptions) => readonly CertificationStep[];
}

type OctoOptions = Readonly<Record<string, unknown>> & { readonly clock: Pick<Clock, 'now'> };

/** The fields that the schema admits. */
interface OctoFields {
  readonly url: string;
  readonly token: string;
  readonly venue_prefix?: string;
  readonly unit?: string;
  readonly city?: string;
  readonly country?: string;
  readonly contact?: { country?: string; postal_code?: string; notes?: string; locales?: readonly string[] };
  readonly headers?: Readonly<Record<string, string>>;
  readonly products_max_age_seconds?: number;
  readonly timeout_seconds?: number;
  readonly allow_http?: boolean;
}

const country = { type: 'string', pattern: '^[A-Z]{2}$', description: 'a country code of two capital letters' };
const text = (maxLength: number) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  description: `a text of 1 to ${maxLength} characters`,
});

/** `type: octo`: a supplier that speaks OCTO. The README of the package describes the fields. */
export const octoSupplier: SupplierType = {
  schema: {
    required: ['url', 'token'],
    properties: {
      url: urlSchema,
      token: secretSchema,
      venue_prefix: venuePrefixSchema,
      unit: text(200),
      city: text(100),
      country,
      contact: {
        type: 'object',
        additionalProperties: false,
        description: 'an object with country, postal_code, notes and locales',
        properties: {
          country,
          postal_code: text(20),
          notes: text(500),
          locales: {
            type: 'array',
            minItems: 1,
            maxItems: 10,
            items: text(35),
            description: 'a list of 1 to 10 language tags',
          },
        },
      },
      headers: {
        type: 'object',
        maxProperties: 20,
        propertyNames: { pattern: '^[A-Za-z0-9-]{1,100}$' },
        additionalProperties: { anyOf: [text(1000), secretSchema] },
        description: 'an object of at most 20 headers',
      },
      products_max_age_seconds: {
        type: 'integer',
        minimum: 1,
        maximum: 86_400,
        description: 'a whole number from 1 to 86400',
      },
      timeout_seconds: timeoutSchema(limits.provider_timeout_seconds - 1),
      read_bookings_every_minutes: sweepSchema,
      allow_http: { type: 'boolean', description: 'true or false' },
    },
  },
  separatedBy: ['url', 'token', 'headers'],
  async create(fields, given) {
    const { createOctoProvider } = await loadPackage<OctoPackage>(packageName);
    return createOctoProvider(optionsOf(fields, given));
  },
  async certify(fields, given) {
    const { certificationSteps } = await loadPackage<OctoPackage>(packageName);
    return certificationSteps(optionsOf(fields, given));
  },
};

function optionsOf(
  fields: Readonly<Record<string, unknown>>,
  { name, clock }: Pick<SupplierGiven, 'name' | 'clock'>,
): OctoOptions {
  // The schema has checked the fields.
  const { url, contact, products_max_age_seconds, timeout_seconds, allow_http, ...rest } =
    fields as unknown as OctoFields;
  return {
    name,
    baseUrl: url,
    token: rest.token,
    venuePrefix: venuePrefixOf(name, fields),
    unit: rest.unit,
    city: rest.city,
    country: rest.country,
    contact: contact && { ...contact, postalCode: contact.postal_code },
    headers: rest.headers,
    productsMaxAgeSeconds: products_max_age_seconds,
    timeoutSeconds: timeout_seconds,
    readAfterSeconds: sweepSecondsOf(fields),
    allowHttp: allow_http,
    clock,
  };
}
