import type { Booking, ModifyBooking } from '@booking-service/contract';
import { testContext } from '@booking-service/server/testing';
import { expect, it } from 'vitest';
import { toBookingUuid } from '../src/ids.ts';
import { bookOnce, newBookingAt, openProvider, slotsOn, type OpenedProvider } from './support/open-provider.ts';
import { html, json } from './support/responses.ts';

async function confirmedBookingAt(opened: OpenedProvider): Promise<Booking> {
  const booking = await newBookingAt(opened);
  await bookOnce(opened, booking);
  return { ...booking, status: 'confirmed' };
}

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
  expect(await modify(opened, { ...booking, party_size: 3 }, { party_size: 1 })).toMatchObject({ outcome: 'modified' });
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
