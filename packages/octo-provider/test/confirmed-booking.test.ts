import type { Booking, ModifyBooking } from '@booking-service/contract';
import { testContext } from '@booking-service/server/testing';
import { describe, expect, it } from 'vitest';
import { toBookingUuid } from '../src/ids.ts';
import {
  bookOnce,
  html,
  json,
  newBookingAt,
  type OpenedProvider,
  openProvider,
  slotsOn,
  statusesAt,
} from './support/open-provider.ts';

async function confirmedBookingAt(opened: OpenedProvider): Promise<Booking> {
  const booking = await newBookingAt(opened);
  const outcome = await bookOnce(opened, booking);
  if (outcome.outcome !== 'confirmed') throw new Error(`The outcome is ${outcome.outcome}.`);
  const { documents } = outcome;
  return { ...booking, ...(documents && { documents }), status: 'confirmed' };
}

describe('modify', () => {
  function modify({ provider }: OpenedProvider, booking: Booking, changes: ModifyBooking) {
    return provider.modify?.({ booking, changes, reference: `${booking.id}/2` }, testContext);
  }

  it('keeps the unit items that stay, and adds or leaves out the others', async () => {
    await using opened = await openProvider();
    const booking = await confirmedBookingAt(opened);
    const atSupplier = () => opened.supplier.bookings.get(toBookingUuid(booking.id));
    const [first, second] = atSupplier().unitItems.map(({ uuid }) => uuid);
    expect(await modify(opened, booking, { party_size: 3 })).toMatchObject({ outcome: 'modified' });
    expect(atSupplier().unitItems.map(({ uuid }) => uuid)).toEqual([first, second, expect.any(String)]);
    expect(await modify(opened, { ...booking, party_size: 3 }, { party_size: 1 })).toMatchObject({
      outcome: 'modified',
    });
    expect(atSupplier().unitItems.map(({ uuid }) => uuid)).toEqual([first]);
  });

  it('moves the booking to another slot', async () => {
    await using opened = await openProvider();
    const booking = await confirmedBookingAt(opened);
    const [, evening] = await slotsOn(opened);
    expect(await modify(opened, booking, { slot_id: evening?.id ?? '' })).toMatchObject({
      outcome: 'modified',
      starts_at: evening?.starts_at,
      cancellation: evening?.cancellation,
    });
    expect(opened.supplier.bookings.get(toBookingUuid(booking.id))).toMatchObject({
      availabilityId: '2026-11-22T19:00:00+00:00',
    });
  });

  it('changes nothing when it is repeated after a lost response', async () => {
    await using opened = await openProvider();
    const booking = await confirmedBookingAt(opened);
    opened.supplier.fail({ route: 'update', after: true });
    await expect(modify(opened, booking, { party_size: 3 })).rejects.toThrow('fetch failed');
    expect(await modify(opened, booking, { party_size: 3 })).toMatchObject({ outcome: 'modified' });
    expect(opened.supplier.requests.filter(({ route }) => route === 'update')).toHaveLength(1);
  });

  it('is unsupported after the cutoff', async () => {
    await using opened = await openProvider({ products: [{ id: 'tower', cutoffHours: 48 }] });
    const booking = await confirmedBookingAt(opened);
    expect(await modify(opened, booking, { party_size: 3 })).toEqual({ outcome: 'unsupported' });
  });

  it('is unsupported at a supplier without the operation', async () => {
    await using opened = await openProvider({ variant: { without: ['update'] } });
    const booking = await confirmedBookingAt(opened);
    expect(await modify(opened, booking, { party_size: 3 })).toEqual({ outcome: 'unsupported' });
  });

  it.each([
    { what: 'a slot of another venue', changes: { slot_id: 'slt_harbour_table_20261121T1900' } },
    { what: 'more guests than vacancies', changes: { party_size: 5 } },
    { what: 'more guests than a booking may have', changes: { party_size: 12 } },
  ])('refuses $what', async ({ changes }) => {
    await using opened = await openProvider({ capacity: 4 });
    const booking = await confirmedBookingAt(opened);
    expect(await modify(opened, booking, changes)).toMatchObject({ outcome: 'refused' });
    expect(opened.supplier.bookings.get(toBookingUuid(booking.id)).unitItems).toHaveLength(2);
  });

  it('is refused if the supplier responds without the change', async () => {
    await using opened = await openProvider();
    const booking = await confirmedBookingAt(opened);
    opened.supplier.fail({
      route: 'update',
      respond: json(200, opened.supplier.bookings.get(toBookingUuid(booking.id))),
    });
    expect(await modify(opened, booking, { party_size: 3 })).toMatchObject({ outcome: 'refused' });
  });

  it('rejects if the supplier fails, so that the service repeats it', async () => {
    await using opened = await openProvider();
    const booking = await confirmedBookingAt(opened);
    opened.supplier.fail({ route: 'update', respond: html(500) });
    await expect(modify(opened, booking, { party_size: 3 })).rejects.toMatchObject({ code: 'UNREADABLE' });
  });
});

