/** Runs booking-service org and key with wrong arguments, URLs and folders. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { createOrganization, openSqliteStore } from '../../../src/index.ts';
import { testSealing } from '../../../src/testing.ts';
import { environment, openService, scopes } from '../../support/processes/served.ts';
import { openFolder } from '../../support/processes/server-process.ts';

describe('a wrong command changes nothing and names the fix', () => {
  it.each([
    {
      line: 'org suspend org_none',
      exitCode: 1,
      message: 'No organization has the id "org_none". List the organizations: booking-service org list',
    },
    { line: 'org resume org_none', exitCode: 1, message: 'No organization has the id "org_none".' },
    { line: 'key create --org org_none --mode test', exitCode: 1, message: 'No organization has the id "org_none".' },
    { line: 'key list --org org_none', exitCode: 1, message: 'No organization has the id "org_none".' },
    {
      line: 'key revoke key_none',
      exitCode: 1,
      message: 'No key has this id. Pass the id of the key, not the key itself.',
    },
    {
      line: 'key create --mode test',
      exitCode: 2,
      message: "Required option '--org <ORGANIZATION>' not specified",
      help: true,
    },
    { line: 'key create --org ID', exitCode: 2, message: "Required option '--mode <MODE>' not specified", help: true },
    { line: 'key create --org ID --mode prod', exitCode: 2, message: '--mode must be one of test, live, not "prod".' },
    {
      line: 'key create --org ID --mode test --scopes bookings:read,bookings:all',
      exitCode: 2,
      message: `--scopes must be words separated by commas (${scopes.join(', ')}), not "bookings:read,bookings:all".`,
    },
    { line: 'org create', exitCode: 2, message: "Required option '--name <NAME>' not specified", help: true },
    {
      line: `org create --name ${'x'.repeat(101)}`,
      exitCode: 2,
      message: '--name must NOT have more than 100 characters',
    },
    {
      line: 'org create --name X --rate-limit 0',
      exitCode: 2,
      message: '--rate-limit must be a whole number from 1 to 1000000000, not "0".',
    },
    {
      line: 'org create --name X --test-allowance many',
      exitCode: 2,
      message: '--test-allowance must be a whole number from 0 to 1000000000, not "many".',
    },
  ])('$line', async ({ line, exitCode, message, help = false }) => {
    await using service = await openService();
    const { store, organization } = service.world;
    const { organization_id } = organization;
    const read = async () => [await store.listOrganizations(), await store.listApiKeys({ organization_id, limit: 10 })];
    const before = await read();
    const text = await service.run(line.replace('ID', organization_id), exitCode);
    expect(text).toContain(message);
    expect(text.includes('\n')).toBe(help);
    expect(await read()).toEqual(before);
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
    {
      url: `https://8.8.8.8/${'x'.repeat(2048)}`,
      service: 'NOT have more than 2048 characters',
      sandbox: 'NOT have more than 2048 characters',
    },
    { url: 'https://nowhere.invalid/x', service: 'cannot be found', sandbox: 'cannot be found' },
  ])('$url', async ({ url, ...message }) => {
    for (const kind of ['service', 'sandbox'] as const) {
      await using opened = await openService({ kind });
      const text = await opened.run(`org create --name X --webhook-url ${url}`, message[kind] === undefined ? 0 : 2);
      expect(text).toContain(message[kind] ?? `Webhook URL     ${url}\n`);
      expect(text.includes('\n')).toBe(message[kind] === undefined);
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
    const [key] = await store.listApiKeys({ organization_id, limit: 1 });
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
