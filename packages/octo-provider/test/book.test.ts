import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { documentsOf, longestValue, maxDocuments } from '../src/bookings/confirmed-booking.ts';
import { toBookingUuid } from '../src/ids.ts';
import {
  bookOnce,
  html,
  json,
  newBookingAt,
  octoError,
  openProvider,
  silence,
  statusesAt,
} from './support/open-provider.ts';

const confirmed = { outcome: 'confirmed', confirmation_code: 'SUP-1' };

it('reserves under the UUID of the booking, and confirms with the contact of the guest', async () => {
  await using opened = await openProvider();
  const booking = await newBookingAt(opened, { party_size: 3 });
  expect(await bookOnce(opened, booking)).toMatchObject(confirmed);
  const [reserve, confirm] = opened.supplier.requests.slice(-2);
  expect(reserve?.body).toEqual({
    uuid: toBookingUuid(booking.id),
    productId: 'tower',
    optionId: 'DEFAULT',
    availabilityId: '2026-11-22T10:00:00+00:00',
    expirationMinutes: 20,
    resellerReference: booking.id,
    unitItems: [{ unitId: 'adult' }, { unitId: 'adult' }, { unitId: 'adult' }],
  });
  expect(confirm?.body).toEqual({
    contact: {
      fullName: 'Ada Byron',
      firstName: 'Ada',
      lastName: 'Byron',
      emailAddress: 'ada@diner.test',
      locales: ['en-GB'],
    },
    resellerReference: booking.id,
  });
  expect(statusesAt(opened)).toEqual(['CONFIRMED']);
});

it.each(['returned', 'refused', 'failed'] as const)(
  'repeated ten times at once, makes one reservation where a known UUID is %s',
  async (repeatedUuid) => {
    await using opened = await openProvider({ repeatedUuid });
    const booking = await newBookingAt(opened);
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, index) => bookOnce(opened, booking, index + 1)));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(outcomes[0]).toMatchObject(confirmed);
    expect(statusesAt(opened)).toEqual(['CONFIRMED']);
  },
);

it.each([
  { what: 'the reservation was lost', route: 'reserve', after: false, reserved: 2 },
  { what: 'the response to the reservation was lost', route: 'reserve', after: true, reserved: 1 },
  { what: 'the confirmation was lost', route: 'confirm', after: false, reserved: 1 },
  { what: 'the response to the confirmation was lost', route: 'confirm', after: true, reserved: 1 },
] as const)('continues after $what', async ({ route, after, reserved }) => {
  await using opened = await openProvider();
  const booking = await newBookingAt(opened);
  opened.supplier.fail({ route, after });
  await expect(bookOnce(opened, booking)).rejects.toThrow('fetch failed');
  expect(await bookOnce(opened, booking, 2)).toMatchObject(confirmed);
  expect(statusesAt(opened)).toEqual(['CONFIRMED']);
  const reservations = opened.supplier.requests.filter((request) => request.route === 'reserve');
  expect(reservations).toHaveLength(reserved);
});

it('reads a booking in PENDING again until the supplier decides', async () => {
  await using opened = await openProvider({ products: [{ id: 'tower', instantConfirmation: false }] });
  const booking = await newBookingAt(opened);
  const uuid = toBookingUuid(booking.id);
  expect(await bookOnce(opened, booking)).toEqual({ outcome: 'pending', retry_after_seconds: 30 });
  expect(await bookOnce(opened, booking, 2)).toEqual({ outcome: 'pending', retry_after_seconds: 30 });
  opened.supplier.bookings.setStatus(uuid, 'CONFIRMED');
  expect(await bookOnce(opened, booking, 3)).toMatchObject(confirmed);
});

it.each([
  { status: 'REJECTED', error_code: 'provider_failed' },
  { status: 'CANCELLED', error_code: 'provider_failed' },
  { status: 'EXPIRED', error_code: 'slot_not_offered' },
] as const)('fails with $error_code when the booking is $status at the supplier', async ({ status, error_code }) => {
  await using opened = await openProvider({ products: [{ id: 'tower', instantConfirmation: false }] });
  const booking = await newBookingAt(opened);
  await bookOnce(opened, booking);
  opened.supplier.bookings.setStatus(toBookingUuid(booking.id), status);
  expect(await bookOnce(opened, booking, 2)).toMatchObject({ outcome: 'failed', error_code });
});

