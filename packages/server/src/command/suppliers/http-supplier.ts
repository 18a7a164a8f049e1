import { limits } from '@booking-service/contract';
import { createHttpProvider } from '../../providers/http/http-provider.ts';
import { secretSchema, type SupplierType } from './supplier-type.ts';
import { venuePrefixOf, venuePrefixSchema } from './venue-prefix.ts';

const longest = limits.provider_timeout_seconds;

/** `type: http`: a provider behind HTTP (openapi/provider.yaml). */
export const httpSupplier: SupplierType = {
  schema: {
    required: ['url', 'secret'],
    properties: {
      url: {
        type: 'string',
        maxLength: 2048,
        pattern: String.raw`^https?://[^\s?#@]+$`,
        description: 'an http or https URL without a user name, a query and a fragment',
      },
      secret: secretSchema,
      venue_prefix: venuePrefixSchema,
      timeout_seconds: {
        type: 'integer',
        minimum: 1,
        maximum: longest,
        description: `a whole number from 1 to ${longest}`,
      },
    },
  },
  separatedBy: ['url'],
  create(fields, { name, clock }) {
    // The schema has checked the fields.
    const { url, secret, timeout_seconds } = fields as { url: string; secret: string; timeout_seconds?: number };
    if (!URL.canParse(url)) throw new Error('its url cannot be parsed');
    return createHttpProvider({ name, url, secret, timeout_seconds, venue_prefix: venuePrefixOf(name, fields), clock });
  },
};
