/** The operations on the deliveries of an organization, and those of a sandbox, whose clock runs. */
import type {
  AdminError,
  Attempt,
  AuditList,
  Delivery,
  DeliveryCount,
  DeliveryList,
  ListedDelivery,
  ResentDeliveries,
} from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { idStart, randomId } from '@booking-service/kernel/contract';
import { keptSince } from '@booking-service/kernel/store';
import type { Booking } from '@booking-service/contract';
import {
  type AdminWorld,
  callAdmin,
  openAdminWorld,
  openSandboxWorld,
  type SandboxWorld,
} from '../../support/worlds/admin-world.ts';
import { engines } from '../../support/engines.ts';
import { addDelivery, at, start } from '../../store/queues/queued.ts';
import { addEvent, daysAgo, removeAll } from '../../store/retention/old-events.ts';
import { newBooking } from '../../support/new-booking.ts';

const minute_ms = 60_000;

async function list(world: AdminWorld, query: Record<string, string | number> = {}): Promise<DeliveryList> {
  const path = { organization_id: world.organization_id };
  const { status, body } = await world.call<DeliveryList>('listDeliveries', { path, query }, world.tokens.viewer);
  expect(status).toBe(200);
  return body;
}

function pathOf(world: AdminWorld, delivery_id = ''): Record<string, string> {
  return { organization_id: world.organization_id, delivery_id };
}

/** Adds a delivery whose four attempts get this status, and one that succeeds. Returns both, newest first. */
async function addTwo(world: AdminWorld, status = 500): Promise<readonly ListedDelivery[]> {
  world.endpoint.responses.push(...Array<number>(4).fill(status));
  await addDelivery(world.store, world.organization);
  await world.clock.advance(15 * minute_ms);
  await addDelivery(world.store, world.organization, 15 * minute_ms);
  await world.clock.advance(30_000);
  return (await list(world)).data;
}

async function auditOf(world: AdminWorld): Promise<AuditList['data']> {
  const path = { organization_id: world.organization_id };
  return (await world.call<AuditList>('listAuditEntries', { path }, world.tokens.admin)).body.data;
}

