/** booking-service org … and key …, on a data folder that a server uses. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createVerifier } from '@booking-service/webhooks';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { createOrganization, openSqliteStore } from '../../src/index.ts';
import { openSandboxSealing } from '../../src/command/sandbox/sandbox-sealing.ts';
import { openWorld, testSealing, type World } from '../../src/testing.ts';
import { openFolder } from '../support/server-process.ts';
import { newBooking } from '../support/new-booking.ts';

const environment = { BOOKING_SERVICE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64') };
const scopes = ['venues:read', 'availability:read', 'bookings:read', 'bookings:write', 'sessions:write', 'cards:read'];

interface Service extends AsyncDisposable {
  readonly folder: string;
  readonly world: World;
  /** Runs a command on the server's data folder and expects this exit code. */
  run(line: string, exitCode?: number): Promise<string>;
}

/** A running server, and the command beside it. */
async function openService({ kind = 'service' }: { kind?: 'service' | 'sandbox' } = {}): Promise<Service> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await openFolder());
  const sealing = kind === 'service' ? testSealing : openSandboxSealing(folder.path, { sealed: false });
  const store = opened.use(openSqliteStore(folder.path, { sealing }));
  const world = opened.use(await openWorld({ store }));
  const running = opened.move();
  return {
    folder: folder.path,
    world,
    async run(line, exitCode = 0) {
      const ended = await runCommandLine([...line.split(' '), '--data', folder.path], environment);
      if (ended.exitCode !== exitCode) throw new Error(`${line} ended with ${ended.exitCode}: ${ended.text}`);
      return ended.text;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function statusOf(world: World, key: string): Promise<unknown> {
  const { status, body } = await world.call('POST', '/v1/venues/search', { key, body: {} });
  return status === 200 ? 200 : `${status} ${String(body['error_code'] ?? body['error'])}`;
}

/** Returns the value on the line that begins with this word. */
function find(text: string, word: string): string {
  const found = new RegExp(`^${word} +(\\S+)$`, 'm').exec(text)?.[1];
  if (found === undefined) throw new Error(`There is no ${word} in: ${text}`);
  return found;
}

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
  const made = JSON.parse(await service.run(`org create ${flags}`)) as Record<string, string>;
  expect(Object.keys(made)).toEqual(['organization_id', 'signing_secret']);
  expect(await service.world.store.findOrganization(String(made['organization_id']))).toMatchObject({
    name: 'Harbour',
    webhook_url: url,
    rate_limit: 7,
    test_allowance: 0,
    signing_secret: made['signing_secret'],
  });
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
  const now = () => world.clock.now().getTime();
  const check = createVerifier({ secrets: [find(made, 'Signing secret')], now });
  expect(check.check(webhook?.text ?? '', webhook?.headers.get('service-signature') ?? undefined)).toMatchObject({
    ok: true,
  });
});

it('AUT-7: refuses a revoked key from the next request on; revoking it again changes nothing', async () => {
  await using service = await openService();
  const { world } = service;
  expect(await statusOf(world, 'test')).toBe(200);
  const [key] = await world.store.listApiKeys(world.organization.organization_id);
  const said = await service.run(`key revoke ${key?.id}`);
  expect(said).toMatch(new RegExp(`^Revoked ${key?.id} \\(test\\) at \\S+Z\\. Requests with it are unauthorized\\.$`));
  expect(await statusOf(world, 'test')).toBe('401 unauthorized');
  expect(await statusOf(world, 'live')).toBe(200);
  expect(await service.run(`key revoke ${key?.id}`)).toBe(said);
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
  const made = JSON.parse(text) as Record<string, unknown>;
  expect(made).toEqual({
    id: expect.stringMatching(/^key_/),
    organization_id: id,
    mode: 'test',
    scopes: ['availability:read', 'bookings:read'],
    key: expect.stringMatching(/^sk_test_/),
  });
  expect(await statusOf(world, String(made['key']))).toBe('403 insufficient_scope');
});

