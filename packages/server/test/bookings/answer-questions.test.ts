/** Questions of a provider: where they are shown, which answers are refused, and who gets them (BKG-17). */
import type { Booking, Question } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { type BookingStep, createLog, type Provider } from '../../src/index.ts';
import { engines, openWorldOn, type EngineWorld } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { confirmed, ownProvider } from '../support/providers.ts';
import { tablesWith } from '../support/databases.ts';

/** The text of an answer. */
const marker = 'zqanswer';
const questions: Question[] = [
  {
    id: 'pickup',
    label: 'Where?',
    type: 'choice',
    required: true,
    options: [{ value: 'station', label: 'Central station' }],
  },
  { id: 'diet', label: 'A special diet?', type: 'text', required: false },
];

function askingProvider(steps: BookingStep[] = [], asked: readonly object[] = questions): Provider {
  return ownProvider('tour', {
    checkRequest: async () => ({ at_once: true }),
    async book(step) {
      steps.push(step);
      if (step.answer) return confirmed;
      return { outcome: 'requires_action', next_action: { type: 'answer_questions', questions: asked as Question[] } };
    },
  });
}

function create(world: EngineWorld, venue = 'tour') {
  return world.call<Booking>('POST', '/v1/bookings', { body: newBooking({ venue }) });
}

function answer(world: EngineWorld, { id }: Booking, answers: object) {
  const body = { type: 'answer_questions', answers };
  return world.call<Booking & { details?: object[] }>('POST', `/v1/bookings/${id}/continue`, { body });
}

describe.each(engines)('on %s', (engine) => {
  it('BKG-17 BKG-7 STA-2: asks, refuses what does not fit, and passes the answers to the provider only', async () => {
    const steps: BookingStep[] = [];
    const lines: string[] = [];
    const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
    await using world = await openWorldOn(engine, { providers: [askingProvider(steps)], log });
    const { body: booking } = await create(world);
    expect(booking).toMatchObject({ status: 'requires_action', next_action: { type: 'answer_questions', questions } });

    const refusedWith = async (answers: object) => (await answer(world, booking, answers)).body.details;
    const at = (id: string, message: string) => ({ in: 'body', path: `/answers/${id}`, message });
    expect(await refusedWith({})).toEqual([at('pickup', 'is required')]);
    expect(await refusedWith({ pickup: '  ' })).toEqual([at('pickup', 'is required')]);
    expect(await refusedWith({ pickup: 'harbour', age: '4' })).toEqual([
      at('age', 'is the answer to no question of this booking'),
      at('pickup', 'must be the value of an option'),
    ]);
    const wrong = { type: 'confirm_booking' };
    expect((await world.call('POST', `/v1/bookings/${booking.id}/continue`, { body: wrong })).status).toBe(409);
    expect(steps).toHaveLength(1);

    const answers = { pickup: 'station', diet: marker };
    const continued = await answer(world, booking, answers);
    expect(continued).toMatchObject({ status: 200, body: { status: 'processing' } });
    await world.clock.advance(60_000);
    expect(steps.at(-1)?.answer).toEqual({ type: 'answer_questions', answers });
    const { body: read } = await world.call<Booking>('GET', `/v1/bookings/${booking.id}`);
    expect(read.status).toBe('confirmed');
    const sent = world.endpoint.received.map(({ event }) => JSON.stringify(event));
    expect(sent.find((body) => body.includes('"questions":'))).toContain('Central station');
    expect([JSON.stringify(read), ...sent, ...lines].join()).not.toContain(marker);
    expect(await tablesWith(world, [marker])).toEqual([]);
  });

  it('BKG-17 STA-8: expires without an answer', async () => {
    await using world = await openWorldOn(engine, { providers: [askingProvider()] });
    const { body: booking } = await create(world);
    await world.clock.advance(20 * 60_000 + 1);
    expect((await world.call<Booking>('GET', `/v1/bookings/${booking.id}`)).body.status).toBe('expired');
    expect((await answer(world, booking, { pickup: 'station' })).status).toBe(409);
  });
});

it('BKG-17: the sandbox venue asks where to pick the guests up', async () => {
  await using world = await openWorldOn('sqlite');
  const { body: booking } = await create(world, 'pickup_tour');
  expect(booking.next_action).toMatchObject({
    type: 'answer_questions',
    questions: [{ id: 'pickup' }, { id: 'diet' }],
  });
  await answer(world, booking, { pickup: 'opera' });
  await world.clock.advance(60_000);
  expect((await world.call<Booking>('GET', `/v1/bookings/${booking.id}`)).body.status).toBe('confirmed');
});

it.each([
  ['no question', []],
  ['a choice without options', [{ id: 'a', label: 'A?', type: 'choice', required: true }]],
  ['an unknown type', [{ id: 'a', label: 'A?', type: 'date', required: true }]],
  ['an id twice', [questions[1], questions[1]]],
  ['an id with a space', [{ ...questions[1], id: 'a b' }]],
])('BKG-17 PRV-3: takes %s for a failure of the provider', async (_, asked) => {
  await using world = await openWorldOn('sqlite', { providers: [askingProvider([], asked as object[])] });
  expect((await create(world)).body.status).toBe('processing');
});
