import type { SizedBooking } from '@booking-service/server';
import { testContext } from '@booking-service/server/testing';
import { expect, it } from 'vitest';
import type { ProductOptions } from './supplier/products.ts';
import { newBookingAt, openProvider, type OpenedProvider, type OpenOptions } from './support/open-provider.ts';

async function requestAt(opened: OpenedProvider, fields: Partial<SizedBooking> = {}): Promise<SizedBooking> {
  const { venue_id, slot_id, party_size, guest } = await newBookingAt(opened);
  return { venue_id, slot_id, party_size, guest, ...fields };
}

it('accepts a slot that the supplier offers, and makes nothing', async () => {
  await using opened = await openProvider();
  expect(await opened.provider.checkRequest(await requestAt(opened), testContext)).toMatchObject({ at_once: false });
  expect(opened.supplier.bookings.all.size).toBe(0);
});

it.each<{ what: string; fields: Partial<SizedBooking>; options?: OpenOptions }>([
  { what: 'a slot of another provider', fields: { slot_id: 'slt_harbour_table_20261121T1900' } },
  { what: 'a venue that is gone', fields: { venue_id: 'ven_tours_gone__DEFAULT' } },
  {
    what: 'a slot of another venue',
    fields: { venue_id: 'ven_tours_tower__DEFAULT' },
    options: { products: [{ id: 'tower' }, { id: 'boat' }] },
  },
  { what: 'more guests than a booking may have', fields: { party_size: 10 } },
  { what: 'more guests than vacancies', fields: { party_size: 4 }, options: { capacity: 3 } },
])('refuses $what', async ({ fields, options = {} }) => {
  await using opened = await openProvider(options);
  const request = await requestAt(opened);
  await expect(opened.provider.checkRequest({ ...request, ...fields }, testContext)).rejects.toMatchObject({
    code: 'slot_not_offered',
  });
});

it('refuses a slot whose cutoff has passed', async () => {
  await using opened = await openProvider();
  const request = await requestAt(opened);
  await opened.clock.advance(24 * 60 * 60_000);
  await expect(opened.provider.checkRequest(request, testContext)).rejects.toMatchObject({ code: 'slot_not_offered' });
});

const guest = { first_name: 'Ada', email: 'ada@diner.test' };

it.each<{ required: NonNullable<ProductOptions['required']>; code: string; details?: object }>([
  { required: ['lastName'], code: 'missing_last_name' },
  {
    required: ['phoneNumber'],
    code: 'invalid_request',
    details: [{ in: 'body', path: '/guest/phone', message: 'is required at this venue' }],
  },
  { required: ['postalCode'], code: 'slot_not_offered' },
])('refuses a guest without $required with $code', async ({ required, code, details }) => {
  for (const product of [{ required }, { unitRequired: required }]) {
    await using opened = await openProvider({ products: [{ id: 'tower', ...product }] });
    const refused = opened.provider.checkRequest(await requestAt(opened, { guest }), testContext);
    await expect(refused).rejects.toMatchObject({ code, ...(details && { details }) });
  }
});

it('accepts a guest with every field that the supplier requires', async () => {
  const required = [
    'firstName',
    'lastName',
    'emailAddress',
    'phoneNumber',
    'country',
    'notes',
    'locales',
    'postalCode',
    'allowMarketing',
  ] as const;
  const contact = { country: 'PT', postalCode: '1100-053', notes: 'Booked online' };
  await using opened = await openProvider({ products: [{ id: 'tower', required }], provider: { contact } });
  const full = { ...guest, last_name: 'Byron', phone: '+351210000000' };
  expect(await opened.provider.checkRequest(await requestAt(opened, { guest: full }), testContext)).toMatchObject({
    at_once: false,
  });
});
