/** The webhook URL, test events and usage of an organization, by HTTP and by command. */
import { createVerifier } from '@booking-service/webhooks';
import type {
  AdminError,
  ApiKey,
  AuditList,
  CreatedApiKey,
  PreparedSecret,
  Settings,
  SigningSecrets,
  TestEvent,
  Usage,
} from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { testBookingId } from '../../../src/admin/operations/organization-operations.ts';
import { openWebhookEndpoint } from '../../../src/testing.ts';
import { type AdminWorld, callAdmin, openAdminWorld } from '../../support/worlds/admin-world.ts';
import { baseEngines, engines } from '../../support/engines.ts';
import { newBooking } from '../../support/new-booking.ts';
import { readDeliveries } from '../../support/databases.ts';
import { call, eventually } from '../../support/processes/server-process.ts';
import { openRealService } from './real-service.ts';

describe.each(engines)('by HTTP, on %s', (engine) => {
  it('ORG-1 ORG-2: returns the settings without a secret', async () => {
    await using world = await openAdminWorld(engine);
    const { organization_id } = world;
    const { body } = await world.call<Settings>('getSettings', { path: { organization_id } }, world.tokens.viewer);
    const webhook_url = world.endpoint.url;
    expect(body).toEqual({ object: 'settings', organization_id, name: 'Diner', webhook_url, secret_prepared_at: null });
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
    const rate = { limit: 300, window_started_at: '2026-11-21T09:30:00.000Z', resets_at: '2026-11-21T09:35:00.000Z' };
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
    expect((await usage()).rate).toMatchObject({ used: 0, remaining: 300, window_started_at: rate.resets_at });
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

const longest = { timeout: 240_000 };

describe.each(baseEngines)('by command, on %s', (engine) => {
  it('ORG-1 ORG-2 ORG-5 ORG-6: sets the webhook URL, sends a test event and rotates the secret', longest, async () => {
    await using first = await openWebhookEndpoint();
    await using second = await openWebhookEndpoint();
    await using service = await openRealService(engine);
    const { run } = service;
    const { id, signing_secret } = await service.addOrganization({ webhook_url: first.url });

    expect(await run(`org set ${id} --webhook-url ${second.url}`)).toContain(`Webhook URL   ${second.url}`);
    const settings = await callAdmin<Settings>(service.adminUrl, `GET /organizations/${id}/settings`, {
      headers: service.operator,
    });
    expect(settings.body).toMatchObject({ webhook_url: second.url, secret_prepared_at: null });
    expect(await run(`org set ${id} --webhook-url https://10.0.0.1/`, 2)).toContain('Webhooks are not sent to');
    expect(await run(`org set ${id}`, 2)).toContain("Required option '--webhook-url <URL>' not specified");
    expect(await run(`org set org_none --webhook-url ${second.url}`, 1)).toContain('No organization has the id');

    expect(await run(`org test-event ${id}`)).toMatch(/^Event +evt_\w+\nDelivery +dlv_\w+\nType +booking\.confirmed$/m);
    await eventually(
      async () => second.received.length,
      (count) => count === 1,
    );
    const [webhook] = second.received;
    const verifier = createVerifier({ secrets: [signing_secret] });
    expect(verifier.check(webhook?.text ?? '', webhook?.headers ?? {})).toMatchObject({ ok: true });

    expect(await run(`org secret show ${id}`)).toBe(`Signing secret  ${signing_secret}`);
    expect(await run(`org secret activate ${id}`, 1)).toContain('No signing secret is prepared.');
    const prepared = JSON.parse(await run(`org secret prepare ${id} --json`)) as PreparedSecret;
    expect(await run(`org secret show ${id}`)).toContain(`Prepared secret  ${prepared.signing_secret}`);
    expect(await run(`org secret discard ${id}`)).toContain('It has never signed a webhook.');
    const next = /whsec_[\w-]+/.exec(await run(`org secret prepare ${id}`))?.[0];
    expect(next).not.toBe(prepared.signing_secret);
    expect(await run(`org secret activate ${id}`)).toContain('signs with the new secret');
    const shown = JSON.parse(await run(`org secret show ${id} --json`)) as SigningSecrets;
    expect(shown).toMatchObject({ signing_secret: next, prepared: null });

    expect(await run(`org set ${id} --webhook-url none`)).toMatch(/Webhook URL +none/);
    expect(await run(`org test-event ${id}`, 1)).toContain('The organization has no webhook URL.');
    const { stderr, stdout } = await service.process.end('SIGTERM');
    for (const secret of [signing_secret, prepared.signing_secret, String(next)]) {
      expect(stdout + stderr).not.toContain(secret);
    }
  });

  it('ORG-3 AUT-7: creates, lists, renames and revokes a key while the service runs', longest, async () => {
    await using service = await openRealService(engine);
    const { run } = service;
    const { id, keys } = await service.addOrganization({ webhook_url: 'https://8.8.8.8/' });
    const made = JSON.parse(
      await run(`key create --org ${id} --mode test --name Website --scopes venues:read --json`),
    ) as CreatedApiKey;
    const search = async (key: string) => {
      const { status } = await call({ ...service.addresses, keys }, 'POST /v1/venues/search', { key, body: {} });
      return status;
    };
    expect(await search(made.key)).toBe(200);
    // An embedded server writes its counts for other processes within 200 ms. A new window may begin at any time.
    const searchAndCount = async () => {
      await search(made.key);
      return run(`org usage ${id}`);
    };
    await eventually(searchAndCount, (text) =>
      /^Requests +[1-9]\d* of 1000000, until \S+Z\nTest bookings +0 of 1000000$/.test(text),
    );
    const usage = JSON.parse(await run(`org usage ${id} --json`)) as Usage;
    expect(usage.rate).toMatchObject({ limit: 1_000_000, remaining: 1_000_000 - usage.rate.used });

    const { id: key_id } = made.api_key;
    expect(await run(`key rename ${key_id} --name Shop`)).toBe(`${key_id} (test) is now named Shop.`);
    const [head, ...rows] = (await run(`key list --org ${id}`)).split('\n').map((line) => line.split(/ {2,}/));
    expect(head).toEqual([
      'KEY ID',
      'ORGANIZATION',
      'NAME',
      'MODE',
      'STATE',
      'ENDS WITH',
      'CREATED',
      'LAST USED',
      'SCOPES',
    ]);
    expect(rows.map(([, , name]) => name)).toEqual(['Shop', 'Test key']);
    expect(rows[0]?.slice(3, 6)).toEqual(['test', 'active', made.key.slice(-4)]);
    const listed = JSON.parse(await run('key list --json')) as ApiKey[];
    expect(listed.map((key) => key.id)).toEqual([key_id, expect.any(String)]);

    expect(await run(`key revoke ${key_id}`)).toMatch(/^Revoked key_\w+ \(test\) at \S+Z\. Requests/);
    expect(await search(made.key)).toBe(401);
    expect(await search(keys.test)).toBe(200);
    expect(await run(`key revoke ${made.key}`, 1)).not.toContain(made.key);
    expect(await run(`key rename key_none --name Shop`, 1)).toContain('No key has this id.');
  });
});
