/** Deliveries of events, and the starts of their worker: on its ticks, and for each new event. */
import { type Booking, delivery as contract } from '@booking-service/contract';
import { createVerifier } from '@booking-service/webhooks';
import { describe, expect, it } from 'vitest';
import { createSandboxProvider } from '../../src/index.ts';
import { createManualClock, openWebhookEndpoint, openWorld, type World } from '../../src/testing.ts';
import { engines, makeDatabase, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { interceptStore } from '../support/databases.ts';

const request = newBooking();

/** A provider that stays pending, so that each booking has one event. */
const endless = {
  ...createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) }),
  book: async () => ({ outcome: 'pending', retry_after_seconds: 86_400 }) as const,
};

async function create(world: World, key = 'test'): Promise<string> {
  const { body } = await world.call<Booking>('POST', '/v1/bookings', { key, body: request });
  return body.id;
}

function receivedIds(endpoint: { received: World['endpoint']['received'] }): string[] {
  return endpoint.received.map(({ event }) => event.data.object.id);
}

describe('a delivery', () => {
  it('DLV-3: sends at the tick every 30 s and at no other time', async () => {
    await using world = await openWorld({ providers: [endless] });
    const first = await create(world);
    await world.clock.advance(29_999);
    expect(receivedIds(world.endpoint)).toEqual([]);
    await world.clock.advance(1);
    expect(receivedIds(world.endpoint)).toEqual([first]);
    const second = await create(world);
    await world.clock.advance(29_999);
    expect(receivedIds(world.endpoint)).toEqual([first]);
    await world.clock.advance(1);
    expect(receivedIds(world.endpoint)).toEqual([first, second]);
  });

  it('DLV-3: sends everything that is due in one tick, in several batches, each once', async () => {
    await using world = await openWorld({ providers: [endless], organization: { test_allowance: 1_000 } });
    const ids = await Promise.all(Array.from({ length: 120 }, () => create(world)));
    await world.clock.advance(30_000);
    expect(receivedIds(world.endpoint).toSorted()).toEqual(ids.toSorted());
  });

  it('EVT-2 SIG-1 SIG-2: posts the event as JSON with a signature', async () => {
    await using world = await openWorld({ providers: [endless] });
    const id = await create(world);
    await world.clock.advance(30_000);
    const [webhook] = world.endpoint.received;
    if (!webhook) throw new Error('Nothing was received.');
    expect(webhook.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(webhook.headers.get('content-length')).toBe(String(Buffer.byteLength(webhook.text)));
    expect(webhook.event).toStrictEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      type: 'booking.created',
      created: '2026-11-21T09:30:00.000Z',
      data: { object: { id, object: 'booking', status: 'processing', provider: 'sandbox' } },
    });
    const signature = webhook.headers.get('service-signature');
    expect(signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    const right = createVerifier({ secrets: [world.organization.signing_secret], clock: world.clock });
    expect(right.check(webhook.text, signature)).toMatchObject({ ok: true });
    const wrong = createVerifier({ secrets: ['whsec_other'], clock: world.clock });
    expect(wrong.check(webhook.text, signature)).toMatchObject({ ok: false, reason: 'signature_mismatch' });
  });

  it('SIG-1 SIG-2: signs characters outside ASCII as the UTF-8 bytes that are sent', async () => {
    const error_message = 'Für 2 Gäste ist kein Tisch frei: 満席 🍽';
    const book = async () => ({ outcome: 'failed', error_code: 'provider_failed', error_message }) as const;
    await using world = await openWorld({ providers: [{ ...endless, book }] });
    await create(world);
    await world.clock.advance(30_000);
    const failed = world.endpoint.received.find(({ event }) => event.type === 'booking.failed');
    if (!failed) throw new Error('booking.failed was not received.');
    expect(failed.event.data.object).toMatchObject({ error_message });
    const verifier = createVerifier({ secrets: [world.organization.signing_secret], clock: world.clock });
    expect(verifier.check(failed.text, failed.headers.get('service-signature'))).toMatchObject({ ok: true });
  });

  it("DLV-1 ORG-1: delivers to the organization's URL for bookings of either key", async () => {
    await using world = await openWorld({ providers: [endless] });
    const ids = [await create(world, 'test'), await create(world, 'live')];
    await world.clock.advance(30_000);
    expect(receivedIds(world.endpoint).toSorted()).toEqual(ids.toSorted());
  });

  it.each(engines)(
    'DLV-1 ORG-2: delivers to each organization at its own URL with its own secret (%s)',
    async (engine) => {
      await using otherEndpoint = await openWebhookEndpoint();
      await using world = await openWorldOn(engine, { providers: [endless] });
      const other = await world.addOrganization({ webhook_url: otherEndpoint.url });
      const own = await create(world);
      const foreign = [await create(world, other.keys.test), await create(world, other.keys.live)];
      await world.clock.advance(30_000);
      expect(receivedIds(world.endpoint)).toEqual([own]);
      expect(receivedIds(otherEndpoint).toSorted()).toEqual(foreign.toSorted());

      const verifier = createVerifier({ secrets: [other.signing_secret], clock: world.clock });
      for (const webhook of otherEndpoint.received) {
        world.wire.checkWebhook(webhook);
        expect(verifier.check(webhook.text, webhook.headers.get('service-signature'))).toMatchObject({ ok: true });
      }
    },
  );

  it('DLV-2 DLV-11: sends nothing without a URL, and only later events to a URL that is set later', async () => {
    await using world = await openWorld({ organization: { webhook_url: null } });
    const { organization_id } = world.organization;
    const old = await create(world);
    await world.clock.advance(1_000);
    await world.store.setWebhookUrl(organization_id, world.endpoint.url);
    await world.clock.advance(900_000);
    // The confirmation came after the URL was set, and the creation before.
    expect(world.endpoint.received.map(({ event }) => [event.type, event.data.object.id])).toEqual([
      ['booking.confirmed', old],
    ]);
  });

  it('DLV-2 DLV-11: holds due deliveries while the URL is removed, and sends them when one is set again', async () => {
    await using world = await openWorld({ providers: [endless] });
    const { organization_id } = world.organization;
    const id = await create(world);
    await world.store.setWebhookUrl(organization_id, null);
    await world.clock.advance(900_000);
    expect(receivedIds(world.endpoint)).toEqual([]);
    await world.store.setWebhookUrl(organization_id, world.endpoint.url);
    await world.clock.advance(30_000);
    expect(receivedIds(world.endpoint)).toEqual([id]);
  });

  it('DLV-11: sends the next attempt to a URL that changed between two attempts', async () => {
    await using next = await openWebhookEndpoint();
    await using world = await openWorld({ providers: [endless] });
    world.endpoint.responses.push(500);
    const id = await create(world);
    await world.clock.advance(30_000);
    await world.store.setWebhookUrl(world.organization.organization_id, next.url);
    await world.clock.advance(30_000);
    expect([receivedIds(world.endpoint), receivedIds(next)]).toEqual([[id], [id]]);
    expect(next.received[0]?.text).toBe(world.endpoint.received[0]?.text);
  });

  it('ORG-6: sends nothing to loopback if it is not allowed, and abandons the delivery', async () => {
    await using world = await openWorld({ providers: [endless], allowLoopbackWebhooks: false });
    await create(world);
    await world.clock.advance(3_600_000);
    expect(receivedIds(world.endpoint)).toEqual([]);
    const claim = { now: world.clock.now(), lease_until: new Date(0), lease_token: 'lease_test', limit: 10 };
    expect(await world.store.claimDeliveries(claim)).toEqual([]);
  });
});

