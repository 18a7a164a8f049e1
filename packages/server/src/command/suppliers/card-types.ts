/** Every `type` that a side of `payments` and of `cards` in providers.yaml may name. */
import { limits } from '@booking-service/contract';
import type { Clock } from '@booking-service/kernel/time';
import { createHttpCards } from '../../providers/http/http-cards.ts';
import { createHttpPayments } from '../../providers/http/http-payments.ts';
import type { CardVault, PaymentService } from '../../providers/integrations.ts';
import { httpSchema, secretSchema, timeoutSchema, toHttpFields } from './field-schemas.ts';
import type { IntegrationTypes } from './integration-type.ts';
import { loadPackage } from './load-package.ts';

/** The dependencies of a side, in addition to its fields in the file. */
export interface CardSideGiven {
  readonly livemode: boolean;
  readonly clock: Clock;
}

const stripe = '@booking-service/stripe';

/** The part of the package that is used here. An older version may lack a function. */
interface StripePackage {
  readonly createStripePayments?: (options: object) => PaymentService;
  readonly createStripeCards?: (options: object) => CardVault;
}

const pageUrlSchema = {
  type: 'string',
  maxLength: 2048,
  pattern: String.raw`^https?://[^\s@]+$`,
  description: 'an http or https URL without a user name',
};
/** The package must respond before the service stops waiting. */
const stripeFields = { secret_key: secretSchema, timeout_seconds: timeoutSchema(limits.provider_timeout_seconds - 1) };

export const paymentTypes: IntegrationTypes<CardSideGiven, PaymentService> = {
  http: {
    schema: httpSchema,
    separatedBy: ['url'],
    create: (fields, { clock }) => createHttpPayments({ ...toHttpFields(fields), clock }),
  },
  stripe: {
    schema: {
      required: ['secret_key', 'success_url'],
      properties: {
        ...stripeFields,
        success_url: pageUrlSchema,
        cancel_url: pageUrlSchema,
        product_name: { type: 'string', minLength: 1, maxLength: 250, description: 'a text of 1 to 250 characters' },
      },
    },
    separatedBy: ['secret_key'],
    async create(fields, { livemode }) {
      const { createStripePayments } = await loadPackage<StripePackage>(stripe);
      if (!createStripePayments) throw missing('createStripePayments');
      return createStripePayments({ ...fields, livemode });
    },
  },
};

export const cardTypes: IntegrationTypes<CardSideGiven, CardVault> = {
  http: {
    schema: httpSchema,
    create: (fields, { clock }) => createHttpCards({ ...toHttpFields(fields), clock }),
  },
  stripe: {
    schema: { required: ['secret_key'], properties: stripeFields },
    async create(fields, { livemode }) {
      const { createStripeCards } = await loadPackage<StripePackage>(stripe);
      if (!createStripeCards) throw missing('createStripeCards');
      return createStripeCards({ ...fields, livemode });
    },
  },
};

function missing(name: string): Error {
  return new Error(`the installed version of ${stripe} has no ${name}: update it`);
}
