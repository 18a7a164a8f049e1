/** A header that is sent twice. A Request of the Fetch standard joins the two, so the handler cannot refuse it (handler.test.ts). */
import type { ErrorDetail } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { openWorld, type World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { sendRaw, toRequest } from '../support/raw/raw-http.ts';
import { newBooking } from '../support/new-booking.ts';

const booking = newBooking({ date: '2026-11-22' });

/** Creates a booking with two equal keys. */
async function createTwice({ url, wire }: World, api_key: string, body: unknown = booking) {
  const headers = [
    `Authorization: Bearer ${api_key}`,
    'Content-Type: application/json',
    'Idempotency-Key: order-1',
    'Idempotency-Key: order-1',
    'Connection: close',
  ];
  const [response] = await sendRaw(url, toRequest('POST /v1/bookings', { headers, body: JSON.stringify(body) }));
  if (!response) throw new Error('There was no response.');
  wire.checkResponse({ method: 'POST', path: '/v1/bookings', ...response });
  return response;
}

it.each([
  { name: 'a good body', party_size: 2, named: ['header idempotency-key'] },
  { name: 'a bad one', party_size: 0, named: ['body /party_size', 'header idempotency-key'] },
])(
  'END-12 IDM-4 ERR-4: refuses a repeated Idempotency-Key, with $name, with 400 and names it',
  async ({ party_size, named }) => {
    await using world = await openWorld();
    const { status, text } = await createTwice(world, world.organization.keys.test, { ...booking, party_size });
    const body = JSON.parse(text) as { error_code: string; details: ErrorDetail[] };
    expect([status, body.error_code]).toEqual([400, 'invalid_request']);
    expect(body.details.map((detail) => `${detail.in} ${detail.path}`).toSorted()).toEqual(named);
  },
);

it.each(engines)('IDM-7 IDM-4: refuses it at its step in the order of refusals, on %s', async (engine) => {
  await using world = await openWorldOn(engine, { organization: { test_allowance: 0 } });
  const { keys } = world.organization;
  const headers = { 'Idempotency-Key': 'order-1, order-1' };
  // One key that looks like two joined ones.
  const created = await world.call('POST', '/v1/bookings', { key: 'live', headers, body: booking });
  expect(created.status).toBe(201);
  const live = await createTwice(world, keys.live);
  expect(live).toMatchObject({ status: 400, text: expect.stringContaining('must be sent once') as unknown });
  const test = await createTwice(world, keys.test);
  expect(test).toMatchObject({ status: 402, text: expect.stringContaining('free_tier_exhausted') as unknown });
});
