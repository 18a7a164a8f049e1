import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Booking, CreateBooking } from '@booking-service/contract';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { randomId } from '../domain/ids.ts';
import { noObserver } from '../log/observer.ts';
import type { Store } from '../store/store.ts';
import { openWorld, type World } from '../testing.ts';
import { deliverDue } from './deliver.ts';

const request: CreateBooking = {
  venue_id: 'ven_harbour_table',
  slot_id: 'slt_harbour_table_20261121T1900',
  party_size: 2,
  guest: { first_name: 'Ada', email: 'ada@diner.test' },
};

/** Creates a log that keeps its lines. */
function createMemoryLog() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  return { lines, log };
}

async function create(world: World): Promise<string> {
  return (await world.call<Booking>('POST', '/v1/bookings', { body: request })).body.id;
}

it('DLV-6: logs an outcome that comes after its lease and does not record it', async () => {
  await using world = await openWorld();
  const { store, clock, organization } = world;
  await using closing = new AsyncDisposableStack();
  const server = createServer((_req, res) => {
    // During this attempt its lease ends, and another worker claims the delivery.
    const now = new Date(clock.now().getTime() + 30_001);
    const lease_until = new Date(now.getTime() + 30_000);
    void store
      .claimDeliveries({ now, lease_until, lease_token: 'lease_other', limit: 10 })
      .then(() => res.writeHead(204).end());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.defer(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await store.setWebhookUrl(organization.organization_id, `http://127.0.0.1:${port}/`);
  await create(world);

  const { lines, log } = createMemoryLog();
  const fenced: unknown[] = [];
  const observer = { ...noObserver, fenced: (report: unknown) => void fenced.push(report) };
  await deliverDue({ store, clock, newId: randomId, log, observer, allowLoopback: true });
  expect(fenced).toEqual([{ work: 'delivery' }]);
  expect(lines).toMatchObject([
    {
      level: 50,
      attempt: 1,
      status: 204,
      msg: 'an attempt ended after its lease; its outcome is not recorded',
    },
  ]);
  // The other worker still holds it. It is due again when that lease ends.
  const claimAt = (ms: number) => {
    const now = new Date(clock.now().getTime() + ms);
    return store.claimDeliveries({ now, lease_until: now, lease_token: 'lease_test', limit: 10 });
  };
  expect(await claimAt(60_001)).toEqual([]);
  expect(await claimAt(60_002)).toMatchObject([{ attempt: 3 }]);
});

it('DLV-4 DLV-5: logs each outcome (delivered, failed, abandoned) without the secret or the payload', async () => {
  await using world = await openWorld();
  const { store, organization, endpoint } = world;
  const id = await create(world);
  endpoint.responses.push(500, 'drop', 503, 301);
  const { lines, log } = createMemoryLog();
  for (let minutes = 0; minutes < 4; minutes += 1) {
    const clock = { now: () => new Date(world.clock.now().getTime() + minutes * 900_000) };
    await deliverDue({ store, clock, newId: randomId, log, allowLoopback: true });
  }
  expect(lines.map(({ attempt, status, error, msg }) => ({ attempt, status, error, msg }))).toEqual([
    { attempt: 1, status: 500, error: null, msg: 'a webhook attempt failed' },
    { attempt: 2, status: null, error: 'connection', msg: 'a webhook attempt failed' },
    { attempt: 3, status: 503, error: null, msg: 'a webhook attempt failed' },
    { attempt: 4, status: 301, error: null, msg: 'a webhook delivery was abandoned' },
  ]);
  await world.call('POST', `/v1/bookings/${id}/cancel`);
  await deliverDue({ store, clock: world.clock, newId: randomId, log, allowLoopback: true });
  expect(lines[4]).toMatchObject({ attempt: 1, status: 204, msg: 'a webhook was delivered' });
  const written = JSON.stringify(lines);
  expect(written).not.toContain(organization.signing_secret);
  expect(written).not.toContain(id);
});

it('DLV-3: logs a store error and does not reject', async () => {
  const { lines, log } = createMemoryLog();
  const store = {
    abandonSpentDeliveries: async () => [],
    claimTurns: async () => ['org_a', 'org_b'],
    endTurn: async () => undefined,
    claimDeliveries: async () => {
      throw new Error('The disk is full.');
    },
    recordAttempt: async () => true,
  };
  const options = { clock: { now: () => new Date(0) }, newId: randomId, log, allowLoopback: true };
  await deliverDue({ ...options, store });
  const failed = { level: 50, err: { message: 'The disk is full.' } };
  expect(lines).toMatchObject([
    { ...failed, organization_id: 'org_a' },
    { ...failed, organization_id: 'org_b' },
  ]);
  await deliverDue({ ...options, store: { ...store, claimTurns: store.claimDeliveries } });
  expect(lines.at(-1)).toMatchObject({ ...failed, msg: 'could not deliver webhooks' });
});

it('DLV-9: retries an attempt that cannot be recorded when its lease ends, and still makes the others', async () => {
  await using world = await openWorld();
  const { store, clock, endpoint } = world;
  await create(world);
  await create(world);
  await create(world);
  const { lines, log } = createMemoryLog();
  let recorded = 0;
  const recordAttempt: Store['recordAttempt'] = async (...outcome) => {
    recorded += 1;
    if (recorded === 1) throw new Error(`The disk is full: ${outcome[0].signing_secret}`);
    return store.recordAttempt(...outcome);
  };
  await deliverDue({ store: { ...store, recordAttempt }, clock, newId: randomId, log, allowLoopback: true });
  expect(endpoint.received).toHaveLength(3);
  expect(recorded).toBe(3);
  expect(lines.filter(({ level }) => level === 50)).toMatchObject([
    { attempt: 1, event_id: expect.stringMatching(/^evt_/), err: { message: 'The disk is full: [masked]' } },
  ]);
  const now = new Date(clock.now().getTime() + 30_001);
  expect(await store.claimDeliveries({ now, lease_until: now, lease_token: 'lease_test', limit: 10 })).toMatchObject([
    { attempt: 2 },
  ]);
});

it('DLV-3: claims nothing if isRunning returns false', async () => {
  await using world = await openWorld();
  await create(world);
  const { log } = createMemoryLog();
  const { store, clock, endpoint } = world;
  await deliverDue({ store, clock, newId: randomId, log, allowLoopback: true, isRunning: () => false });
  expect(endpoint.received).toEqual([]);
});