it('AUT-7 ORG-2: lists organizations and keys without any secret', async () => {
  await using service = await openService();
  const { organization, store } = service.world;
  const other = await service.world.addOrganization({ name: 'Harbour' });
  await service.run(`org suspend ${other.organization_id}`);
  const keys = await store.listApiKeys();
  await service.run(`key revoke ${keys[3]?.id}`);
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
  expect(JSON.parse(texts.organizationsAsJson)).toEqual(await store.listOrganizations());
  expect(texts.keys.split('\n').map((line) => line.split(/ {2,}/)[3])).toEqual([
    'STATE',
    'active',
    'active',
    'active',
    'revoked',
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

it('says that an empty service has no organizations and no keys, and how to create them', async () => {
  await using folder = await openFolder();
  await openSqliteStore(folder.path, { sealing: testSealing })[Symbol.asyncDispose]();
  const run = (line: string) => runCommandLine([...line.split(' '), '--data', folder.path], environment);
  expect((await run('org list')).text).toBe(
    `No organizations yet. Create one: booking-service org create --name NAME --data ${folder.path}`,
  );
  expect((await run('key list')).text).toContain('No keys yet. Create one: booking-service key create --org');
  expect((await run('org list --json')).text).toBe('[]');
});

describe('a wrong command changes nothing and names the fix', () => {
  it.each([
    {
      line: 'org suspend org_none',
      exitCode: 1,
      says: 'No organization has the id "org_none". List the organizations: booking-service org list',
    },
    { line: 'org resume org_none', exitCode: 1, says: 'No organization has the id "org_none".' },
    { line: 'key create --org org_none --mode test', exitCode: 1, says: 'No organization has the id "org_none".' },
    { line: 'key list --org org_none', exitCode: 1, says: 'No organization has the id "org_none".' },
    {
      line: 'key revoke key_none',
      exitCode: 1,
      says: 'No key has this id. Pass the id of the key, not the key itself.',
    },
    {
      line: 'key create --mode test',
      exitCode: 2,
      says: "Required option '--org <ORGANIZATION>' not specified",
      help: true,
    },
    { line: 'key create --org ID', exitCode: 2, says: "Required option '--mode <MODE>' not specified", help: true },
    { line: 'key create --org ID --mode prod', exitCode: 2, says: '--mode must be test or live, not "prod".' },
    {
      line: 'key create --org ID --mode test --scopes bookings:read,bookings:all',
      exitCode: 2,
      says: `--scopes must be scopes separated by commas (${scopes.join(', ')}), not "bookings:read,bookings:all".`,
    },
    { line: 'org create', exitCode: 2, says: "Required option '--name <NAME>' not specified", help: true },
    { line: `org create --name ${'x'.repeat(101)}`, exitCode: 2, says: '--name must be a name of 1 to 100 characters' },
    {
      line: 'org create --name X --rate-limit 0',
      exitCode: 2,
      says: '--rate-limit must be a whole number from 1 to 1000000000, not "0".',
    },
    {
      line: 'org create --name X --test-allowance many',
      exitCode: 2,
      says: '--test-allowance must be a whole number from 0 to 1000000000, not "many".',
    },
  ])('$line', async ({ line, exitCode, says, help = false }) => {
    await using service = await openService();
    const { store, organization } = service.world;
    const before = [await store.listOrganizations(), await store.listApiKeys()];
    const text = await service.run(line.replace('ID', organization.organization_id), exitCode);
    expect(text).toContain(says);
    expect(text.includes('\n')).toBe(help);
    expect([await store.listOrganizations(), await store.listApiKeys()]).toEqual(before);
  });

  it('does not print a key that was passed instead of its id', async () => {
    await using service = await openService();
    const key = service.world.organization.keys.test;
    expect(await service.run(`key revoke ${key}`, 1)).not.toContain(key);
  });
});

describe('ORG-6: the webhook URL', () => {
  it.each([
    { url: 'https://8.8.8.8/x', service: undefined, sandbox: undefined },
    { url: 'https://[2606:4700::1111]/x', service: undefined, sandbox: undefined },
    { url: 'http://8.8.8.8/x', service: 'Webhooks are not sent to', sandbox: 'Webhooks are not sent to' },
    { url: 'http://127.0.0.1:7421/x', service: 'Webhooks are not sent to', sandbox: undefined },
    { url: 'https://127.0.0.1:7421/x', service: 'Webhooks are not sent to', sandbox: undefined },
    { url: 'https://10.0.0.1/x', service: 'Webhooks are not sent to', sandbox: 'Webhooks are not sent to' },
    { url: 'https://169.254.169.254/x', service: '(169.254.169.254)', sandbox: '(169.254.169.254)' },
    { url: 'https://0x7f.1/x', service: '(127.0.0.1)', sandbox: undefined },
    { url: 'ftp://8.8.8.8/x', service: 'Webhooks cannot be sent to', sandbox: 'Webhooks cannot be sent to' },
    { url: 'diner', service: 'Webhooks cannot be sent to', sandbox: 'Webhooks cannot be sent to' },
    { url: 'https://ada@8.8.8.8/x', service: 'a user name or a password', sandbox: 'a user name or a password' },
    { url: 'https://:pw@8.8.8.8/x', service: 'a user name or a password', sandbox: 'a user name or a password' },
    { url: `https://8.8.8.8/${'x'.repeat(2048)}`, service: 'has 2064 characters', sandbox: 'has 2064 characters' },
    { url: 'https://nowhere.invalid/x', service: 'cannot be found', sandbox: 'cannot be found' },
  ])('$url', async ({ url, ...says }) => {
    for (const kind of ['service', 'sandbox'] as const) {
      await using opened = await openService({ kind });
      const text = await opened.run(`org create --name X --webhook-url ${url}`, says[kind] === undefined ? 0 : 2);
      expect(text).toContain(says[kind] ?? `Webhook URL     ${url}\n`);
      expect(/^--webhook-url: [^\n]+\.$/.test(text)).toBe(says[kind] !== undefined);
    }
  });
});

describe('the data folder', () => {
  it('without a database is named, and no database is created', async () => {
    await using folder = await openFolder();
    const data = join(folder.path, 'none');
    for (const line of ['org list', 'key list', 'org create --name X', 'org suspend org_1', 'key revoke key_1']) {
      expect(await runCommandLine([...line.split(' '), '--data', data], environment)).toEqual({
        exitCode: 1,
        text: `There is no database in ${data}. Make one first: booking-service migrate --data ${data}`,
      });
    }
    expect(await readdir(folder.path)).toEqual([]);
  });

  it('ORG-2: needs its sealing key only to create a secret', async () => {
    await using folder = await openFolder();
    const store = openSqliteStore(folder.path, { sealing: testSealing });
    const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: null }, new Date());
    const [key] = await store.listApiKeys();
    await store[Symbol.asyncDispose]();
    const run = (line: string, given = {}) => runCommandLine([...line.split(' '), '--data', folder.path], given);
    const before = await readFile(join(folder.path, 'booking-service.db'));

    expect(await run('org create --name X')).toMatchObject({
      exitCode: 2,
      text: expect.stringMatching(
        /^The sealing key is missing: .* Set BOOKING_SERVICE_SEALING_KEY .* openssl rand -base64 32/,
      ),
    });
    const other = { BOOKING_SERVICE_SEALING_KEY: Buffer.alloc(32, 8).toString('base64') };
    expect(await run('org create --name X', other)).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('are sealed with another key than the one given.'),
    });
    expect((await readFile(join(folder.path, 'booking-service.db'))).equals(before)).toBe(true);
    for (const line of ['org list', `org suspend ${organization_id}`, `key revoke ${key?.id}`, 'key list']) {
      expect(await run(line)).toMatchObject({ exitCode: 0 });
    }
  });
});
