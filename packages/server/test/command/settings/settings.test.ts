/** The sources of settings, their precedence, and the messages about wrong values. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, type Sources } from '../../../src/command/settings/read-settings.ts';
import type { Settings } from '../../../src/command/settings/effective-settings.ts';
import { environmentVariable, listSettings, settings } from '../../../src/command/settings/settings.ts';
import { openFolder } from '../../support/processes/server-process.ts';

const key = Buffer.alloc(32, 9).toString('base64');
const otherKey = Buffer.alloc(32, 10).toString('base64');

const privateNetworksExpected =
  'at most 20 networks within 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 or fc00::/7, separated by commas';

const webhookProxyExpected = 'the URL of an HTTP proxy, such as http://proxy.example.com:3128';

function read(sources: Partial<Sources> = {}): Settings {
  return readSettings({ flags: {}, config: undefined, environment: {}, start: 'service', ...sources });
}

/** Reads the settings with this text in the configuration file. */
async function readWithFile(text: string, sources: Partial<Sources> = {}): Promise<Settings> {
  await using folder = await openFolder();
  const config = join(folder.path, 'config.json');
  await writeFile(config, text);
  return read({ config, ...sources });
}

it('uses the defaults if no source sets a value', () => {
  const defaults = {
    host: '127.0.0.1',
    port: 7420,
    receiver_port: 7421,
    admin_host: '127.0.0.1',
    admin_port: 7422,
    admin_access: 'token',
    dashboard_port: 7423,
    dashboard_url: undefined,
    sign_in: undefined,
    data: 'data',
    database: undefined,
    cells: undefined,
    trusted_proxies: [],
    keep_alive_seconds: 5,
    tick_seconds: 30,
    retention_days: 30,
    old_events: 'remove',
    request_log_days: 7,
    request_log_successes: 100,
    alert_url: undefined,
    webhook_url: undefined,
    loopback_webhooks: 'refuse',
    webhook_private_networks: [],
    webhook_proxy: undefined,
    log_level: 'info',
    log_successes: 100,
    validate_with: 'compiled',
    modes: ['test', 'live'],
    providers: undefined,
    sealing_key: undefined,
    second_sealing_key: undefined,
  };
  expect(read()).toEqual(defaults);
  expect(read({ start: 'sandbox' })).toEqual({ ...defaults, admin_access: 'open', log_level: 'warn' });
});

it('prefers a flag to the environment, the environment to the file, and the file to the default', async () => {
  const file = JSON.stringify({ port: 8001, tick_seconds: 11, data: 'from-file', modes: ['live'] });
  const environment = { BOOKING_SERVICE_PORT: '8002', BOOKING_SERVICE_TICK_SECONDS: '12' };
  const merged = await readWithFile(file, { environment, flags: { port: '8003' } });
  expect(merged).toMatchObject({
    port: 8003,
    tick_seconds: 12,
    data: 'from-file',
    modes: ['live'],
    host: '127.0.0.1',
  });
});

it('reads the file that the environment names, unless a flag names another file', async () => {
  await using folder = await openFolder();
  const [one, other] = [join(folder.path, 'one.json'), join(folder.path, 'other.json')];
  await writeFile(one, '{"port": 8001}');
  await writeFile(other, '{"port": 8002}');
  const environment = { BOOKING_SERVICE_CONFIG: one };
  expect(read({ environment }).port).toBe(8001);
  expect(read({ environment, config: other }).port).toBe(8002);
});

