/** booking-service serve outside the sandbox, and migrate: as processes, on a folder that migrate made. */
import { readFileSync, readdirSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createOrganization, openSqliteStore, type CreatedOrganization } from '../../src/index.ts';
import { testSealing } from '../../src/testing.ts';
import { makeOldDatabase } from '../support/old-database.ts';
import {
  call,
  freePorts,
  openFolder,
  portFlags,
  runCommand,
  sandbox,
  startCommand,
  startService as startSandbox,
  type Command,
  type Ended,
} from '../support/server-process.ts';

const longest = { timeout: 60_000 };
const environment = { BOOKING_SERVICE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64') };
const index = JSON.stringify(import.meta.resolve('../../src/index.ts'));
const goodModule = `import { createSandboxProvider } from ${index};
  export default ({ clock }) => ({ providers: [createSandboxProvider({ clock })] });`;
const loggingModule = goodModule.replace('({ clock }) => (', `({ clock, log }) => (log.info('made'), `);

interface Prepared extends AsyncDisposable {
  readonly data: string;
  readonly providers: string;
}

/** A folder with a module of providers, and the data folder below it. */
async function prepare(text = goodModule): Promise<Prepared> {
  const folder = await openFolder();
  const providers = join(folder.path, 'providers.mjs');
  await writeFile(providers, text);
  return { data: join(folder.path, 'data'), providers, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

async function makeDatabase(data: string): Promise<CreatedOrganization> {
  await using store = openSqliteStore(data, { sealing: testSealing });
  return await createOrganization(store, { name: 'Diner', webhook_url: null }, new Date());
}

/** Starts it, and tells its address once it runs. */
async function serve({ data, providers }: Prepared, ...flags: string[]): Promise<Command & { url: string }> {
  const [port, admin] = await freePorts();
  const args = ['serve', '--data', data, '--providers', providers, '--port', port, '--admin-port', admin, ...flags];
  const command = startCommand(args, { environment });
  const printed = await command.printed('Stop: Ctrl-C');
  return { ...command, url: /http:\S+/.exec(printed)?.[0] ?? '' };
}

/** The files of the folder and their bytes. */
function bytesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).toSorted();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name)).toString('base64')]));
}

/** The one line of a command that failed. */
function lineOf({ code, stdout, stderr }: Ended, expected: 1 | 2 = 1): string {
  expect({ code, stdout, stderr }).toEqual({ code: expected, stdout: '', stderr: expect.any(String) });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).not.toMatch(/^\s+at /m);
  return stderr.trimEnd();
}

it(
  'ORG-2 AUT-1: runs with its own providers on the database that migrate made, and stops cleanly',
  longest,
  async () => {
    await using prepared = await prepare(loggingModule);
    const { data } = prepared;
    const migrated = await runCommand(['migrate', '--data', data], { environment });
    expect(migrated).toMatchObject({ code: 0, stderr: '' });
    expect(migrated.stdout).toMatch(new RegExp(`^Created the database in ${data}, at migration \\d+\\.\n$`));
    expect(((await stat(data)).mode & 0o777).toString(8)).toBe('700');
    const organization = await makeDatabase(data);

    await using service = await serve(prepared);
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await call({ ...service, ...organization }, 'POST /v1/venues/search', { body: {} })).toMatchObject({
      status: 200,
    });
    const ended = await service.end('SIGTERM');
    expect(ended).toMatchObject({ code: 0, signal: null });
    expect(ended.stderr).toContain('"msg":"made"');
  },
);

it('AUT-2: serves only the modes that it is told to', longest, async () => {
  await using prepared = await prepare();
  const organization = await makeDatabase(prepared.data);
  await using service = await serve(prepared, '--modes', 'live');
  const search = (key: string) => call({ ...service, ...organization }, 'POST /v1/venues/search', { key, body: {} });
  expect(await search(organization.keys.live)).toMatchObject({ status: 200 });
  expect(await search(organization.keys.test)).toMatchObject({
    status: 403,
    body: { error_code: 'wrong_key_environment' },
  });
});

