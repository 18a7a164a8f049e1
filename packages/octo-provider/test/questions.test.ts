/** The questions and pickup points of a supplier (BKG-17). */
import { createRequire } from 'node:module';
import type { ContinueBooking } from '@booking-service/contract';
import { testContext } from '@booking-service/server/testing';
import { expect, it } from 'vitest';
import { toBookingUuid } from '../src/ids.ts';
import { bounds } from '../src/catalogue/offer.ts';
import type { AskedQuestion } from './supplier/products.ts';
import { bookOnce, newBookingAt, openProvider, type OpenedProvider } from './support/open-provider.ts';

const capabilities = ['octo/content', 'octo/pickups', 'octo/questions'];
const diet: AskedQuestion = { id: 'diet', label: 'Diet?', required: true, inputType: 'TEXT', selectOptions: [] };

function answer({ provider }: OpenedProvider, booking: Awaited<ReturnType<typeof newBookingAt>>) {
  const answered = { type: 'answer_questions', answers: { diet: 'none' } } as const satisfies ContinueBooking;
  return provider.book({ booking, reference: `${booking.id}/2`, step: 2, attempt: 1, answer: answered }, testContext);
}

it('BKG-17: holds the places while the questions wait, and confirms with the answers', async () => {
  await using opened = await openProvider({ products: [{ id: 'tour', questions: [diet] }], capabilities });
  const booking = await newBookingAt(opened);
  const questions = [{ id: 'diet', label: 'Diet?', type: 'text', required: true }];
  const asked = { outcome: 'requires_action', next_action: { type: 'answer_questions', questions } };
  expect(await bookOnce(opened, booking)).toEqual(asked);
  expect(await bookOnce(opened, booking, 2)).toEqual(asked);
  const uuid = toBookingUuid(booking.id);
  expect(opened.supplier.bookings.get(uuid).status).toBe('ON_HOLD');
  expect(await answer(opened, booking)).toMatchObject({ outcome: 'confirmed' });
  expect(opened.supplier.answered.get(uuid)).toMatchObject({
    questionAnswers: [{ questionId: 'diet', value: 'none' }],
  });
});

it.each(['expired', 'forgotten'] as const)('BKG-17: fails if the hold is %s before the answer', async (endedHold) => {
  const products = [{ id: 'tour', questions: [diet] }];
  await using opened = await openProvider({ products, capabilities, endedHold });
  const booking = await newBookingAt(opened);
  await bookOnce(opened, booking);
  await opened.clock.advance(3600_000);
  expect(await answer(opened, booking)).toMatchObject({ outcome: 'failed', error_code: 'slot_not_offered' });
});

it('BKG-17: asks nothing if no question must be answered', async () => {
  const questions = [{ ...diet, required: false }];
  await using opened = await openProvider({ products: [{ id: 'tour', questions }], capabilities });
  expect(await bookOnce(opened, await newBookingAt(opened))).toMatchObject({ outcome: 'confirmed' });
});

it('BKG-17: leaves out a question that the contract cannot express', async () => {
  const questions = [
    diet,
    { ...diet, id: 'a b' },
    { ...diet, id: 'x'.repeat(101) },
    { ...diet, id: 'none', label: '' },
  ];
  await using opened = await openProvider({ products: [{ id: 'tour', questions }], capabilities });
  const asked = await bookOnce(opened, await newBookingAt(opened));
  expect(asked).toMatchObject({ next_action: { questions: [{ id: 'diet' }] } });
  expect(asked).toHaveProperty('next_action.questions.length', 1);
});

it('BKG-17: has the bounds of the contract', () => {
  type Schema = { readonly properties: Readonly<Record<string, { maxLength?: number; maxItems?: number }>> };
  const { components } = createRequire(import.meta.url)('@booking-service/contract/openapi.json') as {
    components: { schemas: Record<'Question' | 'QuestionOption' | 'NextAction', Schema> };
  };
  const { Question, QuestionOption, NextAction } = components.schemas;
  expect(bounds).toEqual({
    id: Question.properties['id']?.maxLength,
    label: Question.properties['label']?.maxLength,
    value: QuestionOption.properties['value']?.maxLength,
    optionLabel: QuestionOption.properties['label']?.maxLength,
    questions: NextAction.properties['questions']?.maxItems,
    options: Question.properties['options']?.maxItems,
  });
});