async function createOne(world: Pick<World, 'call'>, key = 'test'): Promise<Booking> {
  const { status, body } = await world.call<Booking>('POST', '/v1/bookings', { key, body: newBooking() });
  expect(status).toBe(201);
  return body;
}

describe.each(engines)('the starts of the worker, on %s', (engine) => {
  it('DLV-3: below the cadence a new event is sent immediately, and at the cadence with the next tick', async () => {
    const { cadence_seconds } = contract;
    for (const { tick_seconds, expected } of [
      { tick_seconds: 1, expected: 1 },
      { tick_seconds: cadence_seconds - 1, expected: 1 },
      { tick_seconds: cadence_seconds, expected: 0 },
    ]) {
      await using world = await openWorldOn(engine, { tick_seconds });
      const { id } = await createOne(world);
      await world.clock.advance(0);
      expect(world.endpoint.received.length).toBe(expected);
      await world.call('POST', `/v1/bookings/${id}/cancel`);
      await world.clock.advance(0);
      expect(world.endpoint.received.length).toBe(2 * expected);
      await world.clock.advance(cadence_seconds * 1000);
      expect(world.endpoint.received.map(({ event }) => event.type)).toEqual(['booking.created', 'booking.cancelled']);
    }
  });

  it('DLV-3: below the cadence each change with an event is sent immediately', async () => {
    await using world = await openWorldOn(engine, { tick_seconds: contract.cadence_seconds - 1 });
    let known = 0;
    /** Passes if these events are sent once the time has passed. */
    const expectSent = async (after_ms: number, ...types: string[]) => {
      await world.clock.advance(after_ms);
      await expect.poll(() => world.endpoint.received.slice(known).map(({ event }) => event.type)).toEqual(types);
      known += types.length;
    };
    const change = async (path: string, body?: unknown) => {
      expect(await world.call('POST', path, { body })).toMatchObject({ status: 200 });
    };
    const { id } = await createOne(world);
    await expectSent(0, 'booking.created');
    await expectSent(2_000, 'booking.confirmed');
    await change(`/v1/bookings/${id}/modify`, { party_size: 3 });
    await expectSent(0, 'booking.modified');
    await change(`/v1/bookings/${id}/cancel`);
    await expectSent(0, 'booking.cancelled');
    const code = await world.call<Booking>('POST', '/v1/bookings', { body: newBooking({ venue: 'code_house' }) });
    await expectSent(2_000, 'booking.created', 'booking.requires_action');
    await change(`/v1/bookings/${code.body.id}/continue`, { type: 'enter_code', code: '424242' });
    await expectSent(0, 'booking.processing');
  });

  it('DLV-9 DLV-13: below the cadence a receiver that hangs holds back neither new events nor the next tick', async () => {
    await using database = await makeDatabase(engine);
    await using store = await database.open();
    let ticks = 0;
    const counted = interceptStore(store, (name) => {
      if (name === 'claimTurns') ticks += 1;
      return undefined;
    });
    await using world = await openWorld({ store: counted, tick_seconds: 1, organization: { webhook_url: null } });
    // Closed before the world: then the attempts end.
    await using hanging = await openWebhookEndpoint();
    hanging.responses.push(...Array<'hang'>(20).fill('hang'));
    const [slow, quick] = [
      await world.addOrganization({ webhook_url: hanging.url }),
      await world.addOrganization({ webhook_url: world.endpoint.url }),
    ];
    await createOne(world, slow.keys.test);
    void world.clock.advance(0);
    await expect.poll(() => hanging.received.length).toBe(1);
    // New events of another organization, and of the same, join the tick in progress.
    await createOne(world, quick.keys.test);
    await expect.poll(() => world.endpoint.received.length).toBe(1);
    await createOne(world, slow.keys.test);
    await expect.poll(() => hanging.received.length).toBe(2);
    // Every tick ends when the next is due. The attempts continue.
    const poll = () => {
      void world.clock.advance(1_000);
      return ticks;
    };
    const begun = ticks;
    await expect.poll(poll).toBeGreaterThanOrEqual(begun + 8);
    const before = world.endpoint.received.length;
    await createOne(world, quick.keys.test);
    // The new event joins a tick in progress, or wakes the next one, which the clock runs.
    const received = () => {
      void world.clock.advance(0);
      return world.endpoint.received.length;
    };
    await expect.poll(received).toBeGreaterThan(before);
    expect(new Set(hanging.received.map(({ event }) => event.id)).size).toBe(hanging.received.length);
  });

  it('DLV-6: sends overdue deliveries directly after a start', async () => {
    await using database = await makeDatabase(engine);
    await using store = await database.open();
    const start = new Date('2026-11-21T09:30:00.000Z');
    await using before = await openWorld({ store, start });
    await createOne(before);
    expect(before.endpoint.received).toEqual([]);
    await using after = await openWorld({ store, start: new Date(start.getTime() + 60_000) });
    await expect
      .poll(async () => {
        await after.clock.advance(0);
        return before.endpoint.received.length;
      })
      .toBe(1);
    expect(after.clock.now().getTime()).toBe(start.getTime() + 60_000);
  });
});
