/** Parties at a provider behind HTTP (BKG-16). */
import type { Booking } from '@booking-service/contract';
import { randomId } from '@booking-service/kernel/contract';
import { expect, it } from 'vitest';
import { openBooking } from '../../src/domain/booking.ts';
import { createHttpProvider, systemClock, type Provider } from '../../src/index.ts';
import { checkSlots } from '../../src/providers/check-page.ts';
import { testContext } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';
import { secret, startHttpProvider, type TestHttpProvider } from './test-http-provider.ts';

const day = { venue_id: 'ven_corner_cafe', date: '2030-01-01', party_size: 2 };
const request = { ...newBooking(), venue_id: 'ven_corner_cafe', slot_id: 'slt_corner_cafe_20300101T1900' };

function connect({ url }: Pick<TestHttpProvider, 'url'>, options: object = {}): Provider {
  return createHttpProvider({ name: 'corner', url, secret, clock: systemClock, ...options });
}

it('BKG-16: sends a party only to a provider that takes parties', async () => {
  const party = [
    { unit: 'adult', quantity: 1 },
    { unit: 'child', quantity: 1 },
  ];
  for (const takes_parties of [true, false]) {
    await using server = await startHttpProvider();
    const provider = connect(server, { takes_parties });
    const opening = { id: randomId('bkg'), provider: 'corner', livemode: false, request };
    const booking: Booking = { ...openBooking(opening, new Date()).booking, party };
    await provider.searchAvailability({ ...day, party, limit: 1 }, testContext);
    await provider.checkRequest({ ...request, party }, testContext);
    await provider.book({ booking, reference: `${booking.id}/1`, step: 1, attempt: 1, answer: undefined }, testContext);
    await provider.modify?.({ booking, changes: { party, party_size: 2 }, reference: `${booking.id}/2` }, testContext);
    const sent = server.received.map(({ body }) => body.split('"party":').length - 1);
    expect(sent).toEqual(takes_parties ? [1, 1, 1, 2] : [0, 0, 0, 0]);
  }
});

it('BKG-16 PRV-3: reads the units of a slot, and refuses broken ones', async () => {
  const fields = { id: 'slt_corner_1', starts_at: '2030-01-01T18:00:00Z', duration_minutes: 60 };
  const search = async (units: object[]) => {
    const data = [{ ...fields, min_party_size: 1, max_party_size: 8, units }];
    const found = () => ({ status: 200, body: { data, next_cursor: null } });
    await using server = await startHttpProvider({ operations: { '/availability/search': found } });
    const provider = connect(server);
    return checkSlots(await provider.searchAvailability({ ...day, limit: 1 }, testContext), 1).data[0]?.units;
  };
  const units = [{ unit: 'adult', label: 'Adult', min_age: 13, max_age: 99, price: { amount: 1000, currency: 'EUR' } }];
  expect(await search(units)).toEqual(units);
  expect(await search([])).toBeUndefined();
  for (const broken of [{ unit: 'Adult' }, { unit: 'adult', min_age: -1 }, { unit: 'adult', price: 10 }]) {
    await expect(search([broken])).rejects.toThrow('failed at searchAvailability');
  }
});