it('AUT-7: a key that another process revokes is unauthorized in the running service', longest, async () => {
  await using prepared = await prepare();
  const { data } = prepared;
  const organization = await makeDatabase(data);
  await using service = await serve(prepared);
  const caller = { ...service, ...organization };
  expect(await call(caller, 'POST /v1/venues/search', { body: {} })).toMatchObject({ status: 200 });
  const { stdout } = await runCommand(['key', 'list', '--data', data, '--json']);
  const [key] = JSON.parse(stdout) as { id: string }[];
  expect(await runCommand(['key', 'revoke', String(key?.id), '--data', data])).toMatchObject({ code: 0, stderr: '' });
  expect(await call(caller, 'POST /v1/venues/search', { body: {} })).toMatchObject({ status: 401 });
  // Nor does the server's lock go: a second one is still refused.
  const second = await runCommand(['serve', '--data', data, '--providers', prepared.providers], { environment });
  expect(lineOf(second)).toBe(`Another process has the data folder ${data} open. Stop it, or choose another folder.`);
});

it('is set up by a file as by flags', longest, async () => {
  await using prepared = await prepare();
  const organization = await makeDatabase(prepared.data);
  const [port, admin_port] = await freePorts();
  const config = join(prepared.data, 'config.json');
  const sealing_key = environment.BOOKING_SERVICE_SEALING_KEY;
  const { data, providers } = prepared;
  await writeFile(config, JSON.stringify({ port: Number(port), admin_port, data, providers, sealing_key }));
  await using command = startCommand(['serve', '--config', config]);
  await command.printed(`http://127.0.0.1:${port} for test and live keys. Data: ${data}.`);
  const caller = { url: `http://127.0.0.1:${port}`, ...organization };
  expect(await call(caller, 'POST /v1/venues/search', { body: {} })).toMatchObject({ status: 200 });
});

