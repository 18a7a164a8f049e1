/** Runs booking-service org and key on the data folder of a running server. */
import {
  adminCommands,
  type AdminCommandFlag,
  type CreatedApiKey,
  type CreatedOrganization,
} from '@booking-service/contract/admin';
import { createVerifier } from '@booking-service/webhooks';
import { expect, it } from 'vitest';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { openSqliteStore } from '../../../src/index.ts';
import { testSealing } from '../../../src/testing.ts';
import { environment, find, openService, scopes, statusOf } from '../../support/processes/served.ts';
import { newBooking } from '../../support/new-booking.ts';
import { openFolder } from '../../support/processes/server-process.ts';

it('ORG-2 ORG-3 AUT-1 AUT-7: creates an organization and its keys while the server runs, and the keys work at once', async () => {
  await using service = await openService();
  const made = await service.run('org create --name Harbour');
  const id = find(made, 'Organization');
  expect(find(made, 'Name')).toBe('Harbour');
  expect(find(made, 'Webhook URL')).toBe('none');
  expect(find(made, 'Signing secret')).toMatch(/^whsec_[\w-]{43}$/);
  expect(made).not.toMatch(/sk_(test|live)_/);
  expect(made).toContain(`booking-service key create --org ${id} --mode test --data ${service.folder}`);

  for (const mode of ['test', 'live'] as const) {
    const text = await service.run(`key create --org ${id} --mode ${mode}`);
    const key = find(text, 'Key');
    expect(key).toMatch(new RegExp(`^sk_${mode}_[\\w-]{32}$`));
    expect([find(text, 'Id'), find(text, 'Mode'), find(text, 'Scopes')]).toEqual([
      expect.stringMatching(/^key_[0-9a-f]{32}$/),
      mode,
      scopes.join(','),
    ]);
    expect(await statusOf(service.world, key)).toBe(200);
  }
});

it('ORG-1 LIM-4 LIM-5: creates an organization with the given settings', async () => {
  await using service = await openService();
  const url = 'https://8.8.8.8/webhooks';
  const flags = `--name Harbour --webhook-url ${url} --rate-limit 7 --test-allowance 0 --json`;
  const made = JSON.parse(await service.run(`org create ${flags}`)) as CreatedOrganization;
  expect(Object.keys(made)).toEqual(['object', 'organization', 'signing_secret']);
  expect(await service.world.store.findOrganization(made.organization.id)).toMatchObject({
    name: 'Harbour',
    webhook_url: url,
    rate_limit: 7,
    test_allowance: 0,
    signing_secret: made.signing_secret,
  });
});

it.each(['null', 'none'])('ORG-1: removes the webhook URL with %s, as the help says', async (word) => {
  await using service = await openService();
  const { organization_id: id } = service.world.organization;
  await service.run(`org set ${id} --webhook-url https://8.8.8.8/webhooks`);
  await service.run(`org set ${id} --webhook-url ${word}`);
  expect(await service.world.store.findOrganization(id)).toMatchObject({ webhook_url: null });
});

it('accepts each value that the help of a flag names', () => {
  for (const [words, command] of Object.entries(adminCommands) as [string, { flags: readonly AdminCommandFlag[] }][]) {
    for (const flag of command.flags.filter(({ kind }) => kind === 'word' || kind === 'list')) {
      const listed = /: ([^:]*)$/.exec(flag.meaning)?.[1]?.split(', ') ?? [];
      const named = listed.filter((each) => /^[a-z0-9_.]+$/.test(each));
      for (const value of named) expect(flag.values, `${words} ${flag.flag}: ${flag.meaning}`).toContain(value);
    }
    const nullable = command.flags.filter(({ meaning }) => /\bnull\b/.test(meaning));
    expect(nullable.map((flag) => flag.nullable)).toEqual(nullable.map(() => true));
  }
});

it('ORG-2 SIG-1: prints the secret that verifies the webhooks of the organization', async () => {
  await using service = await openService({ kind: 'sandbox' });
  const { world } = service;
  const made = await service.run(`org create --name Harbour --webhook-url ${world.endpoint.url}`);
  const key = find(await service.run(`key create --org ${find(made, 'Organization')} --mode test`), 'Key');
  const search = { venue_id: 'ven_harbour_table', date: '2026-11-22', party_size: 2 };
  const slots = await world.call<{ data: { id: string }[] }>('POST', '/v1/availability/search', { key, body: search });
  const body = { ...newBooking(), slot_id: slots.body.data[0]?.id };
  expect(await world.call('POST', '/v1/bookings', { key, body })).toMatchObject({ status: 201 });
  await world.clock.advance(30_000);
  const [webhook] = world.endpoint.received;
  const check = createVerifier({ secrets: [find(made, 'Signing secret')], clock: world.clock });
  expect(check.check(webhook?.text ?? '', webhook?.headers.get('service-signature') ?? undefined)).toMatchObject({
    ok: true,
  });
});

it('AUT-7: refuses a revoked key from the next request on; revoking it again changes nothing', async () => {
  await using service = await openService();
  const { world } = service;
  expect(await statusOf(world, 'test')).toBe(200);
  const { organization_id } = world.organization;
  const [, key] = await world.store.listApiKeys({ organization_id, limit: 2 });
  const text = await service.run(`key revoke ${key?.id}`);
  expect(text).toMatch(new RegExp(`^Revoked ${key?.id} \\(test\\) at \\S+Z\\. Requests with it are unauthorized\\.$`));
  expect(await statusOf(world, 'test')).toBe('401 unauthorized');
  expect(await statusOf(world, 'live')).toBe(200);
  expect(await service.run(`key revoke ${key?.id}`)).toBe(text);
});