it('extends a hold that is about to end, and confirms it', async () => {
  await using opened = await openProvider();
  const booking = await newBookingAt(opened);
  opened.supplier.fail({ route: 'confirm', respond: html(503) });
  await expect(bookOnce(opened, booking)).rejects.toMatchObject({ code: 'UNREADABLE' });
  await opened.clock.advance(19 * 60_000);
  opened.supplier.fail({ route: 'confirm', respond: html(503) });
  await expect(bookOnce(opened, booking, 2)).rejects.toMatchObject({ code: 'UNREADABLE' });
  await opened.clock.advance(19 * 60_000);
  expect(await bookOnce(opened, booking, 3)).toMatchObject(confirmed);
});

it('fails with slot_not_offered when the hold ended before the confirmation', async () => {
  await using opened = await openProvider({ maxHoldMinutes: 10 });
  const booking = await newBookingAt(opened);
  opened.supplier.fail({ route: 'confirm', respond: html(503) });
  await expect(bookOnce(opened, booking)).rejects.toThrow(/503/);
  await opened.clock.advance(10 * 60_000);
  expect(await bookOnce(opened, booking, 2)).toMatchObject({ outcome: 'failed', error_code: 'slot_not_offered' });
});

it('fails with slot_not_offered when the supplier has forgotten the hold of an earlier attempt', async () => {
  await using opened = await openProvider();
  const booking = await newBookingAt(opened);
  opened.supplier.fail({ route: 'reserve', respond: octoError('INVALID_BOOKING_UUID') });
  expect(await bookOnce(opened, booking, 2)).toMatchObject({ outcome: 'failed', error_code: 'slot_not_offered' });
});

it('cancels the hold when the supplier refuses the confirmation', async () => {
  await using opened = await openProvider();
  const booking = await newBookingAt(opened);
  opened.supplier.fail({ route: 'confirm', respond: octoError('BAD_REQUEST', 'nationality is required') });
  expect(await bookOnce(opened, booking)).toEqual({
    outcome: 'failed',
    error_code: 'provider_failed',
    error_message: 'The supplier refused the booking. BAD_REQUEST: nationality is required',
  });
  expect(statusesAt(opened)).toEqual(['CANCELLED']);
});

it('fails with slot_not_offered when the places were taken meanwhile', async () => {
  await using opened = await openProvider({ capacity: 2 });
  const booking = await newBookingAt(opened);
  const other = { ...booking, id: 'bkg_00000000000000000000000000000002' };
  expect(await bookOnce(opened, booking)).toMatchObject(confirmed);
  expect(await bookOnce(opened, other)).toMatchObject({ outcome: 'failed', error_code: 'slot_not_offered' });
  expect(statusesAt(opened)).toEqual(['CONFIRMED']);
});

it.each([
  { header: '7', retry_after_seconds: 7 },
  { header: '86400', retry_after_seconds: 300 },
  { header: undefined, retry_after_seconds: 10 },
])(
  'waits $retry_after_seconds s when the supplier responds with 429 and Retry-After $header',
  async ({ header, retry_after_seconds }) => {
    await using opened = await openProvider();
    const booking = await newBookingAt(opened);
    const headers = header === undefined ? {} : { 'Retry-After': header };
    opened.supplier.fail({ route: 'reserve', respond: json(429, { message: 'Slow down' }, headers) });
    expect(await bookOnce(opened, booking)).toEqual({ outcome: 'pending', retry_after_seconds });
    expect(await bookOnce(opened, booking, 2)).toMatchObject(confirmed);
  },
);

it('ends a request that gets no response', async () => {
  await using opened = await openProvider({ provider: { timeoutSeconds: 3 } });
  const booking = await newBookingAt(opened);
  opened.supplier.fail({ route: 'confirm', respond: silence });
  await expect(bookOnce(opened, booking)).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(await bookOnce(opened, booking, 2)).toMatchObject(confirmed);
});

it('leaves nothing reserved at a supplier that replaces the UUID', async () => {
  const other = '11111111-1111-4111-8111-111111111111';
  await using opened = await openProvider();
  const booking = await newBookingAt(opened);
  const reserved = { uuid: other, status: 'ON_HOLD', utcExpiresAt: null };
  opened.supplier.fail(
    { route: 'reserve', respond: json(200, reserved) },
    { route: 'cancel', respond: json(200, { uuid: other, status: 'CANCELLED' }) },
  );
  expect(await bookOnce(opened, booking)).toMatchObject({ outcome: 'failed', error_code: 'provider_failed' });
  expect(opened.supplier.requests.at(-1)).toMatchObject({ route: 'cancel', path: `/bookings/${other}/cancel` });
});

it('sends the contact of each ticket where the supplier requires one', async () => {
  await using opened = await openProvider({ products: [{ id: 'tower', unitRequired: ['firstName', 'lastName'] }] });
  const booking = await newBookingAt(opened);
  expect(await bookOnce(opened, booking)).toMatchObject(confirmed);
  const { body } = opened.supplier.requests.at(-1) ?? {};
  const unitItem = {
    uuid: expect.any(String),
    unitId: 'adult',
    contact: expect.objectContaining({ lastName: 'Byron' }),
  };
  expect(body).toMatchObject({ unitItems: [unitItem, unitItem] });
});

