import { expect, it } from 'vitest';
import { openBooking, toEvents } from '../../src/domain/booking.ts';
import { newBooking } from '../support/new-booking.ts';

const { booking } = openBooking(
  {
    id: 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1',
    provider: 'sandbox',
    livemode: true,
    request: newBooking(),
  },
  new Date('2026-11-21T09:30:00.000Z'),
);

it('EVT-2 EVT-3: creates one event per type, in order, with only the summary as data', () => {
  let made = 0;
  const newId = (prefix: string) => `${prefix}_${(made += 1)}`;
  const events = toEvents(['booking.created', 'booking.confirmed'], booking, { newId });
  expect(events.map(({ payload, ...rest }) => ({ ...rest, payload: JSON.parse(payload) as unknown }))).toEqual(
    [
      {
        id: 'evt_1',
        deliveries: [{ id: 'dlv_2', due_at: '2026-11-21T09:30:00.000Z', attempts_allowed: 4 }],
        type: 'booking.created',
      },
      {
        id: 'evt_3',
        deliveries: [{ id: 'dlv_4', due_at: '2026-11-21T09:30:00.000Z', attempts_allowed: 4 }],
        type: 'booking.confirmed',
      },
    ].map(({ id, deliveries, type }) => ({
      id,
      deliveries,
      type,
      created: '2026-11-21T09:30:00.000Z',
      payload: {
        id,
        type,
        created: '2026-11-21T09:30:00.000Z',
        data: { object: { id: booking.id, object: 'booking', status: 'processing', provider: 'sandbox' } },
      },
    })),
  );
});

it('EVT-1: creates no event if the contract has none', () => {
  expect(toEvents([], booking, { newId: (prefix) => `${prefix}_1` })).toEqual([]);
});

it('DLV-6: creates one delivery per delay of the sandbox', () => {
  const newId = (prefix: string) => `${prefix}_1`;
  const [event] = toEvents(['booking.created'], booking, { newId, deliveryDelays: () => [0, 60] });
  expect(event?.deliveries.map(({ due_at }) => due_at)).toEqual([
    '2026-11-21T09:30:00.000Z',
    '2026-11-21T09:31:00.000Z',
  ]);
});
