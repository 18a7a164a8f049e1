/**
 * booking-service serve refuses to start. One line of each kind runs as a process, to see everything that it prints and that it exits.
 *
 * @module-tag slow
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeUnreleasedDatabase } from '../../support/databases.ts';
import {
  bytesOf,
  createDatabase,
  environment,
  goodModule,
  lineOf,
  prepare,
  serve,
  type Prepared,
} from '../../support/processes/served.ts';
import { freePorts } from '../../support/processes/free-ports.ts';
import {
  openFolder,
  runCommand,
  runHere,
  startService as startSandbox,
  type Ended,
} from '../../support/processes/server-process.ts';

describe.concurrent('refuses to serve', () => {
  async function refused(prepared: Prepared, { run = runHere } = {}): Promise<Ended> {
    return run(['serve', '--data', prepared.data, '--providers', prepared.providers], { environment });
  }

  it('without providers', async () => {
    const ended = await runCommand(['serve'], { environment });
    expect(lineOf(ended, 2)).toMatch(/^--providers is missing\. .* --providers FILE.* serve --sandbox$/);
  });

  it('ORG-2: without a sealing key', async () => {
    await using prepared = await prepare();
    await createDatabase(prepared.data);
    const before = bytesOf(prepared.data);
    const line = lineOf(await runCommand(['serve', '--data', prepared.data, '--providers', prepared.providers]), 2);
    expect(line).toContain('Set BOOKING_SERVICE_SEALING_KEY to the key that they were sealed with.');
    expect(line).toContain('openssl rand -base64 32');
    expect(bytesOf(prepared.data)).toEqual(before);
  });

  it('ORG-2: with another sealing key', async () => {
    await using prepared = await prepare();
    await createDatabase(prepared.data);
    const before = bytesOf(prepared.data);
    const other = { BOOKING_SERVICE_SEALING_KEY: Buffer.alloc(32, 8).toString('base64') };
    const args = ['serve', '--data', prepared.data, '--providers', prepared.providers];
    const line = lineOf(await runCommand(args, { environment: other }));
    expect(line).toContain('are sealed with another key than the one given.');
    expect(line).not.toContain(other.BOOKING_SERVICE_SEALING_KEY);
    expect(bytesOf(prepared.data)).toEqual(before);
  });

  it('without a database, and creates none', async () => {
    await using prepared = await prepare();
    const { data } = prepared;
    expect(lineOf(await refused(prepared))).toBe(
      `There is no database in ${data}. Make one first: booking-service migrate --data ${data}`,
    );
    expect(() => readdirSync(data)).toThrow('ENOENT');
  });

  it('on an older database, which migrate updates', async () => {
    await using folder = await openFolder();
    await using prepared = await prepare();
    const old = { ...prepared, data: folder.path };
    const file = join(folder.path, 'booking-service.db');
    writeFileSync(file, '');
    const before = readFileSync(file);
    const line = lineOf(await refused(old));
    expect(line).toMatch(
      new RegExp(
        `^The database ${file} is at migration 0, older than this program \\(\\d+\\)\\. Bring it up to date first: `,
      ),
    );
    expect(readFileSync(file).equals(before)).toBe(true);

    const [, migrate = ''] = /first: booking-service (.*)$/.exec(line) ?? [];
    const { stdout, code } = await runHere(migrate.split(' '), { environment });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Created the database in \S+, at migration \d+\.\n$/);
    const again = await runHere(migrate.split(' '), { environment });
    expect(again.stdout).toMatch(/^Nothing to do: the database in \S+ is at migration \d+, the newest\.\n$/);
    await using service = await serve(old);
    expect(service.url).not.toBe('');
  });

  it('on a database of an unreleased version, like migrate, and changes nothing', async () => {
    await using folder = await openFolder();
    await using prepared = await prepare();
    makeUnreleasedDatabase(folder.path);
    const file = join(folder.path, 'booking-service.db');
    const before = readFileSync(file);
    const line = `The database ${file} is from a version before the first release, and no migration updates it. Nothing was changed. Choose another data folder. To read this one, run the version that wrote it.`;
    expect(lineOf(await refused({ ...prepared, data: folder.path }))).toBe(line);
    const migrated = await runHere(['migrate', '--data', folder.path], { environment });
    expect(lineOf(migrated)).toBe(line);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('on the folder of a sandbox', async () => {
    await using folder = await openFolder();
    await using prepared = await prepare();
    await using running = await startSandbox(folder.path);
    await running.end('SIGTERM');
    expect(lineOf(await refused({ ...prepared, data: folder.path }))).toBe(
      `${folder.path} is the folder of a sandbox. Choose another folder with --data, or add --sandbox.`,
    );
  });

  it('with a module that throws, and prints one line', async () => {
    await using prepared = await prepare(`throw new Error('no licence')`);
    await createDatabase(prepared.data);
    const line = lineOf(await refused(prepared, { run: runCommand }));
    expect(line).toContain(`Cannot load ${prepared.providers}: no licence. Fix it, or name`);
  });

  it.each([
    { what: 'does not exist', text: undefined, message: 'Cannot find module' },
    { what: 'does not parse', text: 'export default {', message: 'Cannot load FILE: Unexpected end of input' },
    {
      what: 'fails in its function',
      text: `export default async () => { throw new Error('no licence') }`,
      message: 'no licence',
    },
    {
      what: 'exports nothing',
      text: 'export const a = 1',
      message: 'it has no default export, or its function returns nothing.',
    },
    { what: 'exports a number', text: 'export default 7', message: 'its integrations are 7, not an object.' },
    {
      what: 'has no supplier',
      text: 'export default { suppliers: [] }',
      message: 'suppliers is not a list of one or more',
    },
    {
      what: 'has a supplier without a side',
      text: 'export default { suppliers: [{}] }',
      message: 'suppliers[0] has neither a live nor a test side.',
    },
    {
      what: 'has a provider where a supplier belongs',
      text: `export default { suppliers: [{ name: 'a', handlesVenue() {} }] }`,
      message: 'suppliers[0] has name, which is neither of its sides live and test.',
    },
    {
      what: 'simulates nothing',
      text: `export default { suppliers: [{ test: 'simulate' }] }`,
      message: 'suppliers[0] has the test side simulate, but no live side.',
    },
    {
      what: 'has a provider without a name',
      text: 'export default { suppliers: [{ test: {} }] }',
      message: 'suppliers[0].test has no name.',
    },
    {
      what: 'has half a provider',
      text: `export default { suppliers: [{ live: { name: 'a', handlesVenue() {} } }] }`,
      message: 'suppliers[0].live has no function searchVenues.',
    },
    {
      what: 'has a misspelt port',
      text: 'export default { providers: [] }',
      message:
        'FILE has no valid integrations: providers is not one of suppliers, payments, cards, codes, billing, entitlements.',
    },
    {
      what: 'has half a payment service',
      text: `const f = () => {}; export default { suppliers: [{ live: { name: 'a', handlesVenue: f, searchVenues: f,
        searchAvailability: f, checkRequest: f, book: f, release: f } }], payments: { live: { open: f } } }`,
      message: 'payments.live has no function read.',
    },
    {
      what: 'has half a card vault',
      text: `const f = () => {}; export default { suppliers: [{ live: { name: 'a', handlesVenue: f, searchVenues: f,
        searchAvailability: f, checkRequest: f, book: f, release: f } }],
        cards: { test: { findCard: f } } }`,
      message: 'cards.test has no function readCard.',
    },
    {
      what: 'has a code sender that cannot send',
      text: `const f = () => {}; export default { suppliers: [{ live: { name: 'a', handlesVenue: f, searchVenues: f,
        searchAvailability: f, checkRequest: f, book: f, release: f } }], codes: { live: {} } }`,
      message: 'codes.live has no function send.',
    },
    {
      what: 'has a billing without a check',
      text: `const f = () => {}; export default { suppliers: [{ live: { name: 'a', handlesVenue: f, searchVenues: f,
        searchAvailability: f, checkRequest: f, book: f, release: f } }], entitlements: { live: { check: f } }, billing: { live: {} } }`,
      message: 'billing.live has no function check.',
    },
  ])('with a module that $what', async ({ text, message }) => {
    await using prepared = await prepare(text);
    await createDatabase(prepared.data);
    const named = text === undefined ? { ...prepared, providers: join(prepared.data, 'none.mjs') } : prepared;
    expect(lineOf(await refused(named))).toContain(message.replace('FILE', prepared.providers));
  });

  it.each([
    { what: 'imports', text: `import { join } from 'node:path'; join('a');`, reason: 'Cannot use import statement' },
    { what: 'exports', text: 'export default { suppliers: [] }', reason: `Unexpected token 'export'` },
  ])('with a module that $what in a package of CommonJS, as npm init makes it', async ({ text, reason }) => {
    await using prepared = await prepare();
    await createDatabase(prepared.data);
    const providers = prepared.providers.replace(/mjs$/, 'js');
    await writeFile(join(dirname(providers), 'package.json'), '{ "type": "commonjs" }');
    await writeFile(providers, text);
    // Node warns on standard error, too.
    const { code, stderr } = await refused({ ...prepared, providers }, { run: runCommand });
    expect({ code, last: stderr.trimEnd().split('\n').at(-1) }).toEqual({
      code: 1,
      last: expect.stringMatching(/Node takes it for CommonJS, .*: npm pkg set type=module\. Fix it, or name another/),
    });
    expect(stderr).toContain(`Cannot load ${providers}: ${reason}`);
  });

  it('with a list of suppliers that has a fault, and names its line', async () => {
    await using prepared = await prepare();
    await createDatabase(prepared.data);
    const providers = prepared.providers.replace(/mjs$/, 'yaml');
    await writeFile(
      providers,
      'providers:\n  - name: corner\n    type: http\n    url: https://corner.test\n    secret: hunter2\n',
    );
    const line = lineOf(await refused({ ...prepared, providers }));
    expect(line).toContain(`${providers}:5: secret must be { env: VARIABLE }, the name of the environment variable`);
    expect(line).not.toContain('hunter2');
  });

  it('if the port is in use, and names the flag', async () => {
    await using prepared = await prepare();
    await createDatabase(prepared.data);
    await using running = await serve(prepared);
    await using other = await prepare();
    await createDatabase(other.data);
    const { port } = new URL(running.url);
    const args = ['serve', '--data', other.data, '--providers', other.providers, '--port', port];
    const [admin_port, dashboard_port] = await freePorts();
    args.push('--admin-port', admin_port, '--dashboard-port', dashboard_port);
    expect(lineOf(await runHere(args, { environment }))).toMatch(
      new RegExp(`^Port ${port} is already in use by another process\\. .*: booking-service serve --port \\d+$`),
    );
  });

  it('and exits although its providers set a timer', async () => {
    await using prepared = await prepare(`setInterval(() => undefined, 1000); ${goodModule}`);
    await createDatabase(prepared.data);
    const args = ['serve', '--data', prepared.data, '--providers', prepared.providers, '--host', '192.0.2.1'];
    const [port, admin_port] = await freePorts();
    args.push('--port', port, '--admin-port', admin_port);
    expect(lineOf(await runCommand(args, { environment }))).toContain('cannot listen on that address');
  });

  it('if the computer does not have the address', async () => {
    await using prepared = await prepare();
    await createDatabase(prepared.data);
    const args = ['serve', '--data', prepared.data, '--providers', prepared.providers, '--host', '192.0.2.1'];
    const [port, admin_port] = await freePorts();
    args.push('--port', port, '--admin-port', admin_port);
    expect(lineOf(await runHere(args, { environment }))).toMatch(
      /^This computer cannot listen on that address .*192\.0\.2\.1.*: booking-service serve --host 127\.0\.0\.1$/,
    );
  });
});