describe.each(engines)('an organization, on %s', (engine) => {
  it('DLV-7: lists deliveries, filters them, and shows each attempt', async () => {
    await using world = await openAdminWorld(engine);
    await addDelivery(world.store, { organization_id: world.foreign_id });
    const [sent, abandoned] = await addTwo(world);
    expect([sent, abandoned]).toMatchObject([
      { state: 'succeeded', status_class: '2xx', last_attempt: { attempt: 1, status: 204 }, next_attempt_at: null },
      { state: 'abandoned', status_class: '5xx', last_attempt: { attempt: 4, status: 500 }, next_attempt_at: null },
    ]);
    const found = async (query: Record<string, string | number>) => (await list(world, query)).data.map(({ id }) => id);
    expect(await found({ state: 'abandoned' })).toEqual([abandoned?.id]);
    expect(await found({ status_class: '2xx', event_type: 'booking.created' })).toEqual([sent?.id]);
    expect(await found({ booking_id: abandoned?.booking_id ?? '' })).toEqual([abandoned?.id]);
    expect(await found({ created_from: at(minute_ms).toISOString() })).toEqual([sent?.id]);
    expect(await found({ created_before: at(minute_ms).toISOString() })).toEqual([abandoned?.id]);
    expect(await found({ state: 'pending' })).toEqual([]);
    const first = await list(world, { limit: 1 });
    expect([first.data, first.next_cursor]).toEqual([[sent], sent?.id]);
    const second = await list(world, { limit: 1, cursor: first.next_cursor ?? '' });
    expect([second.data, second.next_cursor]).toEqual([[abandoned], null]);
    expect(second.removed_before).toBe(keptSince(world.clock.now(), { retention_days: 30 }).toISOString());

    const path = pathOf(world, abandoned?.id);
    const { body } = await world.call<Delivery>('getDelivery', { path }, world.tokens.viewer);
    expect(body.request_body).toBe(world.endpoint.received[0]?.text);
    expect(body.attempts.map(({ attempt, status, answer }) => [attempt, status, answer])).toEqual(
      [1, 2, 3, 4].map((attempt) => [attempt, 500, 'seen']),
    );
    const signatures = body.attempts.map(({ request_headers }) => request_headers?.['Service-Signature']);
    expect(signatures).toEqual(
      world.endpoint.received.slice(0, 4).map(({ headers }) => headers.get('service-signature')),
    );
    const earlier = await world.call<Delivery>('getDelivery', { path, query: { before_attempt: 3 } });
    expect(earlier.body).toMatchObject({ attempts: [{ attempt: 1 }, { attempt: 2 }], earlier_attempts_before: null });
  });

  it('DLV-7: refuses a cursor of another list', async () => {
    await using world = await openAdminWorld(engine);
    const path = { organization_id: world.organization_id };
    const query = { cursor: randomId('evt', start) };
    expect(await world.call('listDeliveries', { path, query })).toMatchObject({
      status: 400,
      body: {
        error_code: 'invalid_request',
        error: 'The cursor is not a next_cursor of this list.',
        details: [{ in: 'query', path: 'cursor', message: 'is not a next_cursor of this list' }],
      },
    });
  });

  it('DLV-10: resends a delivery once, and records who did', async () => {
    await using world = await openAdminWorld(engine);
    const [sent] = await addTwo(world);
    const resend = (token: string) => world.call('resendDelivery', { path: pathOf(world, sent?.id) }, token);
    expect(await resend(world.tokens.developer)).toMatchObject({
      status: 200,
      body: { id: sent?.id, state: 'pending' },
    });
    expect(await resend(world.tokens.operator)).toMatchObject({ status: 409, body: { error_code: 'invalid_state' } });
    const before = world.endpoint.received.length;
    await world.clock.advance(30_000);
    expect(world.endpoint.received.slice(before).map(({ event }) => event.id)).toEqual([sent?.event_id]);
    const entries = (await auditOf(world)).filter(({ action }) => action === 'resendDelivery');
    expect(entries).toMatchObject([{ target: sent?.id, actor: { kind: 'access_token', name: 'A developer' } }]);
  });

  it('DLV-10: makes the next attempt of a pending delivery at once, as one of the four', async () => {
    await using world = await openAdminWorld(engine);
    world.endpoint.responses.push(500, 500, 500, 500);
    await addDelivery(world.store, world.organization, 0);
    await world.clock.advance(minute_ms);
    const [waiting] = (await list(world, { state: 'pending' })).data;
    expect(waiting?.last_attempt).toMatchObject({ attempt: 2 });
    const path = pathOf(world, waiting?.id);
    const { status, body } = await world.call<ListedDelivery>('resendDelivery', { path }, world.tokens.developer);
    const now = world.clock.now().toISOString();
    expect({ status, body }).toMatchObject({ status: 200, body: { state: 'pending', next_attempt_at: now } });
    const sent = world.endpoint.received.length;
    await world.clock.advance(30_000);
    expect(world.endpoint.received.length).toBe(sent + 1);
    // The delay after the third attempt is that of the schedule, and the fourth is the last.
    await world.clock.advance(11 * minute_ms);
    expect((await list(world, { state: 'abandoned' })).data).toMatchObject([{ last_attempt: { attempt: 4 } }]);
  });

  it('DLV-10: counts the deliveries of a selection, and resends them in steps', async () => {
    await using world = await openAdminWorld(engine);
    world.endpoint.responses.push(...Array<number>(3 * 4).fill(404));
    for (const ms of [0, 0, 1_000]) await addDelivery(world.store, world.organization, ms);
    await world.clock.advance(15 * minute_ms);
    const path = { organization_id: world.organization_id };
    const created_from = start.toISOString();
    const later = { created_from: at(1_000).toISOString(), created_before: at(2_000).toISOString() };
    const resend = async (body: object) =>
      (await world.call<ResentDeliveries>('resendDeliveries', { path, body }, world.tokens.developer)).body;
    const count = async (query: Record<string, string>) =>
      (await world.call<DeliveryCount>('countDeliveries', { path, query }, world.tokens.viewer)).body.deliveries;
    const none = [
      { created_from: at(2_000).toISOString() },
      { created_from, created_before: created_from },
      { created_from, state: 'succeeded' },
      { created_from, status_class: '5xx' },
      { created_from, event_type: 'booking.failed' },
    ];
    for (const wanted of none) {
      expect(await count(wanted)).toBe(0);
      expect(await resend(wanted)).toMatchObject({ resent: 0, next_cursor: null });
    }
    expect(await count({})).toBe(3);
    expect(await count(later)).toBe(1);
    expect(await resend({ ...later, status_class: '4xx' })).toMatchObject({ resent: 1, next_cursor: null });
    // The cursor is where an earlier request ended.
    const cursor = idStart('dlv', at(1_000));
    expect(await resend({ created_from, cursor })).toMatchObject({ resent: 2, next_cursor: null });
    expect(await resend({ created_from })).toMatchObject({ resent: 0 });
    expect((await list(world, { state: 'pending' })).data).toHaveLength(3);
    await world.clock.advance(30_000);
    expect((await list(world, { state: 'succeeded' })).data).toHaveLength(3);
    const entries = (await auditOf(world)).filter(({ action }) => action === 'resendDeliveries');
    expect(entries.map(({ details }) => details)).toEqual([{ created_from }, { ...later, status_class: '4xx' }]);
    // A delivery that has succeeded is resent, too: a receiver may have lost it.
    expect(await count({ state: 'succeeded' })).toBe(3);
    expect(await resend({ created_from, state: 'succeeded' })).toMatchObject({ resent: 3 });
  });

  it('DLV-8: deletes the stored response of an attempt, and nothing else', async () => {
    await using world = await openAdminWorld(engine);
    const [, abandoned] = await addTwo(world);
    const path = { ...pathOf(world, abandoned?.id), attempt: '2' };
    const remove = (wanted: Record<string, string>) =>
      world.call<Attempt & AdminError>('deleteAttemptResponse', { path: wanted }, world.tokens.admin);
    const { body } = await remove(path);
    expect(body).toMatchObject({ attempt: 2, status: 500, answer: null });
    expect(body.answer_deleted_at).toBe(world.clock.now().toISOString());
    await world.clock.advance(1_000);
    expect((await remove(path)).body).toEqual(body);
    const shown = await world.call<Delivery>('getDelivery', { path: pathOf(world, abandoned?.id) });
    expect(shown.body.attempts.map(({ answer }) => answer)).toEqual(['seen', null, 'seen', 'seen']);
    expect(await remove({ ...path, attempt: '5' })).toMatchObject({ status: 404 });
    expect(await remove({ ...path, attempt: 'x' })).toMatchObject({ status: 400 });
    const entries = (await auditOf(world)).filter(({ action }) => action === 'deleteAttemptResponse');
    expect(entries).toMatchObject([{ target: abandoned?.id, details: { attempt: 2 } }]);
  });

  it('DLV-14: reports removed deliveries as removed, and no others', async () => {
    await using world = await openAdminWorld(engine);
    const { store, organization } = world;
    const old = await addEvent(store, organization, daysAgo(90));
    await world.clock.advance(30_000);
    const [sent] = (await list(world)).data;
    expect(sent).toMatchObject({ event_id: old, state: 'succeeded' });
    world.endpoint.responses.push(...Array<number>(100).fill(500));
    await addEvent(store, organization, daysAgo(91));
    await removeAll(store);
    const calls = ['getDelivery', 'resendDelivery', 'deleteAttemptResponse'] as const;
    const callAll = async (id = '') =>
      Promise.all(
        calls.map(async (operation) => {
          const { status, body } = await world.call(operation, { path: { ...pathOf(world, id), attempt: '1' } });
          return [status, body['error_code']];
        }),
      );
    expect(await callAll(sent?.id)).toEqual(calls.map(() => [410, 'removed']));
    // A pending delivery is never removed.
    const [kept] = (await list(world)).data;
    expect(kept).toMatchObject({ state: 'pending', created: daysAgo(91).toISOString() });
    expect(await world.call('getDelivery', { path: pathOf(world, kept?.id) })).toMatchObject({ status: 200 });
    const since = keptSince(world.clock.now(), { retention_days: 30 });
    expect(await callAll(randomId('dlv', new Date(since.getTime() - 1)))).toEqual(calls.map(() => [410, 'removed']));
    expect(await callAll(randomId('dlv', since))).toEqual(calls.map(() => [404, 'not_found']));
    expect(await callAll('dlv_unknown')).toEqual(calls.map(() => [404, 'not_found']));
  });
});

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

