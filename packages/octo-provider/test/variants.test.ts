/** Suppliers differ from the document. Each difference is read; every request stays as the document describes it. */
import type { ServerResponse } from 'node:http';
import { testContext } from '@booking-service/server/testing';
import { expect, it } from 'vitest';
import type { Variant } from './supplier/supplier-options.ts';
import {
  bookOnce,
  firstVenue,
  newBookingAt,
  octoError,
  openProvider,
  slotsOn,
  statusesAt,
} from './support/open-provider.ts';

type Json = Readonly<Record<string, unknown>>;

/** Changes every object in a body. */
function eachObject(change: (object: Json) => Json): NonNullable<Variant['rewrite']> {
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite);
    if (typeof value !== 'object' || value === null) return value;
    return change(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rewrite(each)])));
  };
  return rewrite;
}

/** The fields without which a supplier cannot be booked at. */
const needed = new Set([
  'id',
  'uuid',
  'status',
  'options',
  'units',
  'type',
  'localDateTimeStart',
  'unitItems',
  'unitId',
  'availabilityId',
  'error',
]);

const variants: readonly { what: string; variant: Variant }[] = [
  { what: 'has no slash at the end of its paths', variant: { slash: 'none' } },
  { what: 'redirects to paths without a slash at the end', variant: { slash: 'redirected' } },
  { what: 'responds to a reservation with 201', variant: { created: 201 } },
  { what: 'sends no Octo-Capabilities', variant: { noCapabilities: true } },
  { what: 'does not list its capabilities', variant: { without: ['capabilities'] } },
  { what: 'has no supplier and no capabilities', variant: { without: ['capabilities', 'supplier'] } },
  {
    what: 'leaves out every field that a booking does not need',
    variant: {
      rewrite: eachObject((object) => Object.fromEntries(Object.entries(object).filter(([key]) => needed.has(key)))),
    },
  },
  {
    what: 'sends null in every field that a booking does not need',
    variant: {
      rewrite: eachObject((object) =>
        Object.fromEntries(Object.entries(object).map(([key, each]) => [key, needed.has(key) ? each : null])),
      ),
    },
  },
  {
    what: 'sends more fields',
    variant: { rewrite: eachObject((object) => ({ ...object, vendor: { id: 7 }, sortOrder: 1 })) },
  },
  {
    what: 'sends local times without an offset',
    variant: { rewrite: eachObject((object) => withoutOffsets(object)) },
  },
];

it.each(variants)('books, modifies and releases at a supplier that $what', async ({ variant }) => {
  await using opened = await openProvider({ variant });
  const slots = await slotsOn(opened);
  expect(slots.map(({ starts_at }) => starts_at)).toEqual(['2026-11-22T10:00:00.000Z', '2026-11-22T19:00:00.000Z']);
  const booking = await newBookingAt(opened);
  expect(await opened.provider.checkRequest(booking, testContext)).toMatchObject({ at_once: false });
  expect(await bookOnce(opened, booking)).toMatchObject({ outcome: 'confirmed' });
  expect(await bookOnce(opened, booking, 2)).toMatchObject({ outcome: 'confirmed' });
  const modified = await opened.provider.modify?.(
    { booking, changes: { party_size: 3 }, reference: `${booking.id}/2` },
    testContext,
  );
  expect(modified).toMatchObject({ outcome: 'modified' });
  await opened.provider.release({ ...booking, status: 'cancelled' }, testContext);
  expect(statusesAt(opened)).toEqual(['CANCELLED']);
});

it('tries the other form of a path once, and keeps the one that worked', async () => {
  await using opened = await openProvider({ variant: { slash: 'none' } });
  await slotsOn(opened);
  expect(opened.supplier.requests.map(({ path }) => path)).toEqual(['/capabilities', '/products', '/availability']);
});