it.each([
  { reference: 'LX 20/11', code: 'LX-20-11' },
  { reference: '#42#', code: '42' },
  { reference: null, code: toBookingUuid('bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1') },
  { reference: '??', code: toBookingUuid('bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1') },
  { reference: 'X'.repeat(80), code: 'X'.repeat(60) },
])('turns the reference $reference into a confirmation code', async ({ reference, code }) => {
  await using opened = await openProvider();
  const booking = await newBookingAt(opened);
  opened.supplier.fail({
    route: 'confirm',
    after: true,
    respond: json(200, { status: 'CONFIRMED', supplierReference: reference }),
  });
  expect(await bookOnce(opened, booking)).toEqual({ outcome: 'confirmed', confirmation_code: code });
});

it.each([
  { deliveryMethods: ['VOUCHER'] as const, kinds: ['voucher', 'voucher'] },
  { deliveryMethods: ['TICKET'] as const, kinds: ['ticket', 'ticket', 'ticket', 'ticket'] },
  { deliveryMethods: ['TICKET', 'VOUCHER'] as const, kinds: ['voucher', 'voucher', ...Array(4).fill('ticket')] },
])('BKG-15: returns the documents of a supplier that delivers $deliveryMethods', async ({ deliveryMethods, kinds }) => {
  await using opened = await openProvider({ products: [{ id: 'tower', deliveryMethods }] });
  const booking = await newBookingAt(opened);
  const outcome = await bookOnce(opened, booking);
  const documents = outcome.outcome === 'confirmed' ? (outcome.documents ?? []) : [];
  expect(documents.map(({ kind }) => kind)).toEqual(kinds);
  const { unitItems, uuid } = opened.supplier.bookings.get(toBookingUuid(booking.id));
  const codes = [
    ...(deliveryMethods.includes('VOUCHER' as never) ? [uuid] : []),
    ...unitItems.map((item) => item.uuid),
  ];
  const expected = codes.slice(0, kinds.length / 2).flatMap((code) => [
    { format: 'qr_code', value: code },
    { format: 'pdf_url', value: `https://supplier.test/${code}.pdf` },
  ]);
  expect(documents).toMatchObject(expected);
  const labels = documents.filter(({ kind }) => kind === 'ticket').map(({ label }) => label);
  expect(new Set(labels)).toEqual(new Set(labels.length === 0 ? [] : ['Ticket 1', 'Ticket 2']));
});

const option = (deliveryFormat: string, deliveryValue: unknown) => ({ deliveryFormat, deliveryValue });
const qr = option('QRCODE', 'CODE-1');

it.each<{ what: string; delivered: object; documents: readonly object[] | undefined }>([
  { what: 'no options', delivered: { voucher: { deliveryOptions: null } }, documents: undefined },
  {
    what: 'a number as its code',
    delivered: { voucher: { deliveryOptions: [option('QRCODE', 81)] } },
    documents: [{ value: '81' }],
  },
  {
    what: 'documents that the contract cannot express',
    delivered: {
      voucher: {
        deliveryOptions: [
          option('HOLOGRAM', 'x'),
          option('PDF_URL', 'javascript:alert(1)'),
          option('QRCODE', 'x'.repeat(2049)),
          option('QRCODE', 'x\ud800'),
          option('QRCODE', null),
          qr,
        ],
      },
    },
    documents: [{ value: 'CODE-1' }],
  },
  {
    what: 'more formats than a booking may have',
    delivered: { unitItems: Array.from({ length: 50 }, () => ({ ticket: { deliveryOptions: [qr, qr, qr] } })) },
    documents: Array.from({ length: 50 }, (_, index) => ({ label: `Ticket ${index + 1}` })),
  },
])('BKG-15: reads $what', ({ delivered, documents }) => {
  expect(documentsOf({ status: 'CONFIRMED', ...delivered }).documents).toEqual(
    documents?.map((each) => expect.objectContaining(each)),
  );
});

it('has the bounds of the contract for documents', () => {
  const { components } = createRequire(import.meta.url)('@booking-service/contract/openapi.json') as {
    components: { schemas: Record<string, { properties: Record<string, { maxItems: number; maxLength: number }> }> };
  };
  const { Booking, BookingDocument } = components.schemas;
  const bounds = [Booking?.properties['documents']?.maxItems, BookingDocument?.properties['value']?.maxLength];
  expect(bounds).toEqual([maxDocuments, longestValue]);
});