function resendOf({ adminUrl, organization_id }: SandboxWorld, delivery: Pick<Delivery, 'id'> | undefined) {
  const path = `organizations/${organization_id}/deliveries/${delivery?.id}/resend`;
  return callAdmin<ListedDelivery & AdminError>(adminUrl, `POST /${path}`);
}

describe('a sandbox', () => {
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
    const sentAt = (attempt = first) => Date.parse(attempt?.started_at ?? '');
    expect(sentAt(first)).toBeLessThanOrEqual(ticked.getTime());
    expect(sentAt(second) - sentAt(first)).toBeGreaterThanOrEqual(30_000);
    expect(sentAt(third) - sentAt(second)).toBeGreaterThanOrEqual(120_000);
  });

  it('DLV-10: resends a delivery that succeeded, with the same event id', async () => {
    await using sandbox = await openSandboxWorld();
    await create(sandbox);
    await sandbox.clock.advance(30_000);
    const done = (await history(sandbox)).find(({ event_type }) => event_type === 'booking.created');
    expect(done?.state).toBe('succeeded');
    const before = sandbox.endpoint.received.length;
    expect(await resendOf(sandbox, done)).toMatchObject({
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
    expect((await resendOf(sandbox, given)).status).toBe(200);
    await sandbox.clock.advance(30 * 60_000);
    const after = (await history(sandbox)).find(({ id }) => id === given?.id);
    expect(after).toMatchObject({ state: 'abandoned', attempts: [{}, {}, {}, {}, { attempt: 5, status: 500 }] });
    expect(after?.attempts).toHaveLength(5);
  });

  it('DLV-10: refuses to resend a pending or an unknown delivery', async () => {
    await using sandbox = await openSandboxWorld();
    await create(sandbox);
    const [pending] = await history(sandbox);
    expect(await resendOf(sandbox, pending)).toMatchObject({
      status: 409,
      body: { error_code: 'invalid_state' },
    });
    expect((await history(sandbox))[0]).toEqual(pending);
    expect(await resendOf(sandbox, { id: 'dlv_unknown' })).toMatchObject({
      status: 404,
      body: { error_code: 'not_found' },
    });
  });
});