it.each([
  { capabilities: ['octo/content', 'octo/pricing', 'octo/cart'], requested: 'octo/content, octo/pricing' },
  { capabilities: ['octo/content'], requested: 'octo/content' },
  { capabilities: [], requested: '' },
])('requests "$requested" of a supplier with $capabilities', async ({ capabilities, requested }) => {
  await using opened = await openProvider({ capabilities });
  await bookOnce(opened, await newBookingAt(opened));
  const [first, ...rest] = opened.supplier.requests;
  expect([first?.route, first?.headers['octo-capabilities']]).toEqual(['capabilities', undefined]);
  expect(new Set(rest.map(({ headers }) => headers['octo-capabilities']))).toEqual(new Set([requested]));
});

it('reads products without capabilities from a supplier that refuses them', async () => {
  await using opened = await openProvider();
  opened.supplier.fail({ route: 'products', respond: octoError('BAD_REQUEST', 'Unknown capability') });
  expect(await firstVenue(opened)).toMatchObject({ name: 'Tower Tour' });
});

it('CRD-4 CRD-5: states the prices of slots, requests and modifications where the supplier has octo/pricing', async () => {
  await using opened = await openProvider({ capabilities: ['octo/pricing'] });
  const slots = await slotsOn(opened);
  expect(slots.map(({ price, metadata }) => ({ price, metadata }))).toEqual(
    slots.map(() => ({
      price: { amount: 2000, currency: 'EUR', per: 'booking' },
      metadata: { price: '20.00', currency: 'EUR' },
    })),
  );
  expect(slots).toHaveLength(2);
  const booking = await newBookingAt(opened);
  const total = { amount: 2000, currency: 'EUR' };
  expect(await opened.provider.checkRequest(booking, testContext)).toMatchObject({ at_once: false, price: total });
  await bookOnce(opened, booking);
  const changes = { party_size: 3 };
  const modification = { booking: { ...booking, status: 'confirmed' as const }, changes, reference: `${booking.id}/2` };
  const modified = { outcome: 'modified', price: { ...total, amount: 3000 } };
  expect(await opened.provider.modify?.(modification, testContext)).toMatchObject(modified);
  expect(await opened.provider.modify?.(modification, testContext)).toMatchObject(modified);
});

it('CRD-4: states no price where the supplier has none', async () => {
  await using opened = await openProvider();
  for (const slot of await slotsOn(opened)) expect(slot).not.toHaveProperty('price');
  const { price } = await opened.provider.checkRequest(await newBookingAt(opened), testContext);
  expect(price).toBeUndefined();
});

it('sends the headers of its options, and follows no redirect to another address', async () => {
  await using other = await openProvider();
  await using opened = await openProvider({ provider: { headers: { 'OCTO-Env': 'test' } } });
  await slotsOn(opened);
  expect(opened.supplier.requests.every(({ headers }) => headers['octo-env'] === 'test')).toBe(true);
  const Location = `${other.supplier.url}/bookings/`;
  const booking = await newBookingAt(opened);
  const respond = (response: ServerResponse) => response.writeHead(307, { Location }).end();
  opened.supplier.fail({ route: 'reserve', respond }, { route: 'reserve', respond });
  await expect(bookOnce(opened, booking)).rejects.toMatchObject({ code: 'UNREADABLE', status: 307 });
  expect(other.supplier.requests).toEqual([]);
});

it('stops reading a response that is too large', async () => {
  await using opened = await openProvider({ provider: { maxResponseBytes: 1000 } });
  await expect(slotsOn(opened)).rejects.toMatchObject({ code: 'UNREADABLE' });
});

/** Lisbon has the offset of UTC in November. */
function withoutOffsets(object: Json): Json {
  const { localDateTimeStart, localDateTimeEnd, ...rest } = object;
  if (typeof localDateTimeStart !== 'string') return object;
  const bare = (text: unknown) => String(text).replace(/[+-]\d{2}:\d{2}$/, '');
  return { ...rest, localDateTimeStart: bare(localDateTimeStart), localDateTimeEnd: bare(localDateTimeEnd) };
}
