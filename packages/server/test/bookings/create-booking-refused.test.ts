import { expect, it } from 'vitest';
import { createSandboxProvider, type Provider } from '../../src/index.ts';
import { createManualClock, openWorld } from '../../src/testing.ts';
import { newBooking, newGuest } from '../support/new-booking.ts';

const request = newBooking();

const refused = [
  {
    rule: 'BKG-11',
    why: 'a venue without a provider',
    status: 409,
    code: 'slot_not_offered',
    change: { venue_id: 'ven_nowhere' },
  },
  { rule: 'BKG-11', why: 'a slot in the past', status: 409, code: 'slot_not_offered', change: slot('20261120T1900') },
  {
    rule: 'BKG-11',
    why: 'a slot that begins now',
    status: 409,
    code: 'slot_not_offered',
    change: slot('20261121T0930'),
  },
  { rule: 'BKG-11', why: 'a slot between two', status: 409, code: 'slot_not_offered', change: slot('20261121T1901') },
  { rule: 'BKG-11', why: 'an invalid day', status: 409, code: 'slot_not_offered', change: slot('20261331T1900') },
  { rule: 'BKG-11', why: 'a slot too far ahead', status: 409, code: 'slot_not_offered', change: slot('20270121T1900') },
  {
    rule: 'BKG-11',
    why: 'a slot of another venue',
    status: 409,
    code: 'slot_not_offered',
    change: { slot_id: 'slt_code_house_20261121T1900' },
  },
  {
    rule: 'BKG-11',
    why: 'more people than the maximum',
    status: 409,
    code: 'slot_not_offered',
    change: { party_size: 9 },
  },
  {
    rule: 'BKG-11',
    why: 'a guest without the required last name',
    status: 422,
    code: 'missing_last_name',
    change: { venue_id: 'ven_family_name', slot_id: 'slt_family_name_20261121T1900' },
  },
  {
    rule: 'BKG-5',
    why: 'another payment_collection',
    status: 400,
    code: 'invalid_request',
    change: { payment_collection: 'venue' },
  },
  {
    rule: 'BKG-5',
    why: 'an empty payment_collection',
    status: 400,
    code: 'invalid_request',
    change: { payment_collection: '' },
  },
  {
    rule: 'BKG-5',
    why: 'payment_collection null',
    status: 400,
    code: 'invalid_request',
    change: { payment_collection: null },
  },
  {
    rule: 'BKG-5',
    why: 'payment_collection in upper case',
    status: 400,
    code: 'invalid_request',
    change: { payment_collection: 'CardService_External' },
  },
];

function slot(time: string) {
  return { slot_id: `slt_harbour_table_${time}` };
}

it.each(refused)(
  '$rule IDM-6: refuses $why with $status $code and stores nothing',
  async ({ status, code, change }) => {
    await using world = await openWorld();
    const headers = { 'Idempotency-Key': 'order-1' };
    const response = await world.call('POST', '/v1/bookings', { headers, body: { ...request, ...change } });
    expect(response).toMatchObject({ status, body: { error_code: code } });
    expect(response.body['details'] === undefined).toBe(status !== 400);

    const claim = { now: world.clock.now(), lease_until: new Date(0), lease_token: 'lease_test', limit: 10 };
    expect(await world.store.claimRuns(claim)).toEqual([]);
    expect(await world.store.claimDeliveries(claim)).toEqual([]);
    const next = await world.call('POST', '/v1/bookings', { headers, body: request });
    expect(next.status).toBe(201);
  },
);

it('BKG-11: accepts the same booking with a last name', async () => {
  await using world = await openWorld();
  const { status } = await world.call('POST', '/v1/bookings', {
    body: newBooking({ venue: 'family_name', guest: newGuest({ last_name: 'Byron' }) }),
  });
  expect(status).toBe(201);
});

it('BKG-11: accepts the last offered slot and the largest party', async () => {
  await using world = await openWorld({ start: new Date('2026-11-21T19:00:00.000Z') });
  for (const change of [slot('20261121T2000'), slot('20270120T2100'), { ...slot('20261121T2100'), party_size: 8 }]) {
    const { status } = await world.call('POST', '/v1/bookings', { body: { ...request, ...change } });
    expect(status).toBe(201);
  }
  const past = await world.call('POST', '/v1/bookings', { body: { ...request, ...slot('20270121T1100') } });
  expect(past.status).toBe(409);
});

it('IDM-6: returns 503 if the provider cannot be reached, and accepts a retry with the same key', async () => {
  const sandbox = createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) });
  let isUnreachable = true;
  const checkRequest: Provider['checkRequest'] = async (create, context) => {
    if (isUnreachable) throw new Error('connect ECONNREFUSED 10.1.2.3:443');
    return sandbox.checkRequest(create, context);
  };
  await using world = await openWorld({ providers: [{ ...sandbox, checkRequest }] });
  const headers = { 'Idempotency-Key': 'order-1' };
  const response = await world.call('POST', '/v1/bookings', { headers, body: request });
  expect(response).toMatchObject({ status: 503, body: { error_code: 'service_unavailable' } });
  expect(response.headers.get('retry-after')).toBe('5');
  expect(JSON.stringify(response.body)).not.toContain('ECONNREFUSED');
  const claim = { now: world.clock.now(), lease_until: new Date(0), lease_token: 'lease_test', limit: 10 };
  expect(await world.store.claimRuns(claim)).toEqual([]);
  isUnreachable = false;
  expect((await world.call('POST', '/v1/bookings', { headers, body: request })).status).toBe(201);
});

it('IDM-6: returns 503 if the provider does not respond within 30 s', async () => {
  const sandbox = createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) });
  const providerCalled = Promise.withResolvers<void>();
  const checkRequest: Provider['checkRequest'] = () => {
    providerCalled.resolve();
    return new Promise(() => undefined);
  };
  await using world = await openWorld({ providers: [{ ...sandbox, checkRequest }] });
  const response = world.call('POST', '/v1/bookings', { body: request });
  await providerCalled.promise;
  await world.clock.advance(30_000);
  expect(await response).toMatchObject({ status: 503, body: { error_code: 'service_unavailable' } });
});
