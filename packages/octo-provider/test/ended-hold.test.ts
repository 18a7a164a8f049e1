/** Holds that end at the supplier before the booking is confirmed. */
import type { Booking } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createOctoProvider } from '../src/index.ts';
import {
  bookOnce,
  html,
  json,
  newBookingAt,
  octoError,
  type OpenedProvider,
  openProvider,
  start,
  statusesAt,
} from './support/open-provider.ts';

const ended = { outcome: 'failed', error_code: 'slot_not_offered' };

/** Reserves for ten minutes, but the supplier does not confirm. */
async function holdAt(opened: OpenedProvider, route: 'confirm' | 'reserve' = 'confirm'): Promise<Booking> {
  const booking = await newBookingAt(opened);
  opened.supplier.fail({ route, after: route === 'reserve', respond: html(503) });
  if (route === 'reserve') opened.supplier.fail({ route: 'read', respond: html(503) });
  await expect(bookOnce(opened, booking)).rejects.toMatchObject({ code: 'UNREADABLE' });
  return booking;
}

it.each(['expired', 'forgotten', 'stale'] as const)('fails at once, where an ended hold is %s', async (endedHold) => {
  await using opened = await openProvider({ maxHoldMinutes: 10, endedHold });
  const booking = await holdAt(opened);
  await opened.clock.advance(10 * 60_000);
  expect(await bookOnce(opened, booking, 2)).toMatchObject(ended);
});

it.each(['expired', 'forgotten', 'stale'] as const)(
  'fails in a new process after the longest hold, where an ended hold is %s',
  async (endedHold) => {
    await using opened = await openProvider({ maxHoldMinutes: 10, endedHold });
    const booking = await holdAt(opened);
    await opened.clock.advance(20 * 60_000);
    const { url: baseUrl, token } = opened.supplier;
    const provider = createOctoProvider({ name: 'tours', baseUrl, token, clock: opened.clock });
    expect(await bookOnce({ provider }, booking, 2)).toMatchObject(ended);
  },
);

it('fails when the hold ended whose reservation got no response', async () => {
  await using opened = await openProvider({ maxHoldMinutes: 10, endedHold: 'forgotten' });
  const booking = await holdAt(opened, 'reserve');
  await opened.clock.advance(20 * 60_000);
  expect(await bookOnce(opened, booking, 2)).toMatchObject(ended);
});

it('retries a reservation that fails before anything was held', async () => {
  await using opened = await openProvider();
  const booking = await newBookingAt(opened, { updated: start.toISOString() });
  for (const attempt of [1, 2, 3]) {
    opened.supplier.fail({ route: 'reserve', respond: json(500, { error: 'INTERNAL_SERVER_ERROR' }) });
    await expect(bookOnce(opened, booking, attempt)).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
  }
  expect(await bookOnce(opened, booking, 4)).toMatchObject({ outcome: 'confirmed' });
});

it('confirms a hold that the supplier extends after its end', async () => {
  await using opened = await openProvider();
  const booking = await holdAt(opened);
  // The clock of the supplier is behind.
  const held = [...opened.supplier.bookings.all.values()][0];
  const over = { ...held, utcExpiresAt: start.toISOString() };
  opened.supplier.fail({ route: 'read', respond: json(200, over) });
  expect(await bookOnce(opened, booking, 2)).toMatchObject({ outcome: 'confirmed' });
});

it('reads the booking when the last confirmation fails, because it may have taken effect', async () => {
  await using opened = await openProvider({ maxHoldMinutes: 1, variant: { without: ['extend'] } });
  const booking = await newBookingAt(opened);
  opened.supplier.onPoint = (point) => {
    if (point === 'after confirm') void opened.clock.advance(2 * 60_000);
  };
  opened.supplier.fail({ route: 'confirm', after: true, respond: html(500) });
  expect(await bookOnce(opened, booking)).toMatchObject({ outcome: 'confirmed' });
  expect(statusesAt(opened)).toEqual(['CONFIRMED']);
});

it('fails when the supplier has forgotten the hold before its stated end', async () => {
  await using opened = await openProvider();
  const booking = await newBookingAt(opened);
  const respond = octoError('INVALID_BOOKING_UUID');
  opened.supplier.fail({ route: 'confirm', respond }, { route: 'read', respond });
  expect(await bookOnce(opened, booking)).toMatchObject(ended);
});

it('retries when a hold that is refused and not over cannot be cancelled', async () => {
  await using opened = await openProvider();
  const booking = await newBookingAt(opened);
  opened.supplier.fail(
    { route: 'confirm', respond: octoError('BAD_REQUEST') },
    { route: 'cancel', respond: html(503) },
  );
  await expect(bookOnce(opened, booking)).rejects.toMatchObject({ code: 'UNREADABLE' });
});

it('cancels a hold that is over by our clock only', async () => {
  await using opened = await openProvider({ variant: { without: ['extend'] } });
  const booking = await holdAt(opened);
  const held = [...opened.supplier.bookings.all.values()][0];
  const over = json(200, { ...held, utcExpiresAt: start.toISOString() });
  opened.supplier.fail(
    { route: 'read', respond: over },
    { route: 'confirm', respond: octoError('BAD_REQUEST', 'The hold is over') },
    { route: 'read', respond: over },
  );
  expect(await bookOnce(opened, booking, 2)).toMatchObject(ended);
  expect(statusesAt(opened)).toEqual(['CANCELLED']);
});
