import { expect, it } from 'vitest';
import { openBooking } from './booking.ts';
import { toEvents } from './booking-events.ts';

const { booking } = openBooking(
  {
    id: 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1',
    provider: 'sandbox',
    livemode: true,
    request: {
      venue_id: 'ven_harbour_table',
      slot_id: 'slt_harbour_table_20261121T1900',
      party_size: 2,
      guest: { first_name: 'Ada', email: 'ada@diner.test' },
    },
  },
  new Date('2026-11-21T09:30:00.000Z'),
);

it('EVT-2 EVT-3: makes one event a type, in order, with the summary as its whole data', () => {
  let made = 0;
  const newId = (prefix: string) => `${prefix}_${(made += 1)}`;
  const events = toEvents(['booking.created', 'booking.confirmed'], booking, newId);
  expect(events.map(({ payload, ...rest }) => ({ ...rest, payload: JSON.parse(payload) as unknown }))).toEqual(
    [
      { id: 'evt_1', delivery_id: 'dlv_2', type: 'booking.created' },
      { id: 'evt_3', delivery_id: 'dlv_4', type: 'booking.confirmed' },
    ].map(({ id, delivery_id, type }) => ({
      id,
      delivery_id,
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

it('EVT-1: makes none where the contract sends none', () => {
  expect(toEvents([], booking, (prefix) => `${prefix}_1`)).toEqual([]);
});