describe.concurrent('serve is refused in one sentence', () => {
  async function refused(prepared: Prepared, options = { environment }): Promise<Ended> {
    return runCommand(['serve', '--data', prepared.data, '--providers', prepared.providers], options);
  }

  it('without providers', longest, async () => {
    const ended = await runCommand(['serve'], { environment });
    expect(lineOf(ended, 2)).toMatch(/^--providers is missing\. .* --providers FILE.* serve --sandbox$/);
  });

  it('ORG-2: without a sealing key', longest, async () => {
    await using prepared = await prepare();
    await makeDatabase(prepared.data);
    const before = bytesOf(prepared.data);
    const line = lineOf(await runCommand(['serve', '--data', prepared.data, '--providers', prepared.providers]), 2);
    expect(line).toContain('Set BOOKING_SERVICE_SEALING_KEY to the key that they were sealed with.');
    expect(line).toContain('openssl rand -base64 32');
    expect(bytesOf(prepared.data)).toEqual(before);
  });

  it('ORG-2: with another sealing key', longest, async () => {
    await using prepared = await prepare();
    await makeDatabase(prepared.data);
    const before = bytesOf(prepared.data);
    const other = { BOOKING_SERVICE_SEALING_KEY: Buffer.alloc(32, 8).toString('base64') };
    const line = lineOf(await refused(prepared, { environment: other }));
    expect(line).toContain('are sealed with another key than the one given.');
    expect(line).not.toContain(other.BOOKING_SERVICE_SEALING_KEY);
    expect(bytesOf(prepared.data)).toEqual(before);
  });

  it('without a database, and makes none', longest, async () => {
    await using prepared = await prepare();
    const { data } = prepared;
    expect(lineOf(await refused(prepared))).toBe(
      `There is no database in ${data}. Make one first: booking-service migrate --data ${data}`,
    );
    expect(() => readdirSync(data)).toThrow('ENOENT');
  });

  it('on an older database, which migrate then brings up to date', longest, async () => {
    await using folder = await openFolder();
    await using prepared = await prepare();
    const old = { ...prepared, data: folder.path };
    const { secrets } = makeOldDatabase(folder.path);
    const file = join(folder.path, 'booking-service.db');
    const before = readFileSync(file);
    const line = lineOf(await refused(old));
    expect(line).toMatch(
      new RegExp(
        `^The database ${file} is at migration 1, older than this program \\(\\d+\\)\\. Bring it up to date first: `,
      ),
    );
    expect(readFileSync(file).equals(before)).toBe(true);

    const [, migrate = ''] = /first: booking-service (.*)$/.exec(line) ?? [];
    const { stdout, code } = await runCommand(migrate.split(' '), { environment });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Updated the database in \S+ from migration 1 to \d+, the newest\.\n$/);
    const again = await runCommand(migrate.split(' '), { environment });
    expect(again.stdout).toMatch(/^Nothing to do: the database in \S+ is at migration \d+, the newest\.\n$/);
    expect(readFileSync(file).includes(secrets.org_a)).toBe(false);
    await using service = await serve(old);
    expect(service.url).not.toBe('');
  });

  it('on the folder of a sandbox', longest, async () => {
    await using folder = await openFolder();
    await using prepared = await prepare();
    await using running = await startSandbox(folder.path);
    await running.end('SIGTERM');
    expect(lineOf(await refused({ ...prepared, data: folder.path }))).toBe(
      `${folder.path} is the folder of a sandbox. Choose another folder with --data, or add --sandbox.`,
    );
  });

  it.each([
    { what: 'is not there', text: undefined, says: 'Cannot find module' },
    { what: 'does not parse', text: 'export default {', says: 'Cannot load FILE: Unexpected end of input' },
    { what: 'throws', text: `throw new Error('no licence')`, says: 'Cannot load FILE: no licence. Fix it, or name' },
    {
      what: 'fails in its function',
      text: `export default async () => { throw new Error('no licence') }`,
      says: 'no licence',
    },
    {
      what: 'exports nothing',
      text: 'export const a = 1',
      says: 'it has no default export, or its function returns nothing.',
    },
    { what: 'exports a number', text: 'export default 7', says: 'its integrations are 7, not an object.' },
    {
      what: 'has no provider',
      text: 'export default { providers: [] }',
      says: 'providers is not a list of one or more',
    },
    { what: 'has a nameless one', text: 'export default { providers: [{}] }', says: 'providers[0] has no name.' },
    {
      what: 'has half a provider',
      text: `export default { providers: [{ name: 'a', handlesVenue() {} }] }`,
      says: 'providers[0] has no function searchVenues.',
    },
    {
      what: 'has a misspelt port',
      text: 'export default { provider: [] }',
      says: 'FILE has no valid integrations: provider is not one of providers, cardService, billing, entitlements.',
    },
    {
      what: 'has half a card service',
      text: `const f = () => {}; export default { providers: [{ name: 'a', handlesVenue: f, searchVenues: f,
        searchAvailability: f, checkRequest: f, book: f, release: f }], cardService: { openPayment: f } }`,
      says: 'cardService has no function settlePayment.',
    },
    {
      what: 'has half a session',
      text: `const f = () => {}; export default { providers: [{ name: 'a', handlesVenue: f, searchVenues: f,
        searchAvailability: f, checkRequest: f, book: f, release: f }],
        cardService: { openPayment: f, settlePayment: f, sessions: { start: f, checkCode: f } } }`,
      says: 'cardService.sessions has no function readCard.',
    },
    {
      what: 'has a billing that checks nothing',
      text: `const f = () => {}; export default { providers: [{ name: 'a', handlesVenue: f, searchVenues: f,
        searchAvailability: f, checkRequest: f, book: f, release: f }], entitlements: { check: f }, billing: {} }`,
      says: 'billing has no function check.',
    },
  ])('with a module that $what', longest, async ({ text, says }) => {
    await using prepared = await prepare(text);
    await makeDatabase(prepared.data);
    const named = text === undefined ? { ...prepared, providers: join(prepared.data, 'none.mjs') } : prepared;
    expect(lineOf(await refused(named))).toContain(says.replace('FILE', prepared.providers));
  });

  it('where the port is taken, and the flag is named after its own line', longest, async () => {
    await using prepared = await prepare();
    await makeDatabase(prepared.data);
    await using running = await serve(prepared);
    await using other = await prepare();
    await makeDatabase(other.data);
    const { port } = new URL(running.url);
    const args = ['serve', '--data', other.data, '--providers', other.providers, '--port', port];
    const [admin_port] = await freePorts();
    args.push('--admin-port', admin_port);
    expect(lineOf(await runCommand(args, { environment }))).toMatch(
      new RegExp(`^Port ${port} is already in use by another process\\. .*: booking-service serve --port \\d+$`),
    );
  });

  it('and ends, though its providers have begun something that goes on', longest, async () => {
    await using prepared = await prepare(`setInterval(() => undefined, 1000); ${goodModule}`);
    await makeDatabase(prepared.data);
    const args = ['serve', '--data', prepared.data, '--providers', prepared.providers, '--host', '192.0.2.1'];
    const [port, admin_port] = await freePorts();
    args.push('--port', port, '--admin-port', admin_port);
    expect(lineOf(await runCommand(args, { environment }))).toContain('cannot listen on that address');
  });

  it('where this computer has no such address', longest, async () => {
    await using prepared = await prepare();
    await makeDatabase(prepared.data);
    const args = ['serve', '--data', prepared.data, '--providers', prepared.providers, '--host', '192.0.2.1'];
    const [port, admin_port] = await freePorts();
    args.push('--port', port, '--admin-port', admin_port);
    expect(lineOf(await runCommand(args, { environment }))).toMatch(
      /^This computer cannot listen on that address .*192\.0\.2\.1.*: booking-service serve --host 127\.0\.0\.1$/,
    );
  });
});

