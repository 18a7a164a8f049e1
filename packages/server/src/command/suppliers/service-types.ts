/**
 * The card services and the code senders of providers.yaml. The keys `payments` and `cards`: a card service for each side. `cards` has a live side only, because sessions need a
 * live key (AUT-3).
 */
import { type KeyMode, limits } from '@booking-service/contract';
import type { Clock } from '@booking-service/kernel/time';
import { createHttpCards, createHttpPayments } from '../../providers/http/card-service.ts';
import {
  type CardVault,
  type Channel,
  channels,
  type CodeSender,
  type PaymentService,
  type Sides,
} from '../../providers/integrations.ts';
import {
  createTyped,
  httpSchema,
  type IntegrationType,
  type IntegrationTypes,
  loadPackage,
  readTyped,
  refuseEqualSides,
  secretSchema,
  smtpSchema,
  timeoutSchema,
  toHttpFields,
  toSmtpOptions,
  type TypedEntry,
  typedSchema,
} from './integration-type.ts';
import { type CheckedYaml, readSection } from './checked-yaml.ts';
import { codesByChannel, createHttpCodes, createSmtpCodes } from '../../providers/smtp-mail.ts';

// Every `type` that a side of `payments` and of `cards` in providers.yaml may name.

/** The dependencies of a side, in addition to its fields in the file. */
interface CardSideGiven {
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
        webhook_secret: secretSchema,
        statement_descriptor_suffix: {
          type: 'string',
          minLength: 1,
          maxLength: 22,
          description: 'a text of 1 to 22 characters',
        },
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

/** Reads the sides of `payments`. Returns undefined if the file has none. */
export const readPaymentSides = (yaml: CheckedYaml): Sides<TypedEntry> | undefined =>
  readSides(yaml, { key: 'payments', sides: ['live', 'test'], types: paymentTypes });

/** Reads the side of `cards`. Returns undefined if the file has none. */
export const readCardSides = (yaml: CheckedYaml): Sides<TypedEntry> | undefined =>
  readSides(yaml, { key: 'cards', sides: ['live'], types: cardTypes });

/** Creates a side of `payments`. Throws a StartError with its line. */
export const createPaymentSide = (entry: TypedEntry, given: CardSideGiven): Promise<PaymentService> =>
  createTyped(entry, { types: paymentTypes, given, integration: 'payments', what: 'the card service of payments' });

/** Creates a side of `cards`. Throws a StartError with its line. */
export const createCardSide = (entry: TypedEntry, given: CardSideGiven): Promise<CardVault> =>
  createTyped(entry, { types: cardTypes, given, integration: 'cards', what: 'the card service of cards' });

/** Creates the sides of both keys that the file has. Throws a StartError with the line of the fault. */
export async function createCardServices(
  yaml: CheckedYaml,
  { clock }: { readonly clock: Clock },
): Promise<{ payments?: Sides<PaymentService>; cards?: Sides<CardVault> }> {
  const payments = readPaymentSides(yaml);
  const cards = readCardSides(yaml);
  return {
    ...(payments && { payments: await createSides(payments, clock, createPaymentSide) }),
    ...(cards && { cards: await createSides(cards, clock, createCardSide) }),
  };
}

function readSides<Made>(
  yaml: CheckedYaml,
  given: {
    readonly key: string;
    readonly sides: readonly KeyMode[];
    readonly types: IntegrationTypes<CardSideGiven, Made>;
  },
): Sides<TypedEntry> | undefined {
  const { key, types } = given;
  const section = readSection<object>(yaml, { ...given, sideSchema: typedSchema(types) });
  if (!section) return undefined;
  const read = (side: KeyMode) => section[side] && readTyped(yaml, { value: section[side], path: [key, side], types });
  const [live, test] = [read('live'), read('test')];
  if (live && test && live.type === test.type) {
    refuseEqualSides({ live, test }, { separatedBy: types[live.type]?.separatedBy, name: key, effect: 'pay' });
  }
  return { ...(live && { live }), ...(test && { test }) };
}

async function createSides<Made>(
  { live, test }: Sides<TypedEntry>,
  clock: Clock,
  create: (entry: TypedEntry, given: CardSideGiven) => Promise<Made>,
): Promise<Sides<Made>> {
  return {
    ...(live && { live: await create(live, { livemode: true, clock }) }),
    ...(test && { test: await create(test, { livemode: false, clock }) }),
  };
}

// The key `codes` of providers.yaml: the senders of the codes of sessions, by channel. It has a live side only, because sessions need a
// live key (AUT-3).

/** A `type` of a code sender in providers.yaml. */
interface CodeSenderType extends IntegrationType<{ readonly clock: Clock }, CodeSender> {
  readonly channels: readonly Channel[];
}

/** `type: smtp`: a mail server. */
const smtp: CodeSenderType = {
  channels: ['email'],
  schema: smtpSchema,
  create: (fields) => createSmtpCodes(toSmtpOptions(fields)),
};

/** `type: http`: a program of the operator, such as one before an SMS gateway. */
const http: CodeSenderType = {
  channels: ['email', 'sms'],
  schema: httpSchema,
  create: (fields, { clock }) => createHttpCodes({ ...toHttpFields(fields), clock }),
};

/** Every `type` that a sender in providers.yaml may name. */
const codeSenderTypes: Readonly<Record<string, CodeSenderType>> = { smtp, http };

/** The side as the schema admits it. */
type SideText = Readonly<Partial<Record<Channel, object>>>;

/** Creates the senders of the file. Returns undefined if it names none. Throws a StartError with the line of the fault. */
export async function createCodes(
  yaml: CheckedYaml,
  given: { readonly clock: Clock },
): Promise<Sides<CodeSender> | undefined> {
  const section = readSection<SideText>(yaml, { key: 'codes', sides: ['live'], sideSchema });
  if (!section?.live) return undefined;
  const senders: Partial<Record<Channel, CodeSender>> = {};
  for (const channel of channels) {
    const value = section.live[channel];
    if (!value) continue;
    const types = typesOf(channel);
    const entry = readTyped(yaml, { value, path: ['codes', 'live', channel], types });
    const what = `the sender of the channel ${channel}`;
    senders[channel] = await createTyped(entry, { types, given, integration: 'codes', what });
  }
  return { live: codesByChannel(senders) };
}

const sideSchema = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  description: `an object with the channels ${channels.join(' and ')}, or one of them`,
  properties: Object.fromEntries(channels.map((channel) => [channel, typedSchema(typesOf(channel))])),
};

function typesOf(channel: Channel): Readonly<Record<string, CodeSenderType>> {
  const entries = Object.entries(codeSenderTypes).filter(([, type]) => type.channels.includes(channel));
  return Object.fromEntries(entries);
}