it('AUT-5: refuses a suspended organization from the next request on, and accepts it after a resume; both can be repeated', async () => {
  await using service = await openService();
  const { world } = service;
  const id = world.organization.organization_id;
  const suspended = `${id} (Diner) is suspended. Its requests are refused with org_suspended.`;
  expect(await service.run(`org suspend ${id}`)).toBe(suspended);
  expect(await service.run(`org suspend ${id}`)).toBe(suspended);
  expect([await statusOf(world, 'test'), await statusOf(world, 'live')]).toEqual([
    '403 org_suspended',
    '403 org_suspended',
  ]);
  const active = `${id} (Diner) is active. Its keys work.`;
  expect(await service.run(`org resume ${id}`)).toBe(active);
  expect(await service.run(`org resume ${id}`)).toBe(active);
  expect(await statusOf(world, 'test')).toBe(200);
});

it('AUT-8: gives a key only the scopes of --scopes', async () => {
  await using service = await openService();
  const { world } = service;
  const id = world.organization.organization_id;
  const text = await service.run(`key create --org ${id} --mode test --scopes bookings:read,availability:read --json`);
  const made = JSON.parse(text) as CreatedApiKey;
  expect(made).toEqual({
    object: 'created_api_key',
    api_key: {
      id: expect.stringMatching(/^key_/),
      object: 'api_key',
      organization_id: id,
      name: 'Test key',
      mode: 'test',
      scopes: ['availability:read', 'bookings:read'],
      last4: made.key.slice(-4),
      created: expect.any(String),
      last_used_at: null,
      revoked_at: null,
    },
    key: expect.stringMatching(/^sk_test_/),
  });
  expect(await statusOf(world, made.key)).toBe('403 insufficient_scope');
});

it('AUT-7 ORG-2: lists organizations and keys without any secret', async () => {
  await using service = await openService();
  const { organization, store } = service.world;
  const other = await service.world.addOrganization({ name: 'Harbour' });
  await service.run(`org suspend ${other.organization_id}`);
  const [newest] = await store.listApiKeys({ organization_id: organization.organization_id, limit: 1 });
  await service.run(`key revoke ${newest?.id}`);
  const texts = {
    organizations: await service.run('org list'),
    organizationsAsJson: await service.run('org list --json'),
    keys: await service.run('key list'),
    keysAsJson: await service.run('key list --json'),
    keysOfOne: await service.run(`key list --org ${other.organization_id} --json`),
  };

  const [head, ...rows] = texts.organizations.split('\n').map((line) => line.split(/ {2,}/));
  expect(head).toEqual([
    'ORGANIZATION',
    'NAME',
    'STATE',
    'REQUESTS IN 5 MIN',
    'TEST BOOKINGS',
    'CREATED',
    'WEBHOOK URL',
  ]);
  expect(rows.map(([id, name, state]) => [id, name, state])).toEqual(
    expect.arrayContaining([
      [organization.organization_id, 'Diner', 'active'],
      [other.organization_id, 'Harbour', 'suspended'],
    ]),
  );
  expect(JSON.parse(texts.organizationsAsJson)).toMatchObject([
    { id: other.organization_id, object: 'organization', name: 'Harbour', standing: 'suspended' },
    { id: organization.organization_id, object: 'organization', name: 'Diner', standing: 'active' },
  ]);
  // The organizations and their keys begin with the newest.
  expect(texts.keys.split('\n').map((line) => line.split(/ {2,}/)[4])).toEqual([
    'STATE',
    'active',
    'active',
    'revoked',
    'active',
  ]);
  expect(JSON.parse(texts.keysAsJson)).toHaveLength(4);
  expect((JSON.parse(texts.keysOfOne) as { organization_id: string }[]).map((key) => key.organization_id)).toEqual([
    other.organization_id,
    other.organization_id,
  ]);

  const everything = Object.values(texts).join('\n');
  for (const { keys: made, signing_secret } of [organization, other]) {
    for (const secret of [made.test, made.live, signing_secret]) expect(everything).not.toContain(secret);
  }
  expect(everything).not.toMatch(/v1\.|secret|digest|[0-9a-f]{64}/);
});

it('explains how to create organizations and keys if there are none', async () => {
  await using folder = await openFolder();
  await openSqliteStore(folder.path, { sealing: testSealing })[Symbol.asyncDispose]();
  const run = (line: string) => runCommandLine([...line.split(' '), '--data', folder.path], environment);
  expect((await run('org list')).text).toBe(
    `No organizations yet. Create one: booking-service org create --name NAME --data ${folder.path}`,
  );
  expect((await run('key list')).text).toContain('No keys yet. Create one: booking-service key create --org');
  expect((await run('org list --json')).text).toBe('[]');
});

it('LIM-4 LIM-5: sets the limits that are given, while the server runs', async () => {
  await using service = await openService();
  const { organization_id } = service.world.organization;
  const text = await service.run(`org limits ${organization_id} --rate-limit 7`);
  expect(text).toMatch(/^Requests in 5 min +7$/m);
  const set = JSON.parse(await service.run(`org limits ${organization_id} --test-allowance 0 --json`)) as object;
  expect(set).toMatchObject({ id: organization_id, rate_limit: 7, test_allowance: 0 });
  expect(await service.world.store.findOrganization(organization_id)).toMatchObject({
    rate_limit: 7,
    test_allowance: 0,
  });
  expect(await service.run(`org limits ${organization_id}`, 2)).toContain('Nothing to set.');
  expect(await service.run('org limits org_none --rate-limit 7', 1)).toContain(
    'No organization has the id "org_none".',
  );
});
