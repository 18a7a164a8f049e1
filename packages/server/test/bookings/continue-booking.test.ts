/** A booking that waits for its caller: the next action, and the questions of its provider (BKG-17). */
import type { Booking, ContinueBooking, Question } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { type BookingStep, createLog, createSandboxProvider, type Provider } from '../../src/index.ts';
import { createManualClock, type World } from '../../src/testing.ts';
import { engines, type EngineWorld, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { confirmed, ownProvider } from '../support/providers.ts';
import { tablesWith } from '../support/databases.ts';

const request = newBooking({ venue: 'code_house' });
const sandbox = createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) });

async function createWaiting(world: World): Promise<string> {
  const { body } = await world.call<Booking>('POST', '/v1/bookings', { body: request });
  await world.clock.advance(2_000);
  return body.id;
}

function sendCode(world: World, id: string, code = '424242') {
  return world.call<Booking>('POST', `/v1/bookings/${id}/continue`, { body: { type: 'enter_code', code } });
}

describe.each(engines)('a continue, on %s', (engine) => {
  it('STA-3 END-5: a continue returns the booking in processing and sends booking.processing', async () => {
    await using world = await openWorldOn(engine);
    const id = await createWaiting(world);
    const { status, body } = await sendCode(world, id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'processing', updated: '2026-11-21T09:30:02.000Z' });
    await world.clock.advance(2_000);
    expect(await world.call('GET', `/v1/bookings/${id}`)).toMatchObject({ body: { status: 'confirmed' } });
    await world.clock.advance(30_000);
    expect(world.endpoint.received.map(({ event }) => event.type).toSorted()).toEqual([
      'booking.confirmed',
      'booking.created',
      'booking.processing',
      'booking.requires_action',
    ]);
  });

  it('EVT-3 STA-3: booking.processing contains the continued booking, without next_action', async () => {
    await using world = await openWorldOn(engine);
    const id = await createWaiting(world);
    await sendCode(world, id);
    await world.clock.advance(30_000);
    const sent = world.endpoint.received.find(({ event }) => event.type === 'booking.processing');
    expect(sent?.event.data.object).toStrictEqual({ id, object: 'booking', status: 'processing', provider: 'sandbox' });
  });

  it('STA-3: a create never sends booking.processing', async () => {
    await using world = await openWorldOn(engine);
    for (const place of ['harbour_table', 'express_counter', 'closed_kitchen', 'code_house', 'broken_bell']) {
      const body = { ...request, venue_id: `ven_${place}`, slot_id: `slt_${place}_20261121T1900` };
      await world.call('POST', '/v1/bookings', { body });
    }
    await world.clock.advance(30_000);
    expect(world.endpoint.received).toHaveLength(10);
    expect(world.endpoint.received.map(({ event }) => event.type)).not.toContain('booking.processing');
  });

  it('STA-12: each continue is a new step for the provider, with its input and its own reference', async () => {
    const steps: Omit<BookingStep, 'booking'>[] = [];
    const provider: Provider = {
      ...sandbox,
      book: async ({ booking: _booking, ...step }) => {
        steps.push(step);
        const next_action = { type: 'enter_code', channel: 'sms', destination: '+3***00' } as const;
        return step.step < 3
          ? { outcome: 'requires_action', next_action }
          : { outcome: 'confirmed', confirmation_code: 'OWN-1' };
      },
    };
    await using world = await openWorldOn(engine, { providers: [provider] });
    const id = await createWaiting(world);
    for (const code of ['1111', '2222']) {
      await sendCode(world, id, code);
      await world.clock.advance(0);
    }
    const given = (code: string): ContinueBooking => ({ type: 'enter_code', code });
    expect(steps).toEqual([
      { reference: `${id}/1`, step: 1, attempt: 1, answer: undefined },
      { reference: `${id}/2`, step: 2, attempt: 1, answer: given('1111') },
      { reference: `${id}/3`, step: 3, attempt: 1, answer: given('2222') },
    ]);
    expect(await world.call('GET', `/v1/bookings/${id}`)).toMatchObject({ body: { confirmation_code: 'OWN-1' } });
  });

  it('STA-10: of 20 concurrent continues one is accepted, 19 get 409, and the provider gets one input', async () => {
    const references: string[] = [];
    const provider: Provider = {
      ...sandbox,
      book: async (step, context) => {
        if (step.attempt > 1) references.push(step.reference);
        return sandbox.book(step, context);
      },
    };
    await using world = await openWorldOn(engine, { providers: [provider] });
    const id = await createWaiting(world);
    const responses = await Promise.all(Array.from({ length: 20 }, () => sendCode(world, id)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    await world.clock.advance(30_000);
    expect(references).toEqual([`${id}/1`, `${id}/2`]);
    expect(world.endpoint.received.filter(({ event }) => event.type === 'booking.processing')).toHaveLength(1);
  });

  it('BKG-14: a create with confirm_later waits for its caller, and the provider is called after the confirmation', async () => {
    const steps: BookingStep[] = [];
    const provider: Provider = {
      ...sandbox,
      book: async (step, context) => {
        steps.push(step);
        return sandbox.book(step, context);
      },
    };
    await using world = await openWorldOn(engine, { providers: [provider] });
    const later = { ...newBooking({ venue: 'express_counter', confirm_later: true }), metadata: { order: '1' } };
    const { status, body } = await world.call<Booking>('POST', '/v1/bookings', { body: later });
    const expires_at = '2026-11-21T09:50:00.000Z';
    const waits = { status: 'requires_action', next_action: { type: 'confirm_booking', expires_at }, expires_at };
    expect({ status, body }).toMatchObject({ status: 201, body: { ...waits, confirm_later: true } });
    await world.clock.advance(60_000);
    expect(steps).toEqual([]);

    const guest = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@diner.test' };
    const input = { type: 'confirm_booking', guest, metadata: { order: '2' } };
    const continued = await world.call('POST', `/v1/bookings/${body.id}/continue`, { body: input });
    expect(continued).toMatchObject({ status: 200, body: { status: 'processing', guest, metadata: { order: '2' } } });
    await world.clock.advance(2_000);
    expect(steps).toMatchObject([{ step: 1, answer: undefined, booking: { guest } }]);
    const read = await world.call<Booking>('GET', `/v1/bookings/${body.id}`);
    expect(read.body).toMatchObject({ status: 'confirmed', guest, metadata: { order: '2' }, confirm_later: true });
  });

  it('BKG-14 STA-8: a booking that its caller does not confirm expires, and keeps its guest without a new one', async () => {
    await using world = await openWorldOn(engine);
    const later = newBooking({ confirm_later: true });
    const { body: lost } = await world.call<Booking>('POST', '/v1/bookings', { body: later });
    const { body: kept } = await world.call<Booking>('POST', '/v1/bookings', { body: later });
    await world.call('POST', `/v1/bookings/${kept.id}/continue`, { body: { type: 'confirm_booking' } });
    await world.clock.advance(20 * 60_000 + 1);
    const { body } = await world.call('GET', `/v1/bookings/${kept.id}`);
    expect(body).toMatchObject({ status: 'confirmed', guest: later.guest, metadata: {} });
    expect(await world.call('GET', `/v1/bookings/${lost.id}`)).toMatchObject({ body: { status: 'expired' } });
    const late = { body: { type: 'confirm_booking' } };
    expect(await world.call('POST', `/v1/bookings/${lost.id}/continue`, late)).toMatchObject({ status: 409 });
  });

  it('BKG-14: confirm_later checks the slot, and is refused with payment_collection', async () => {
    await using world = await openWorldOn(engine);
    const body = newBooking({ confirm_later: true });
    const gone = { ...body, slot_id: 'slt_harbour_table_20261121T0300' };
    expect(await world.call('POST', '/v1/bookings', { body: gone })).toMatchObject({
      status: 409,
      body: { error_code: 'slot_not_offered' },
    });
    const paid = { ...body, payment_collection: 'cardservice_external' };
    expect(await world.call('POST', '/v1/bookings', { body: paid })).toMatchObject({
      status: 400,
      body: { error_code: 'invalid_request', details: [{ in: 'body', path: '/confirm_later' }] },
    });
  });

  it.each([
    { why: 'no code', body: { type: 'enter_code' } },
    { why: 'a code that is too short', body: { type: 'enter_code', code: '123' } },
    { why: 'an unknown type', body: { type: 'enter_pin', code: '424242' } },
    { why: 'one field too many', body: { type: 'authorize_payment', code: '424242' } },
  ])('END-12: $why is 400 and changes nothing', async ({ body }) => {
    await using world = await openWorldOn(engine);
    const id = await createWaiting(world);
    const refused = await world.call('POST', `/v1/bookings/${id}/continue`, { body });
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
    expect(await world.call('GET', `/v1/bookings/${id}`)).toMatchObject({ body: { status: 'requires_action' } });
  });
});

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

describe('the questions of a provider', () => {
  describe.each(engines)('on %s', (engine) => {
    it('BKG-17 BKG-7 STA-2: asks, refuses what does not fit, and passes the answers to the provider only', async () => {
      const steps: BookingStep[] = [];
      const lines: string[] = [];
      const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
      await using world = await openWorldOn(engine, { providers: [askingProvider(steps)], log });
      const { body: booking } = await create(world);
      expect(booking).toMatchObject({
        status: 'requires_action',
        next_action: { type: 'answer_questions', questions },
      });

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
});
