import { findBookingByKey } from '@booking-service/client/find-booking-by-key';
import { expect, it } from 'vitest';
import { newBooking } from './support/open-client.ts';
import { openTarget } from './support/target.ts';

it('IDM-1 IDM-3: finds the booking of a key, and makes none under an unused key', async () => {
  await using target = await openTarget();
  const { client, live } = target;
  const booking = await client.bookings.create(newBooking(), { idempotencyKey: 'order-1041' });
  expect(await findBookingByKey(client, 'order-1041')).toEqual(booking);
  expect(await findBookingByKey(client, 'order-1042')).toBeUndefined();
  expect(await findBookingByKey(live, 'order-1041')).toBeUndefined();
  expect((await client.bookings.list()).data).toHaveLength(1);
});

it('finds no booking of a caller who must pay before a create', async () => {
  await using target = await openTarget();
  await target.world.addMagicOrganizations();
  const unbilled = target.open({ apiKey: 'sk_test_sandbox_unbilled' });
  expect(await findBookingByKey(unbilled, 'order-1041')).toBeUndefined();
});

it('throws the other errors of a create', async () => {
  await using target = await openTarget();
  const stranger = target.open({ apiKey: 'sk_test_nobody' });
  await expect(findBookingByKey(stranger, 'order-1041')).rejects.toMatchObject({ code: 'unauthorized' });
});