it('reads every setting from its variable, and from its key in the file', async () => {
  const texts: Readonly<Record<keyof Settings, string>> = {
    host: '::1',
    port: '8000',
    receiver_port: '8001',
    admin_host: '10.0.0.5',
    admin_port: '8002',
    admin_access: 'token',
    dashboard_port: '8003',
    dashboard_url: 'https://dashboard.test',
    sign_in: 'sign-in.yaml',
    data: 'folder',
    database: 'postgres://booking:secret@db.test/bookings',
    cells: 'cells.yaml',
    trusted_proxies: '10.0.0.5, fd00::/8',
    keep_alive_seconds: '75',
    tick_seconds: '5',
    retention_days: '7',
    old_events: 'archive',
    as: 'Ada Byron',
    request_log_days: '3',
    request_log_successes: '10',
    alert_url: 'https://alerts.test/hook',
    webhook_url: 'http://127.0.0.1:3000/webhooks',
    loopback_webhooks: 'allow',
    webhook_private_networks: '10.1.0.0/16, fd12::/16',
    webhook_proxy: 'http://user:swordfish@proxy.test:3128',
    log_level: 'debug',
    log_successes: '25',
    validate_with: 'express-openapi-validator',
    modes: 'live',
    providers: 'providers.js',
    sealing_key: key,
    second_sealing_key: otherKey,
  };
  const names = listSettings().map(([name]) => name);
  expect(names).toEqual(Object.keys(texts));
  const environment = Object.fromEntries(names.map((name) => [environmentVariable(name), texts[name]]));
  const fromEnvironment = read({ environment });
  expect(fromEnvironment).toEqual({
    ...texts,
    sign_in: { file: 'sign-in.yaml', environment, warn: expect.any(Function) },
    cells: { file: 'cells.yaml', environment, warn: expect.any(Function) },
    port: 8000,
    receiver_port: 8001,
    admin_port: 8002,
    trusted_proxies: ['10.0.0.5', 'fd00::/8'],
    webhook_private_networks: ['10.1.0.0/16', 'fd12::/16'],
    admin_access: 'token',
    dashboard_port: 8003,
    keep_alive_seconds: 75,
    tick_seconds: 5,
    retention_days: 7,
    old_events: 'archive',
    request_log_days: 3,
    request_log_successes: 10,
    log_successes: 25,
    validate_with: 'express-openapi-validator',
    alert_url: 'https://alerts.test/hook',
    modes: ['live'],
    sealing_key: Buffer.alloc(32, 9),
    second_sealing_key: Buffer.alloc(32, 10),
  });
  const given = { environment: {}, warn: expect.any(Function) };
  const files = { sign_in: { file: 'sign-in.yaml', ...given }, cells: { file: 'cells.yaml', ...given } };
  const fromFile = { ...fromEnvironment, ...files };
  expect(await readWithFile(JSON.stringify(texts))).toEqual(fromFile);
});

describe('a wrong value', () => {
  it.each([
    { name: 'port', text: '0', expected: 'a whole number from 1 to 65534' },
    { name: 'port', text: '', expected: 'a whole number from 1 to 65534' },
    { name: 'port', text: '8e3', expected: 'a whole number from 1 to 65534' },
    { name: 'port', text: '0x1f90', expected: 'a whole number from 1 to 65534' },
    { name: 'receiver_port', text: '08001', expected: 'a whole number from 1 to 65535' },
    { name: 'retention_days', text: ' 7', expected: 'a whole number from 1 to 36500' },
    { name: 'tick_seconds', text: '1e1', expected: 'a whole number from 1 to 3600' },
    { name: 'tick_seconds', text: '+5', expected: 'a whole number from 1 to 3600' },
    { name: 'tick_seconds', text: '5.0', expected: 'a whole number from 1 to 3600' },
    { name: 'admin_port', text: '65536', expected: 'a whole number from 1 to 65535' },
    { name: 'admin_host', text: '', expected: 'an address' },
    { name: 'trusted_proxies', text: 'proxy', expected: 'addresses or networks, separated by commas' },
    { name: 'trusted_proxies', text: '10.1/16', expected: 'addresses or networks, separated by commas' },
    { name: 'keep_alive_seconds', text: '0', expected: 'a whole number from 1 to 3600' },
    { name: 'tick_seconds', text: '1.5', expected: 'a whole number from 1 to 3600' },
    { name: 'webhook_url', text: '', expected: 'an https URL, or an http URL of this computer' },
    { name: 'loopback_webhooks', text: 'yes', expected: 'refuse or allow' },
    { name: 'webhook_private_networks', text: '', expected: privateNetworksExpected },
    { name: 'webhook_private_networks', text: '10.1.0.0/16,8.8.8.0/24', expected: privateNetworksExpected },
    { name: 'webhook_proxy', text: 'proxy.test:3128', expected: webhookProxyExpected },
    { name: 'webhook_proxy', text: 'socks5://proxy.test:1080', expected: webhookProxyExpected },
    { name: 'webhook_proxy', text: '', expected: webhookProxyExpected },
    { name: 'host', text: ' ', expected: 'an address' },
    { name: 'data', text: '', expected: 'a folder' },
    { name: 'log_level', text: 'loud', expected: 'one of trace, debug, info, warn, error, fatal, silent' },
    { name: 'modes', text: 'test,prod', expected: 'test, live or test,live' },
    { name: 'modes', text: 'test,test', expected: 'test, live or test,live' },
    { name: 'modes', text: '', expected: 'test, live or test,live' },
  ] as const)('is refused with its source: $name $text', async ({ name, text, expected }) => {
    const message = ` must be ${expected}, not ${JSON.stringify(text)}.`;
    const { flag } = settings[name];
    expect(() => read({ flags: { [name]: text } })).toThrow(`${flag?.[0]}${message}`);
    const variable = environmentVariable(name);
    expect(() => read({ environment: { [variable]: text } })).toThrow(`${variable}${message}`);
    await expect(readWithFile(JSON.stringify({ [name]: text }))).rejects.toThrow(
      expect.objectContaining({
        exitCode: 2,
        message: expect.stringMatching(new RegExp(`^${name} in .*config.json must be`)),
      }),
    );
  });

  it.each([
    { text: '{"port": null}', message: 'must be a whole number from 1 to 65534, not null.' },
    { text: '{"data": null}', message: 'must be a folder, not null.' },
    { text: '{"data": {"folder": "x"}}', message: 'must be a folder, not {"folder":"x"}.' },
    { text: '{"modes": []}', message: 'must be test, live or test,live, not "".' },
  ])('of another type is refused: $text', async ({ text, message }) => {
    await expect(readWithFile(text)).rejects.toThrow(message);
  });

  it.each(['c2hvcnQ=', 'whatever', '', `${key} `, key.replace('=', '')])(
    'of the sealing key is refused and not printed: %j',
    async (text) => {
      const message = `must be 32 bytes in base64, as openssl rand -base64 32 prints them. Its value is not shown, because it may be secret.`;
      const environment = { BOOKING_SERVICE_SEALING_KEY: text };
      expect(() => read({ environment })).toThrow(`BOOKING_SERVICE_SEALING_KEY ${message}`);
      await expect(readWithFile(JSON.stringify({ sealing_key: text }))).rejects.toThrow(`config.json ${message}`);
    },
  );
});

