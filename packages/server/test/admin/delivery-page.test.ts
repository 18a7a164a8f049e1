/** The deliveries of a sandbox, whose clock runs. */
import type { Booking } from '@booking-service/contract';
import type { AdminError, Delivery, DeliveryList, ListedDelivery } from '@booking-service/contract/admin';
import { expect, it } from 'vitest';
import { callAdmin } from '../support/worlds/admin-call.ts';
import { openSandboxWorld, type SandboxWorld } from '../support/worlds/sandbox-world.ts';
import { newBooking } from '../support/new-booking.ts';

async function create({ url, keys }: SandboxWorld, place = 'harbour_table'): Promise<Booking> {
  const response = await fetch(`${url}/v1/bookings`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${keys.test}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(newBooking({ venue: place, date: day() })),
  });
  expect(response.status).toBe(201);
  // Other tests check this response with the wire validator.
  return (await response.json()) as Booking;
}

/** A day with slots in the sandbox, whose clock starts at the real time. */
function day(): string {
  return new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the deliveries with their attempts, newest first. */
async function history({ adminUrl, organization_id }: SandboxWorld): Promise<Delivery[]> {
  const path = `organizations/${organization_id}/deliveries`;
  const { data } = (await callAdmin<DeliveryList>(adminUrl, `GET /${path}`)).body;
  const found = data.map(({ id }) => callAdmin<Delivery>(adminUrl, `GET /${path}/${id}`));
  return (await Promise.all(found)).map(({ body }) => body);
}

function resend({ adminUrl, organization_id }: SandboxWorld, delivery: Pick<Delivery, 'id'> | undefined) {
  const path = `organizations/${organization_id}/deliveries/${delivery?.id}/resend`;
  return callAdmin<ListedDelivery & AdminError>(adminUrl, `POST /${path}`);
}

it('DLV-7: lists each attempt with its time, its status or error, and its duration', async () => {
  await using sandbox = await openSandboxWorld();
  sandbox.endpoint.responses.push(500, 'drop');
  // The booking has no other event within 90 seconds.
  const booking = await create(sandbox, 'slow_service');
  const [fresh] = await history(sandbox);
  expect(fresh).toMatchObject({
    event_type: 'booking.created',
    booking_id: booking.id,
    state: 'pending',
    attempts: [],
    next_attempt_at: fresh?.created,
  });

  // The first tick, then both retries.
  await sandbox.clock.advance(30_000);
  const ticked = sandbox.clock.now();
  await sandbox.clock.advance(60_000);
  await sandbox.clock.advance(180_000);
  const shown = (await history(sandbox)).find(({ event_type }) => event_type === 'booking.created');
  expect(shown).toMatchObject({ state: 'succeeded', next_attempt_at: null, event_id: fresh?.event_id });
  const [first, second, third] = shown?.attempts ?? [];
  expect([first, second, third]).toMatchObject([
    { attempt: 1, status: 500, error: null, answer: 'seen' },
    { attempt: 2, status: null, error: 'connection', answer: null },
    { attempt: 3, status: 204, error: null },
  ]);
  expect(shown?.request_body).toBe(sandbox.endpoint.received[0]?.text);
  const sent = sandbox.endpoint.received
    .filter(({ event }) => event.id === shown?.event_id)
    .map(({ headers }) => headers.get('service-signature'));
  const kept = [first, second, third].map((each) => each?.request_headers?.['Service-Signature']);
  expect(kept).toEqual(sent);
  expect(new Set(kept).size).toBe(3);
  const at = (attempt = first) => Date.parse(attempt?.started ?? '');
  expect(at(first)).toBeLessThanOrEqual(ticked.getTime());
  expect(at(second) - at(first)).toBeGreaterThanOrEqual(30_000);
  expect(at(third) - at(second)).toBeGreaterThanOrEqual(120_000);
});

it('DLV-10: resends a delivery that succeeded, with the same event id', async () => {
  await using sandbox = await openSandboxWorld();
  await create(sandbox);
  await sandbox.clock.advance(30_000);
  const done = (await history(sandbox)).find(({ event_type }) => event_type === 'booking.created');
  expect(done?.state).toBe('succeeded');
  const before = sandbox.endpoint.received.length;
  expect(await resend(sandbox, done)).toMatchObject({
    status: 200,
    body: { id: done?.id, state: 'pending' },
  });
  await sandbox.clock.advance(30_000);
  const again = sandbox.endpoint.received.slice(before).map(({ event }) => event.id);
  expect(again).toEqual([done?.event_id]);
  const after = (await history(sandbox)).find(({ id }) => id === done?.id);
  expect(after).toMatchObject({ state: 'succeeded', attempts: [{ status: 204 }, { attempt: 2, status: 204 }] });
});

it('DLV-10 DLV-5: resends an abandoned delivery once, without retries', async () => {
  await using sandbox = await openSandboxWorld();
  sandbox.endpoint.responses.push(...Array<number>(12).fill(500));
  await create(sandbox);
  await sandbox.clock.advance(30 * 60_000);
  const given = (await history(sandbox)).find(({ event_type }) => event_type === 'booking.created');
  expect([given?.state, given?.attempts.length]).toEqual(['abandoned', 4]);
  expect((await resend(sandbox, given)).status).toBe(200);
  await sandbox.clock.advance(30 * 60_000);
  const after = (await history(sandbox)).find(({ id }) => id === given?.id);
  expect(after).toMatchObject({ state: 'abandoned', attempts: [{}, {}, {}, {}, { attempt: 5, status: 500 }] });
  expect(after?.attempts).toHaveLength(5);
});

it('DLV-10: refuses to resend a pending or an unknown delivery', async () => {
  await using sandbox = await openSandboxWorld();
  await create(sandbox);
  const [pending] = await history(sandbox);
  expect(await resend(sandbox, pending)).toMatchObject({
    status: 409,
    body: { error_code: 'invalid_state' },
  });
  expect((await history(sandbox))[0]).toEqual(pending);
  expect(await resend(sandbox, { id: 'dlv_unknown' })).toMatchObject({
    status: 404,
    body: { error_code: 'not_found' },
  });
});
