/**
 * The keys `payments` and `cards` of providers.yaml: a card service for each side. `cards` has a live side only, because sessions need a
 * live key (AUT-3).
 */
import type { KeyMode } from '@booking-service/contract';
import type { Clock } from '@booking-service/kernel/time';
import type { CardVault, PaymentService, Sides } from '../../providers/integrations.ts';
import { type CardSideGiven, cardTypes, paymentTypes } from './card-types.ts';
import type { CheckedYaml } from './checked-yaml.ts';
import {
  createTyped,
  type IntegrationTypes,
  readTyped,
  refuseEqualSides,
  typedSchema,
  type TypedEntry,
} from './integration-type.ts';
import { readSection } from './read-section.ts';

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