describe('readBooking', () => {
  it.each([
    { status: 'CONFIRMED', state: 'confirmed' },
    { status: 'PENDING', state: 'confirmed' },
    { status: 'CANCELLED', state: 'cancelled' },
    { status: 'EXPIRED', state: 'cancelled' },
    { status: 'REJECTED', state: 'cancelled' },
    { status: 'REDEEMED', state: 'completed' },
  ] as const)('reads a booking that is $status as $state', async ({ status, state }) => {
    await using opened = await openProvider();
    const booking = await confirmedBookingAt(opened);
    opened.supplier.bookings.setStatus(toBookingUuid(booking.id), status);
    expect(await opened.provider.readBooking?.(booking, testContext)).toEqual({ state });
  });

  it('BKG-15: reads documents only of a booking that has none', async () => {
    await using opened = await openProvider();
    const { documents, ...booking } = await confirmedBookingAt(opened);
    expect(documents).toHaveLength(2);
    const read = (stored: Booking) => opened.provider.readBooking?.(stored, testContext);
    expect(await read(booking)).toEqual({ state: 'confirmed', documents });
    expect(await read({ ...booking, documents: [] })).toEqual({ state: 'confirmed' });
  });

  it('reads a confirmed booking as completed once its slot is over', async () => {
    await using opened = await openProvider();
    const booking = await confirmedBookingAt(opened);
    await opened.clock.advance(3 * 86_400_000);
    expect(await opened.provider.readBooking?.(booking, testContext)).toEqual({ state: 'completed' });
  });

  it('rejects if the supplier does not have the booking', async () => {
    await using opened = await openProvider();
    const booking = await newBookingAt(opened, { status: 'confirmed' });
    await expect(opened.provider.readBooking?.(booking, testContext)).rejects.toThrow('no such booking');
  });

  it('rejects if the supplier fails', async () => {
    await using opened = await openProvider();
    const booking = await confirmedBookingAt(opened);
    opened.supplier.fail({ route: 'read', respond: html(503) });
    await expect(opened.provider.readBooking?.(booking, testContext)).rejects.toThrow('503');
  });
});