describe('a sandbox', () => {
  it('shows its lines after npm start where that started it', longest, async () => {
    await using folder = await openFolder();
    const args = [...sandbox, '--data', folder.path, ...(await portFlags())];
    await using command = startCommand(args, { environment: { npm_lifecycle_event: 'start' } });
    expect(await command.printed('Stop: Ctrl-C')).toContain('Faster webhooks: npm start -- --tick 2 ');
    const second = await runCommand(
      [...sandbox, '--data', `${folder.path}/booking-service.db/x`, ...(await portFlags())],
      {
        environment: { npm_lifecycle_event: 'start' },
      },
    );
    expect(lineOf(second)).toContain('Choose a folder that this user can write: npm start -- --data FOLDER');
  });

  it(
    'ORG-2: keeps the key of its secrets in a file for its owner alone, and none of the environment',
    longest,
    async () => {
      await using folder = await openFolder();
      const args = [...sandbox, '--data', folder.path, ...(await portFlags())];
      await using first = startCommand(args, { environment });
      await first.printed('Stop: Ctrl-C');
      const file = join(folder.path, 'sandbox-sealing.key');
      expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
      const key = readFileSync(file, 'utf8').trim();
      expect(Buffer.from(key, 'base64')).toHaveLength(32);
      expect(key).not.toBe(environment.BOOKING_SERVICE_SEALING_KEY);
      await first.end('SIGTERM');
      await using second = await startSandbox(folder.path);
      expect(second.welcome).toContain('Test key');
      expect(readFileSync(file, 'utf8').trim()).toBe(key);
    },
  );

  it('ORG-2: of the first version goes on with its keys, and its secrets are sealed', longest, async () => {
    await using folder = await openFolder();
    const { secrets, keys } = makeOldDatabase(folder.path);
    const credentials = { organization_id: 'org_a', keys, signing_secret: secrets.org_a };
    await writeFile(join(folder.path, 'sandbox-credentials.json'), JSON.stringify(credentials));
    await using service = await startSandbox(folder.path);
    expect(service.keys).toEqual(keys);
    expect(await call(service, 'POST /v1/venues/search', { body: {} })).toMatchObject({ status: 200 });
    const holding = readdirSync(folder.path).filter((name) =>
      Object.values(secrets).some((secret) => readFileSync(join(folder.path, name)).includes(secret)),
    );
    expect(holding).toEqual(['sandbox-credentials.json']);
  });

  it.each([
    {
      what: 'is missing',
      text: undefined,
      says: 'is sealed, but FILE is missing. Restore the file from a copy, or choose another',
    },
    {
      what: 'is damaged',
      text: 'short',
      says: 'FILE is damaged. Restore it from a copy, or choose another data folder.',
    },
    {
      what: 'is another',
      text: Buffer.alloc(32, 1).toString('base64'),
      says: 'are sealed with another key than the one given.',
    },
  ])('ORG-2: whose key file $what is refused, and nothing is changed', longest, async ({ text, says }) => {
    await using folder = await openFolder();
    await using first = await startSandbox(folder.path);
    await first.end('SIGTERM');
    const file = join(folder.path, 'sandbox-sealing.key');
    if (text === undefined) await rm(file);
    else await writeFile(file, text);
    const before = bytesOf(folder.path);
    const line = lineOf(await runCommand([...sandbox, '--data', folder.path, ...(await portFlags())]));
    expect(line).toContain(says.replace('FILE', file));
    expect(bytesOf(folder.path)).toEqual(before);
  });

  it('leaves the database of a service alone', longest, async () => {
    await using prepared = await prepare();
    await makeDatabase(prepared.data);
    const before = bytesOf(prepared.data);
    const line = lineOf(await runCommand([...sandbox, '--data', prepared.data, ...(await portFlags())]));
    expect(line).toContain('is sealed, but');
    expect(bytesOf(prepared.data)).toEqual(before);
    using db = new DatabaseSync(join(prepared.data, 'booking-service.db'));
    expect(db.prepare('SELECT name FROM organizations').all()).toEqual([{ name: 'Diner' }]);
  });
});