describe('a database', () => {
  it('may have a password in the environment and in the file, but not in a flag', async () => {
    const database = 'postgres://booking:swordfish@db.test/bookings';
    expect(read({ environment: { BOOKING_SERVICE_DATABASE: database } })).toMatchObject({ database });
    expect(await readWithFile(JSON.stringify({ database }))).toMatchObject({ database });
    expect(() => read({ flags: { database } })).toThrow(
      /^--database must not contain a password, .* Set the whole URL in BOOKING_SERVICE_DATABASE or in the configuration file\.$/,
    );
    const plain = 'postgresql://booking@db.test:5433/bookings?sslmode=verify-full';
    expect(read({ flags: { database: plain } })).toMatchObject({ database: plain });
  });

  it.each([
    'postgers://booking:swordfish@db.test/bookings',
    'postgres:/booking:swordfish@db.test',
    'mysql://db.test/bookings?password=swordfish',
    'postgres://booking:sword fish@db.test/bookings',
  ])('of another form is refused, and its password is not printed: %s', (database) => {
    const reading = () => read({ environment: { BOOKING_SERVICE_DATABASE: database } });
    expect(reading).toThrow(
      'must be a URL of the form postgres://USER@HOST/NAME. Its value is not shown, because it may be secret.',
    );
  });

  it('of another form is printed if it contains no secret', () => {
    expect(() => read({ flags: { database: 'bookings' } })).toThrow(
      '--database must be a URL of the form postgres://USER@HOST/NAME, not "bookings".',
    );
  });
});

describe('an unknown setting', () => {
  it('is refused in the file', async () => {
    await expect(readWithFile('{"prot": 1}')).rejects.toThrow(
      /^prot in .*config\.json is not a setting\. Remove it, or use one of host, port,/,
    );
    await expect(readWithFile('{"__proto__": 1}')).rejects.toThrow(/^__proto__ in .* is not a setting\./);
    await expect(readWithFile('{"config": "x"}')).rejects.toThrow('is not a setting.');
  });

  it('is refused in the environment', () => {
    expect(() => read({ environment: { BOOKING_SERVICE_PROT: '1' } })).toThrow(
      /^BOOKING_SERVICE_PROT is not a setting\. Unset it, or use one of BOOKING_SERVICE_HOST, /,
    );
    expect(() => read({ environment: { BOOKING_SERVICES: '1', PORT: '1' } })).not.toThrow();
  });
});

describe('a configuration file', () => {
  it.each([
    { text: '', message: 'is not valid JSON' },
    { text: '{"sealing_key": "secret"', message: 'is not valid JSON' },
    { text: '[]', message: 'is not a JSON object such as { "port": 7420 }' },
    { text: 'null', message: 'is not a JSON object' },
  ])('of another form is refused by name: $text', async ({ text, message }) => {
    const reading = readWithFile(text);
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.not.toThrow('secret');
  });

  it('that does not exist is refused by name', () => {
    expect(() => read({ config: '/nowhere/config.json' })).toThrow(
      'Cannot read the configuration file /nowhere/config.json (ENOENT). Fix it, or name another file with --config.',
    );
  });
});
