/** The webhook URL, test events and usage of an organization, by HTTP on both engines. */
import { createVerifier } from '@booking-service/webhooks';
import type { AdminError, AuditList, Settings, TestEvent, Usage } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { testBookingId } from '../../../src/admin/operations/organization-operations.ts';
import { openWebhookEndpoint } from '../../../src/testing.ts';
import { openAdminWorld, type AdminWorld } from '../../support/worlds/admin-world.ts';
import { engines } from '../../support/engines.ts';
import { newBooking } from '../../support/new-booking.ts';
import { readDeliveries } from '../../support/read-deliveries.ts';

describe.each(engines)('%s', (engine) => {
  it('ORG-1 ORG-2: returns the settings without a secret', async () => {
    await using world = await openAdminWorld(engine);
    const { organization_id } = world;
    const { body } = await world.call<Settings>('getSettings', { path: { organization_id } }, world.tokens.viewer);
    const webhook_url = world.endpoint.url;
    expect(body).toEqual({ object: 'settings', organization_id, name: 'Diner', webhook_url, secret_prepared: null });
  });

  it('ORG-1 DLV-11: sends a pending delivery to the new URL, and nothing without a URL', async () => {
    await using world = await openAdminWorld(engine);
    await using next = await openWebhookEndpoint();
    const path = { organization_id: world.organization_id };
    const setUrl = (webhook_url: string | null) =>
      world.call<Settings>('setWebhookUrl', { path, body: { webhook_url } });
    await book(world);
    expect((await setUrl(next.url)).body.webhook_url).toBe(next.url);
    await world.clock.advance(30_000);
    expect([world.endpoint.received.length, next.received.length]).toEqual([0, 2]);

    expect((await setUrl(null)).body.webhook_url).toBeNull();
    await book(world);
    await world.clock.advance(60_000);
    expect(next.received).toHaveLength(2);
    expect(await entriesOf(world)).toEqual([
      { action: 'setWebhookUrl', details: { host: null } },
      { action: 'setWebhookUrl', details: { host: new URL(next.url).host } },
    ]);
  });

  it.each([
    'http://8.8.8.8/webhooks',
    'https://10.0.0.1/webhooks',
    'https://169.254.169.254/latest',
    'https://ada:swordfish@8.8.8.8/webhooks',
    'https://nowhere.invalid/webhooks',
    'not a URL',
  ])('ORG-6: refuses %s and keeps the URL', async (webhook_url) => {
    await using world = await openAdminWorld(engine);
    const path = { organization_id: world.organization_id };
    const refused = await world.call<AdminError>('setWebhookUrl', { path, body: { webhook_url } });
    expect([refused.status, refused.body.error_code]).toEqual([400, 'invalid_request']);
    expect(refused.body.error).not.toContain('swordfish');
    const { body } = await world.call<Settings>('getSettings', { path });
    expect(body.webhook_url).toBe(world.endpoint.url);
    expect(await entriesOf(world)).toEqual([]);
  });

  it('DLV-7 SIG-2 EVT-2: delivers a signed test event like any other, and changes no booking', async () => {
    await using world = await openAdminWorld(engine);
    const path = { organization_id: world.organization_id };
    world.endpoint.responses.push(500);
    const sent = await world.call<TestEvent>(
      'sendTestEvent',
      { path, body: { type: 'booking.failed' } },
      world.tokens.developer,
    );
    const { event_id, delivery_id, type, created } = sent.body;
    expect([sent.status, type, created]).toEqual([201, 'booking.failed', world.clock.now().toISOString()]);
    expect(world.endpoint.received).toEqual([]);
    await world.clock.advance(90_000);

    const verifier = createVerifier({ secrets: [world.organization.signing_secret], clock: world.clock });
    const events = world.endpoint.received.map(({ text, headers }) => verifier.verify(text, headers));
    expect(events.map(({ id }) => id)).toEqual([event_id, event_id]);
    expect(events[0]).toMatchObject({ type: 'booking.failed', data: { object: { id: testBookingId } } });
    const [delivery] = await readDeliveries(world.store);
    expect(delivery).toMatchObject({ id: delivery_id, event_id, state: 'succeeded', subject_id: testBookingId });
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 204]);
    const read = await fetch(`${world.url}/v1/bookings/${testBookingId}`, {
      headers: { Authorization: `Bearer ${world.organization.keys.test}` },
    });
    expect(read.status).toBe(404);
    expect(await entriesOf(world)).toEqual([{ action: 'sendTestEvent', details: { type: 'booking.failed' } }]);
  });

  it('DLV-2: refuses a test event without a webhook URL, and stores nothing', async () => {
    await using world = await openAdminWorld(engine);
    const path = { organization_id: world.foreign_id };
    const refused = await world.call<AdminError>('sendTestEvent', { path, body: { type: 'booking.created' } });
    expect([refused.status, refused.body.error_code]).toEqual([409, 'invalid_state']);
    expect(await readDeliveries(world.store)).toEqual([]);
    expect(await entriesOf(world, world.foreign_id)).toEqual([]);
  });

  it('LIM-1 LIM-5 AUT-6 MOD-3: returns the use of the rate window and of the test allowance', async () => {
    await using world = await openAdminWorld(engine);
    const path = { organization_id: world.organization_id };
    const usage = async () => (await world.call<Usage>('getUsage', { path }, world.tokens.viewer)).body;
    const rate = { limit: 300, window_start: '2026-11-21T09:30:00.000Z', resets: '2026-11-21T09:35:00.000Z' };
    const test_bookings = { allowance: 100, confirmed: 0, reserved: 0, remaining: 100 };
    const unused = { object: 'usage', ...path, rate: { ...rate, used: 0, remaining: 300 }, test_bookings };
    expect(await usage()).toEqual(unused);
    await book(world);
    expect((await usage()).test_bookings).toEqual({ ...test_bookings, reserved: 1, remaining: 99 });
    await world.clock.advance(30_000);
    expect(await usage()).toEqual({
      ...unused,
      rate: { ...rate, used: 1, remaining: 299 },
      test_bookings: { allowance: 100, confirmed: 1, reserved: 0, remaining: 99 },
    });
    await world.clock.advance(300_000);
    expect((await usage()).rate).toMatchObject({ used: 0, remaining: 300, window_start: rate.resets });
  });
});

/** Creates a booking that its provider confirms. */
async function book({ url, organization }: AdminWorld): Promise<void> {
  const { status } = await fetch(`${url}/v1/bookings`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${organization.keys.test}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(newBooking({ date: '2026-11-22' })),
  });
  expect(status).toBe(201);
}

/** The audit entries of an organization, newest first. Default: the world's. */
async function entriesOf(world: AdminWorld, organization_id = world.organization_id) {
  const { body } = await world.call<AuditList>('listAuditEntries', { path: { organization_id } });
  return body.data
    .filter(({ action }) => action !== 'createAccessToken')
    .map(({ action, details }) => ({ action, details }));
}
