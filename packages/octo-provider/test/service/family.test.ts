/**
 * The booking of a family, from the search to the refund, over HTTP: two adults and a child, a pickup and a question, a payment, a ticket
 * for each, and a cancellation by the supplier.
 */
import type { Booking, Party, SlotList, VenueList } from '@booking-service/contract';
import { openWorld } from '@booking-service/server/testing';
import { expect, it } from 'vitest';
import { toBookingUuid } from '../../src/ids.ts';
import { createOctoProvider } from '../../src/index.ts';
import { openOctoSupplier } from '../supplier/octo-supplier.ts';
import { unitOf } from '../supplier/products.ts';
import { engines, makePlace, openStore } from './make-place.ts';

const capabilities = ['octo/content', 'octo/pricing', 'octo/pickups', 'octo/questions'];
const tour = {
  id: 'tour',
  units: [unitOf('adult', 'ADULT', { minAge: 13 }), unitOf('child', 'CHILD', { minAge: 4, maxAge: 12 })],
  deliveryMethods: ['TICKET'] as const,
  questions: [
    { id: 'diet', label: 'A special diet?', required: false, inputType: 'TEXT' as const, selectOptions: [] },
    {
      id: 'language',
      label: 'Which language?',
      required: true,
      inputType: 'SELECT' as const,
      selectOptions: [{ value: 'pt', label: 'Portuguese' }],
    },
  ],
  pickupPoints: [{ id: 'hotel', name: 'Grand Hotel, 09:30' }],
};
const party: Party = [
  { unit: 'adult', quantity: 2 },
  { unit: 'child', quantity: 1 },
];
const price = { amount: 2 * 1000 + 600, currency: 'EUR' };
const guest = { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test' };

it.each(engines)(
  'BKG-16 BKG-17 BKG-15 CRD-8 CRD-9 PRV-4: a family books a tour, and the supplier cancels it (%s)',
  async (engine) => {
    const start = new Date('2026-11-21T09:30:00.000Z');
    const time = { now: () => start };
    const clock = { now: () => time.now() };
    await using supplier = await openOctoSupplier({ clock, products: [tour], capabilities });
    const { url: baseUrl, token } = supplier;
    const provider = createOctoProvider({ name: 'tours', baseUrl, token, readAfterSeconds: 3600, clock });
    await using place = await makePlace(engine);
    await using store = await openStore(place);
    await using world = await openWorld({ store, start, providers: [provider] });
    time.now = () => world.clock.now();
    const post = async <Body>(path: string, body: object) => (await world.call<Body>('POST', path, { body })).body;
    const continueWith = (id: string, body: object) => post<Booking>(`/v1/bookings/${id}/continue`, body);
    const read = async (id: string) => (await world.call<Booking>('GET', `/v1/bookings/${id}`)).body;

    const venue_id = (await post<VenueList>('/v1/venues/search', { city: 'Lisbon' })).data[0]?.id;
    const search = { venue_id, date: '2026-11-22', party };
    const [slot] = (await post<SlotList>('/v1/availability/search', search)).data;
    expect(slot).toMatchObject({
      price: { ...price, per: 'booking' },
      units: [
        { unit: 'adult', min_age: 13, price: { amount: 1000 } },
        { unit: 'child', min_age: 4, max_age: 12, price: { amount: 600 } },
      ],
    });

    const payment_collection = 'cardservice_external';
    const body = { venue_id, slot_id: slot?.id, party, guest, payment_collection };
    const created = await post<Booking>('/v1/bookings', body);
    const { id } = created;
    expect(created).toMatchObject({ party, party_size: 3, price, next_action: { type: 'authorize_payment' } });
    await continueWith(id, { type: 'authorize_payment' });
    await world.clock.advance(2_000);
    const asked = await read(id);
    expect(asked).toMatchObject({ status: 'requires_action', payment: { status: 'authorized' } });
    expect(asked.next_action).toMatchObject({
      type: 'answer_questions',
      questions: [
        { id: 'pickup', type: 'choice', required: true, options: [{ value: 'hotel', label: 'Grand Hotel, 09:30' }] },
        { id: 'diet', type: 'text', required: false },
        { id: 'language', type: 'choice', required: true, options: [{ value: 'pt', label: 'Portuguese' }] },
      ],
    });
    expect(await continueWith(id, { type: 'answer_questions', answers: { pickup: 'hotel' } })).toMatchObject({
      error_code: 'invalid_request',
      details: [{ path: '/answers/language', message: 'is required' }],
    });
    await continueWith(id, { type: 'answer_questions', answers: { pickup: 'hotel', language: 'pt' } });
    await world.clock.advance(2_000);

    const booked = await read(id);
    expect(booked).toMatchObject({ status: 'confirmed', payment: { status: 'captured', amount: price.amount } });
    const codes = booked.documents?.filter(({ kind, format }) => kind === 'ticket' && format === 'qr_code');
    expect(codes).toHaveLength(3);
    const uuid = toBookingUuid(id);
    const { unitItems, status } = supplier.bookings.get(uuid);
    expect([status, ...unitItems.map(({ unitId }) => unitId)]).toEqual(['CONFIRMED', 'adult', 'adult', 'child']);
    expect(supplier.answered.get(uuid)).toEqual({
      questionAnswers: [{ questionId: 'language', value: 'pt' }],
      pickupRequested: true,
      pickupPointId: 'hotel',
    });

    supplier.bookings.setStatus(uuid, 'CANCELLED');
    await world.clock.advance(2 * 3600_000);
    const cancelled = await read(id);
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      payment: { status: 'refunded', amount_refunded: price.amount },
    });
    expect(cancelled).not.toHaveProperty('documents');
    const events = world.endpoint.received.map(({ event }) => event.type);
    expect(events).toEqual([
      'booking.created',
      'booking.requires_action',
      'booking.processing',
      'booking.requires_action',
      'booking.processing',
      'booking.confirmed',
      'booking.cancelled',
    ]);
    expect(supplier.faults).toEqual([]);
  },
);
