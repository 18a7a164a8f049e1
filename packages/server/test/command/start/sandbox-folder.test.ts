/**
 * Runs booking-service serve --sandbox as a process on folders of several kinds.
 *
 * @module-tag slow
 */
import { readFileSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { bytesOf, createDatabase, environment, lineOf, prepare } from '../../support/processes/served.ts';
import {
  openFolder,
  portFlags,
  runCommand,
  runHere,
  sandbox,
  startCommand,
  startService as startSandbox,
} from '../../support/processes/server-process.ts';
import { openSandboxOrganization } from '../../../src/command/sandbox/sandbox-folder.ts';
import { openWorld } from '../../../src/testing.ts';
import { readSettings, type Sources } from '../../../src/command/settings/read-settings.ts';
import { dashboardUrl, type Settings } from '../../../src/command/settings/effective-settings.ts';

describe('a sandbox', () => {
  it('prints npm start in its lines after npm start', async () => {
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
    'ORG-2: keeps its sealing key in a file that only its owner reads, and ignores the environment',
    { tags: ['needs-posix'] },
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

  it.each([
    {
      what: 'is missing',
      text: undefined,
      message: 'is sealed, but FILE is missing. Restore the file from a copy, or choose another',
    },
    {
      what: 'is damaged',
      text: 'short',
      message: 'FILE is damaged. Restore it from a copy, or choose another data folder.',
    },
    {
      what: 'has another key',
      text: Buffer.alloc(32, 1).toString('base64'),
      message: 'are sealed with another key than the one given.',
    },
  ])('ORG-2: refuses a key file that $what and changes nothing', async ({ text, message }) => {
    await using folder = await openFolder();
    await using first = await startSandbox(folder.path);
    await first.end('SIGTERM');
    const file = join(folder.path, 'sandbox-sealing.key');
    if (text === undefined) await rm(file);
    else await writeFile(file, text);
    const before = bytesOf(folder.path);
    const line = lineOf(await runHere([...sandbox, '--data', folder.path, ...(await portFlags())]));
    expect(line).toContain(message.replace('FILE', file));
    expect(bytesOf(folder.path)).toEqual(before);
  });

  it('does not change the database of a service', async () => {
    await using prepared = await prepare();
    await createDatabase(prepared.data);
    const before = bytesOf(prepared.data);
    const line = lineOf(await runHere([...sandbox, '--data', prepared.data, ...(await portFlags())]));
    expect(line).toContain('is sealed, but');
    expect(bytesOf(prepared.data)).toEqual(before);
    using db = new DatabaseSync(join(prepared.data, 'booking-service.db'));
    expect(db.prepare('SELECT name FROM organizations').all()).toEqual([{ name: 'Diner' }]);
  });
});

const addresses = { url: 'http://127.0.0.1:7420', admin_url: 'http://127.0.0.1:7422' };
const receiver = 'http://127.0.0.1:7421/webhooks';

it('keeps a webhook URL that was set after the start, until a start has another one', async () => {
  await using world = await openWorld();
  await using folder = await openFolder();
  const { store, clock } = world;
  const start = async (webhook_url: string) => {
    const options = { store, folder: folder.path, webhook_url, addresses, now: clock.now() };
    const { organization_id } = await openSandboxOrganization(options);
    return { organization_id, url: (await store.findOrganization(organization_id))?.webhook_url };
  };
  const { organization_id, url } = await start(receiver);
  expect(url).toBe(receiver);
  const own = 'http://127.0.0.1:9000/webhooks';
  await store.setWebhookUrl(organization_id, own);
  expect(await start(receiver)).toEqual({ organization_id, url: own });
  expect((await start('http://127.0.0.1:8421/webhooks')).url).toBe('http://127.0.0.1:8421/webhooks');
});

// The settings of ports, and the address of the dashboard.

const read = (sources: Partial<Sources> = {}): Settings =>
  readSettings({ flags: {}, config: undefined, environment: {}, start: 'service', ...sources });

it('derives the other ports from the port, and never one above 65535', () => {
  const portsAt = (port: string) => {
    const { receiver_port, admin_port, dashboard_port } = read({ flags: { port } });
    return [receiver_port, admin_port, dashboard_port];
  };
  expect(['8000', '65533', '65534'].map(portsAt)).toEqual([
    [8001, 8002, 8003],
    [65534, 65535, 65531],
    [65535, 65533, 65532],
  ]);
});

it.each([
  {
    flags: { port: '8000', admin_port: '8000' },
    start: 'service',
    message: '--port and --admin-port are both 8000. Choose two different ports.',
  },
  {
    flags: { port: '8000', receiver_port: '8002' },
    start: 'sandbox',
    message: '--receiver-port and --admin-port are both 8002.',
  },
  {
    flags: { port: '8000', dashboard_port: '8002' },
    start: 'service',
    message: '--admin-port and --dashboard-port are both 8002.',
  },
] as const)('refuses the same port for two servers: $message', ({ flags, start, message }) => {
  expect(() => read({ flags, start })).toThrow(message);
});

it('lets the service use the default port of the receiver, which only a sandbox starts', () => {
  expect(read({ flags: { port: '8000', receiver_port: '8002' } }).admin_port).toBe(8002);
});

it('opens the dashboard over https, or over http on this computer', () => {
  const dashboardUrlOf = (dashboard_url: string) => dashboardUrl(read({ flags: { dashboard_url } }));
  expect(dashboardUrl(read({ flags: { port: '8000' } }))).toBe('http://127.0.0.1:8003');
  const allowed = ['https://Dashboard.diner.test/', 'https://dashboard.diner.test:8443', 'http://localhost:8003'];
  expect(allowed.map(dashboardUrlOf)).toEqual([
    'https://dashboard.diner.test',
    'https://dashboard.diner.test:8443',
    'http://localhost:8003',
  ]);
  const refused = [
    'http://dashboard.diner.test',
    'http://10.0.0.1:7423',
    'http://127.0.0.1.evil.test',
    'https://diner.test/dashboard',
    'https://ada@diner.test',
    'ftp://127.0.0.1',
    'dashboard.diner.test',
  ];
  for (const url of refused) expect(() => dashboardUrlOf(url)).toThrow('--dashboard-url must be an https URL');
});