describe('release', () => {
  async function cancelledBookingAt(opened: OpenedProvider): Promise<Booking> {
    const booking = await newBookingAt(opened);
    await bookOnce(opened, booking);
    return { ...booking, status: 'cancelled' };
  }

  const pastCutoff = { name: 'Refusal', code: 'invalid_state', message: expect.stringContaining('cutoff') };

  it('cancels the booking at the supplier with the reason, once', async () => {
    await using opened = await openProvider();
    const booking = await cancelledBookingAt(opened);
    await opened.provider.release(booking, testContext);
    await opened.provider.release(booking, testContext);
    expect(statusesAt(opened)).toEqual(['CANCELLED']);
    const cancels = opened.supplier.requests.filter(({ route }) => route === 'cancel');
    expect(cancels.map(({ body }) => body)).toEqual([{ reason: 'The booking is cancelled.' }]);
  });

  it('does nothing if nothing was made', async () => {
    await using opened = await openProvider();
    await opened.provider.release(await newBookingAt(opened, { status: 'expired' }), testContext);
    expect(opened.supplier.requests.at(-1)).toMatchObject({ route: 'read' });
  });

  it.each(['EXPIRED', 'CANCELLED', 'REJECTED', 'REDEEMED'] as const)(
    'does nothing if the booking is %s',
    async (status) => {
      await using opened = await openProvider();
      const booking = await cancelledBookingAt(opened);
      opened.supplier.bookings.setStatus(toBookingUuid(booking.id), status);
      await opened.provider.release(booking, testContext);
      expect(statusesAt(opened)).toEqual([status]);
    },
  );

  it('releases a hold whose confirmation never came', async () => {
    await using opened = await openProvider();
    const booking = await newBookingAt(opened);
    opened.supplier.fail({ route: 'confirm' });
    await expect(bookOnce(opened, booking)).rejects.toThrow('fetch failed');
    await opened.provider.release({ ...booking, status: 'failed' }, testContext);
    expect(statusesAt(opened)).toEqual(['CANCELLED']);
  });

  it('rejects after the cutoff, until the slot is over', async () => {
    await using opened = await openProvider({ products: [{ id: 'tower', cutoffHours: 48 }] });
    const booking = await cancelledBookingAt(opened);
    await expect(opened.provider.release(booking, testContext)).rejects.toMatchObject(pastCutoff);
    await opened.clock.advance(26 * 60 * 60_000 - 60_001);
    await expect(opened.provider.release(booking, testContext)).rejects.toMatchObject(pastCutoff);
    await opened.clock.advance(60_001);
    await opened.provider.release(booking, testContext);
    expect(statusesAt(opened)).toEqual(['CONFIRMED']);
  });

  it('releases after the cutoff, when the supplier cancelled by hand', async () => {
    await using opened = await openProvider({ products: [{ id: 'tower', cutoffHours: 48 }] });
    const booking = await cancelledBookingAt(opened);
    await expect(opened.provider.release(booking, testContext)).rejects.toMatchObject(pastCutoff);
    opened.supplier.bookings.setStatus(toBookingUuid(booking.id), 'CANCELLED');
    await opened.provider.release(booking, testContext);
  });

  it.each([
    { what: 'a 404 of a proxy', times: 2, respond: html(404) },
    { what: 'a 404 without an OCTO code', times: 2, respond: json(404, { message: 'no route' }) },
    { what: 'a 500', times: 1, respond: html(500) },
  ])('does not take $what for an unknown booking', async ({ times, respond }) => {
    await using opened = await openProvider();
    const booking = await cancelledBookingAt(opened);
    // A 404 is tried again with the other form of the path.
    opened.supplier.fail(...Array.from({ length: times }, () => ({ route: 'read', respond }) as const));
    await expect(opened.provider.release(booking, testContext)).rejects.toMatchObject({ code: 'UNREADABLE' });
    await opened.provider.release(booking, testContext);
    expect(statusesAt(opened)).toEqual(['CANCELLED']);
  });

  const pricingOf = (retail: number, currency = 'EUR') => ({ retail, currency, currencyPrecision: 2 });

  it.each([
    { refund: 'FULL', pricing: pricingOf(2000), released: { refund: 'full' } },
    { refund: 'NONE', pricing: pricingOf(2000), released: { refund: 'none' } },
    { refund: 'PARTIAL', pricing: pricingOf(500), released: { refund: { amount: 1500, currency: 'EUR' } } },
    { refund: 'PARTIAL', pricing: pricingOf(0), released: { refund: { amount: 2000, currency: 'EUR' } } },
    // No amount can be read from these.
    { refund: 'PARTIAL', pricing: pricingOf(2000), released: {} },
    { refund: 'PARTIAL', pricing: pricingOf(500, 'USD'), released: {} },
    { refund: 'PARTIAL', pricing: null, released: {} },
    { refund: null, pricing: pricingOf(500), released: {} },
  ])('CRD-9: the refund $refund with the pricing $pricing is $released', async ({ refund, pricing, released }) => {
    await using opened = await openProvider();
    const booking = { ...(await cancelledBookingAt(opened)), price: { amount: 2000, currency: 'EUR' } };
    const cancelled = json(200, { status: 'CANCELLED', cancellation: { refund }, pricing });
    opened.supplier.fail({ route: 'cancel', respond: cancelled }, { route: 'read', respond: cancelled });
    // The first read finds the booking as cancelled, the second cancels it: both state the same.
    expect(await opened.provider.release(booking, testContext)).toEqual(released);
    expect(await opened.provider.release(booking, testContext)).toEqual(released);
    expect(opened.supplier.requests.slice(-3).map(({ route }) => route)).toEqual(['read', 'read', 'cancel']);
  });

  it('CRD-9: states no refund for a cancelled booking without a cancellation', async () => {
    await using opened = await openProvider();
    const booking = await cancelledBookingAt(opened);
    opened.supplier.fail({ route: 'cancel', respond: json(200, { status: 'CANCELLED' }) });
    expect(await opened.provider.release(booking, testContext)).toEqual({});
  });

  it('rejects if the supplier says that it cancelled, and did not', async () => {
    await using opened = await openProvider();
    const booking = await cancelledBookingAt(opened);
    opened.supplier.fail({ route: 'cancel', respond: json(200, { status: 'CONFIRMED' }) });
    await expect(opened.provider.release(booking, testContext)).rejects.toMatchObject({ code: 'invalid_state' });
  });
});
