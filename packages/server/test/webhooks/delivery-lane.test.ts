import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delivery as rules, type Booking } from '@booking-service/contract';
import { pino, type Logger } from 'pino';
import { expect, it } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
// @boundaries-ignore a private part of the kernel
import { createSignatures } from '../../../kernel/src/deliveries/attempt-delivery.ts';
// @boundaries-ignore a private part of the kernel
import { createDeliveryHosts, type DeliveryHosts } from '../../../kernel/src/deliveries/delivery-hosts.ts';
// @boundaries-ignore a private part of the kernel
import { createDeliveryLane } from '../../../kernel/src/deliveries/delivery-lane.ts';
// @boundaries-ignore a private part of the kernel
import { createRecorder } from '../../../kernel/src/deliveries/report-deliveries.ts';
// @boundaries-ignore a private part of the kernel
import type { EndingTurn } from '../../../kernel/src/store/deliveries/port.ts';
import { noObserver, type Observer } from '../../src/log/observer.ts';
import type { Store } from '../../src/store/store.ts';
import { signWebhooks } from '../../src/worker/worker.ts';
import { openWorld, type World } from '../../src/testing.ts';
import { readDeliveries } from '../support/databases.ts';
import type { SizedBooking } from '../../src/domain/booking.ts';

const request: SizedBooking = {
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

interface Tick {
  readonly store: Pick<Store, 'claimTurns' | 'endTurns' | 'claimDeliveries' | 'giveBackDeliveries' | 'recordAttempts'>;
  readonly now: () => Date;
  readonly log: Logger;
  readonly observer?: Observer;
  readonly isRunning?: () => boolean;
  readonly hosts?: DeliveryHosts;
}

/** Makes one tick of the lane of quick receivers. */
async function deliverDue({ observer = noObserver, isRunning = () => true, ...tick }: Tick): Promise<void> {
  const { store, now, log, hosts = createDeliveryHosts() } = tick;
  const clock = { now, monotonic_ms: () => now().getTime(), after: () => () => undefined };
  const lane = createDeliveryLane({
    store,
    clock,
    log,
    observer,
    isRunning,
    newId: randomId,
    recorder: createRecorder({ store, clock, log }),
    rules,
    signatures: createSignatures(signWebhooks),
    program: 'booking-service',
    spanPrefix: 'booking_service',
    subjectField: 'booking_id',
    hosts,
    receivers: 'quick',
    allowLoopback: true,
  });
  await lane.deliverDue();
}

/** The host dead.test hangs. */
function openHangingHosts(): DeliveryHosts {
  const hosts = createDeliveryHosts();
  for (let count = 0; count < 20; count += 1) {
    hosts.begin('dead.test');
    hosts.slow('dead.test');
  }
  return hosts;
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
  await deliverDue({ store, now: () => clock.now(), log, observer });
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

it('DLV-9: delivers several webhooks of an organization on one connection', async () => {
  await using world = await openWorld();
  const { store, clock, organization } = world;
  await using closing = new AsyncDisposableStack();
  const seen = { connections: 0, requests: 0 };
  const server = createServer((_req, res) => {
    seen.requests += 1;
    res.writeHead(204).end();
  });
  server.on('connection', () => (seen.connections += 1));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.defer(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await store.setWebhookUrl(organization.organization_id, `http://127.0.0.1:${port}/`);
  for (let count = 0; count < 8; count += 1) await create(world);
  await deliverDue({ store, now: () => clock.now(), log: createMemoryLog().log });
  expect(seen).toEqual({ connections: 1, requests: 8 });
});

it('DLV-4 DLV-5: logs each outcome (delivered, failed, abandoned) without the secret or the payload', async () => {
  await using world = await openWorld();
  const { store, organization, endpoint } = world;
  const id = await create(world);
  endpoint.responses.push(500, 'drop', 503, 301);
  const { lines, log } = createMemoryLog();
  for (let minutes = 0; minutes < 4; minutes += 1) {
    await deliverDue({ store, now: () => new Date(world.clock.now().getTime() + minutes * 900_000), log });
  }
  expect(lines.map(({ attempt, status, error, msg }) => ({ attempt, status, error, msg }))).toEqual([
    { attempt: 1, status: 500, error: null, msg: 'a webhook attempt failed' },
    { attempt: 2, status: null, error: 'connection', msg: 'a webhook attempt failed' },
    { attempt: 3, status: 503, error: null, msg: 'a webhook attempt failed' },
    { attempt: 4, status: 301, error: null, msg: 'a webhook delivery was abandoned' },
  ]);
  await world.call('POST', `/v1/bookings/${id}/cancel`);
  await deliverDue({ store, now: () => world.clock.now(), log });
  expect(lines[4]).toMatchObject({ attempt: 1, status: 204, msg: 'a webhook was delivered' });
  const written = JSON.stringify(lines);
  expect(written).not.toContain(organization.signing_secret);
  expect(written).not.toMatch(/"object\\*":/);
});

it('DLV-3: logs a store error and does not reject', async () => {
  const { lines, log } = createMemoryLog();
  const store = {
    claimTurns: async () =>
      ['org_a', 'org_b'].map((organization_id) => ({ organization_id, webhook_url: null, deliveries: [] })),
    endTurns: async (turns: readonly unknown[]) => turns.map(() => ({ due: false, abandoned: [] })),
    claimDeliveries: async () => {
      throw new Error('The disk is full.');
    },
    giveBackDeliveries: async () => undefined,
    recordAttempts: async () => [],
  };
  const now = () => new Date(0);
  // Turns are claimed without deliveries.
  await deliverDue({ store, now, log, hosts: openHangingHosts() });
  const failed = { level: 50, err: { message: 'The disk is full.' } };
  expect(lines).toMatchObject([
    { ...failed, organization_id: 'org_a' },
    { ...failed, organization_id: 'org_b' },
  ]);
  await deliverDue({ store: { ...store, claimTurns: store.claimDeliveries }, now, log });
  expect(lines.at(-1)).toMatchObject({ ...failed, msg: 'could not deliver webhooks' });
  const fault = new Error('The sealed text of org_a does not open.');
  const claimTurns = async () => [{ organization_id: 'org_a', webhook_url: null, deliveries: [], fault }];
  await deliverDue({ store: { ...store, claimTurns }, now, log });
  expect(lines.at(-1)).toMatchObject({ level: 50, err: { message: fault.message }, organization_id: 'org_a' });
});

it('DLV-9 DLV-13: a host that hangs has two hundred turns; others wait in the slow lane', async () => {
  const hosts = openHangingHosts();
  const names = Array.from({ length: 201 }, (_each, index) => `org_${index}`);
  const turns = names.map((organization_id) => ({
    organization_id,
    webhook_url: 'https://dead.test/',
    deliveries: [],
  }));
  const gate = Promise.withResolvers<void>();
  const moved: string[] = [];
  const limits = new Set<number>();
  const store = {
    claimTurns: async () => turns.splice(0),
    async claimDeliveries({ limit }: { limit: number }) {
      limits.add(limit);
      await gate.promise;
      return [];
    },
    async endTurns(ending: readonly EndingTurn[]) {
      moved.push(...ending.filter((turn) => turn.receivers === 'slow').map((turn) => turn.organization_id));
      gate.resolve();
      return ending.map(() => ({ due: false, abandoned: [] }));
    },
    giveBackDeliveries: async () => undefined,
    recordAttempts: async () => [],
  };
  await deliverDue({ store, now: () => new Date(0), log: createMemoryLog().log, hosts });
  expect(moved).toEqual(['org_200']);
  // One attempt at a time.
  expect([...limits]).toEqual([1]);
});

it('DLV-9: an attempt that cannot be recorded is retried when its lease ends, and the others are recorded', async () => {
  await using world = await openWorld();
  const { store, clock, endpoint } = world;
  for (let count = 0; count < 2; count += 1) await create(world);
  const { lines, log } = createMemoryLog();
  const [first] = await readDeliveries(store);
  let passed_ms = 0;
  let others = 0;
  const recordAttempts: Store['recordAttempts'] = async (outcomes) => {
    if (outcomes.some(({ delivery }) => delivery.id === first?.id)) {
      // The lease ends when only this delivery is left.
      if (others === 1) passed_ms = 30_001;
      throw new Error(`The disk is full: ${world.organization.signing_secret}`);
    }
    others += outcomes.length;
    return store.recordAttempts(outcomes);
  };
  const now = () => new Date(clock.now().getTime() + passed_ms);
  await deliverDue({ store: { ...store, recordAttempts }, now, log });
  expect(endpoint.received).toHaveLength(2);
  expect(lines.filter(({ level }) => level === 50)).toMatchObject([
    { attempt: 1, event_id: first?.event_id, err: { message: 'The disk is full: [masked]' } },
  ]);
  const lease = { lease_until: now(), lease_token: 'lease_test', limit: 10 };
  expect(await store.claimDeliveries({ ...lease, now: now() })).toMatchObject([
    { attempt: 2, event_id: first?.event_id },
  ]);
});

it('DLV-3: claims nothing if isRunning returns false', async () => {
  await using world = await openWorld();
  await create(world);
  const { log } = createMemoryLog();
  const { store, clock, endpoint } = world;
  await deliverDue({ store, now: () => clock.now(), log, isRunning: () => false });
  expect(endpoint.received).toEqual([]);
});
