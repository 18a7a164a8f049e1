/**
 * A process that was paused between the claim of a delivery and its send has lost the lease of its attempt (DLV-6).
 * @module-tag needs-openssl
 */
import { createServer } from 'node:https';
import { createSecureContext, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { delivery } from '@booking-service/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
// @boundaries-ignore a private part of the kernel
import { createSignatures } from '../../../kernel/src/deliveries/attempt-delivery.ts';
// @boundaries-ignore a private part of the kernel
import { createDeliveryHosts } from '../../../kernel/src/deliveries/delivery-hosts.ts';
// @boundaries-ignore a private part of the kernel
import { createDeliveryLane } from '../../../kernel/src/deliveries/delivery-lane.ts';
// @boundaries-ignore a private part of the kernel
import type { LaneOptions } from '../../../kernel/src/deliveries/delivery-turns.ts';
// @boundaries-ignore a private part of the kernel
import { createRecorder } from '../../../kernel/src/deliveries/report-deliveries.ts';
import { noObserver } from '../../src/log/observer.ts';
import type { Store } from '../../src/store/store.ts';
import { signWebhooks } from '../../src/worker/worker.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { createCertificate, type Certificate } from '../../../kernel/test/support/network/certificate.ts';
import { engines, openWorldOn, type EngineWorld } from '../support/engines.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { listenOnLoopback } from '../../../kernel/test/support/network/listen-on-loopback.ts';
import { newBooking } from '../support/new-booking.ts';
import { pendingProvider } from '../support/providers.ts';
import { readDeliveries } from '../support/databases.ts';

const pause_ms = 45_000;
const trusted = getCACertificates('default');
let certificate: Certificate;
beforeAll(() => {
  certificate = createCertificate(['receiver.test']);
  setDefaultCACertificates([certificate.cert]);
});
afterAll(() => setDefaultCACertificates(trusted));

/** Opens a service whose worker does not run, with one delivery, and a lane beside it whose process can be paused. */
async function openPaused(world: EngineWorld, options: Partial<LaneOptions> = {}) {
  const lines: Record<string, unknown>[] = [];
  const reports: unknown[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  let paused_ms = 0;
  const clock = {
    now: () => new Date(world.clock.now().getTime() + paused_ms),
    monotonic_ms: () => paused_ms,
    after: () => () => undefined,
  };
  const lane = createDeliveryLane({
    store: world.store,
    clock,
    log,
    observer: { ...noObserver, lapsed: (report) => void reports.push(report) },
    isRunning: () => true,
    newId: randomId,
    recorder: createRecorder({ store: world.store, clock, log }),
    rules: delivery,
    signatures: createSignatures(signWebhooks),
    program: 'booking-service',
    spanPrefix: 'booking_service',
    subjectField: 'booking_id',
    hosts: createDeliveryHosts(),
    receivers: 'quick',
    allowLoopback: true,
    ...options,
  });
  await world.call('POST', '/v1/bookings', { body: newBooking() });
  return {
    lane,
    lines,
    reports,
    clock,
    /** Time passes while the process stands still. */
    pause: () => (paused_ms += pause_ms),
    claim: (lease_token: string) => {
      const now = clock.now();
      return world.store.claimDeliveries({
        now,
        lease_until: new Date(now.getTime() + 30_000),
        lease_token,
        limit: 10,
      });
    },
  };
}

const loopback = [{ address: '127.0.0.1', family: 4 }];

describe.each(engines)('%s', (engine) => {
  it('DLV-6: sends nothing if it is paused between the claim and the send, and the attempt is not spent', async () => {
    await using world = await openWorldOn(engine, { providers: [pendingProvider] });
    let pause = (): unknown => undefined;
    const store = {
      ...world.store,
      claimTurns: async (claim: Parameters<Store['claimTurns']>[0]) => {
        const claimed = await world.store.claimTurns(claim);
        pause();
        return claimed;
      },
    };
    const paused = await openPaused(world, { store });
    ({ pause } = paused);
    await paused.lane.deliverDue();
    expect(world.endpoint.received).toEqual([]);
    expect(await readDeliveries(world.store)).toMatchObject([{ state: 'pending', attempts: [] }]);
    expect(paused.reports).toEqual([{ work: 'delivery' }]);
    expect(paused.lines).toMatchObject([{ level: 40, attempt: 1, msg: expect.stringContaining('lease') as string }]);
    // No other process has claimed it, so it is due again with the same number.
    expect(await paused.claim('lease_other')).toMatchObject([{ attempt: 1 }]);
  });

  it('DLV-6: sends nothing if it is paused while it resolves the name, and takes no claim from another worker', async () => {
    await using world = await openWorldOn(engine, { providers: [pendingProvider] });
    let duringLookup = async (): Promise<unknown> => undefined;
    const paused = await openPaused(world, {
      resolve: async () => {
        await duringLookup();
        return loopback;
      },
    });
    const others: unknown[] = [];
    duringLookup = async () => {
      paused.pause();
      others.push(...(await paused.claim('lease_other')));
    };
    await paused.lane.deliverDue();
    expect(others).toMatchObject([{ attempt: 2 }]);
    expect(world.endpoint.received).toEqual([]);
    expect(paused.reports).toEqual([{ work: 'delivery' }]);
    expect(await paused.claim('lease_third')).toEqual([]);
  });
});

it('DLV-6: sends nothing if it is paused while it connects', async () => {
  const requests: unknown[] = [];
  let pause = (): unknown => undefined;
  const server = createServer(
    {
      ...certificate,
      SNICallback: (_name, done) => {
        pause();
        done(null, createSecureContext(certificate));
      },
    },
    (req, res) => {
      requests.push(req.url);
      res.writeHead(204).end();
    },
  );
  await using closing = new AsyncDisposableStack();
  closing.defer(() => void server.close());
  const { port } = new URL(await listenOnLoopback(server));
  await using world = await openWorldOn('sqlite', { providers: [pendingProvider] });
  await world.store.setWebhookUrl(world.organization.organization_id, `https://receiver.test:${port}/`);
  const paused = await openPaused(world, { resolve: async () => loopback });
  ({ pause } = paused);
  await paused.lane.deliverDue();
  expect(requests).toEqual([]);
  expect(paused.reports).toEqual([{ work: 'delivery' }]);
});
