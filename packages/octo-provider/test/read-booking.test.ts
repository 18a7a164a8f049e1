import type { Booking } from '@booking-service/contract';
import { testContext } from '@booking-service/server/testing';
import { expect, it } from 'vitest';
import { toBookingUuid } from '../src/ids.ts';
import { bookOnce, newBookingAt, openProvider, type OpenedProvider } from './support/open-provider.ts';
import { html } from './support/responses.ts';

async function confirmedBookingAt(opened: OpenedProvider): Promise<Booking> {
  const booking = await newBookingAt(opened);
  const outcome = await bookOnce(opened, booking);
  if (outcome.outcome !== 'confirmed') throw new Error(`The outcome is ${outcome.outcome}.`);
  const { documents } = outcome;
  return { ...booking, ...(documents && { documents }), status: 'confirmed' };
}

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
