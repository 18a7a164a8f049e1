/** The capabilities of the tests' supplier beyond the official document: octo/questions, octo/pickups and octo/pricing. */
import type { ProductOptions } from './products.ts';
import { SupplierError } from './protocol.ts';
import type { components } from '../../src/generated/octo.ts';

type Asking = Pick<ProductOptions, 'questions' | 'pickupPoints'>;

export interface Answers {
  readonly questionAnswers?: readonly { readonly questionId: string; readonly value: string }[];
  readonly pickupRequested?: boolean;
  readonly pickupPointId?: string;
}

/** Returns the body without the fields of the two capabilities, and these fields. */
export function withoutAnswers(body: unknown): { core: unknown; answers: Answers } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { core: body, answers: {} };
  const { questionAnswers, pickupRequested, pickupPointId, ...core } = body as Answers;
  return { core, answers: { questionAnswers, pickupRequested, pickupPointId } as Answers };
}

/** Refuses a confirmation without a required answer, or without a pickup point. */
export function requireAnswers({ questions = [], pickupPoints = [] }: Asking, answers: Answers): void {
  const { questionAnswers = [], pickupRequested, pickupPointId } = answers;
  for (const { id, required, selectOptions } of questions) {
    const value = questionAnswers.find(({ questionId }) => questionId === id)?.value;
    if (value === undefined && !required) continue;
    const isOption = selectOptions.length === 0 || selectOptions.some((option) => option.value === value);
    if (value === undefined || !isOption) throw new SupplierError('BAD_REQUEST', {}, `${id} is not answered`);
  }
  const isPoint = pickupRequested === true && pickupPoints.some(({ id }) => id === pickupPointId);
  if (pickupPoints.length > 0 && !isPoint) throw new SupplierError('BAD_REQUEST', {}, 'no pickup point');
}

/** The fields of octo/pickups of an availability. */
export function pickupsOf({ pickupPoints = [] }: Asking): object {
  const hasPickups = pickupPoints.length > 0;
  return { pickupAvailable: hasPickups, pickupRequired: hasPickups, pickupPoints };
}

type Unit = components['schemas']['Unit'];

interface Units {
  readonly units?: readonly { readonly id: string; readonly quantity: number }[];
}

/** The fields of octo/pricing: 10.00 EUR for each unit, and 6.00 EUR for a child. */
export function priced({ units = [] }: Units, all: readonly Unit[]): object {
  const ids = units.flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => id));
  return {
    unitPricing: all.map(({ id }) => ({ unitId: id, ...pricingOf([id]) })),
    ...(units.length > 0 && { pricing: pricingOf(ids) }),
  };
}

/** The price of these units. A part of it is what a cancelled booking still costs. */
export function pricingOf(ids: readonly string[], part = 1): object {
  const retail = ids.reduce((sum, id) => sum + (id === 'child' ? 600 : 1000), 0) * part;
  const amounts = { original: retail, retail, net: retail * 0.8 };
  return { ...amounts, currency: 'EUR', currencyPrecision: 2, includedTaxes: [] };
}
