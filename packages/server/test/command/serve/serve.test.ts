/**
 * booking-service serve and migrate as processes: alone, several on one port, and their lines on standard error.
 *
 * @module-tag needs-posix
 */
import { chmod, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { CreatedOrganization } from '@booking-service/contract/admin';
import {
  createDatabase,
  environment,
  goodModule,
  lineOf,
  loggingModule,
  prepare,
  serve,
} from '../../support/processes/served.ts';
import { freePorts } from '../../support/processes/free-ports.ts';
import { call, type Command, openFolder, runCommand, startCommand } from '../../support/processes/server-process.ts';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { makePostgresDatabase } from '../../support/engines.ts';

describe('serve', () => {
  it('ORG-2 AUT-1: runs with its own providers on the database that migrate made, and stops cleanly', async () => {
    await using prepared = await prepare(loggingModule);
    const { data } = prepared;
    const migrated = await runCommand(['migrate', '--data', data], { environment });
    expect(migrated).toMatchObject({ code: 0, stderr: '' });
    expect(migrated.stdout).toMatch(new RegExp(`^Created the database in ${data}, at migration \\d+\\.\n$`));
    expect(((await stat(data)).mode & 0o777).toString(8)).toBe('700');
    const organization = await createDatabase(data);

    await using service = await serve(prepared);
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await call({ ...service, ...organization }, 'POST /v1/venues/search', { body: {} })).toMatchObject({
      status: 200,
    });
    const ended = await service.end('SIGTERM');
    expect(ended).toMatchObject({ code: 0, signal: null });
    expect(ended.stderr).toContain('"msg":"made"');
  });

  it('AUT-2: serves only the modes of --modes', async () => {
    await using prepared = await prepare();
    const organization = await createDatabase(prepared.data);
    await using service = await serve(prepared, '--modes', 'live');
    const searchOnce = (key: string) =>
      call({ ...service, ...organization }, 'POST /v1/venues/search', { key, body: {} });
    expect(await searchOnce(organization.keys.live)).toMatchObject({ status: 200 });
    expect(await searchOnce(organization.keys.test)).toMatchObject({
      status: 403,
      body: { error_code: 'wrong_key_environment' },
    });
  });

  it('AUT-7: refuses a key that another process revoked', async () => {
    await using prepared = await prepare();
    const { data } = prepared;
    const organization = await createDatabase(data);
    await using service = await serve(prepared);
    const caller = { ...service, ...organization };
    expect(await call(caller, 'POST /v1/venues/search', { body: {} })).toMatchObject({ status: 200 });
    const { stdout } = await runCommand(['key', 'list', '--data', data, '--json']);
    const key = (JSON.parse(stdout) as { id: string; mode: string }[]).find(({ mode }) => mode === 'test');
    expect(await runCommand(['key', 'revoke', String(key?.id), '--data', data])).toMatchObject({ code: 0, stderr: '' });
    expect(await call(caller, 'POST /v1/venues/search', { body: {} })).toMatchObject({ status: 401 });
    // The lock of the server remains: a second server is refused.
    const second = await runCommand(['serve', '--data', data, '--providers', prepared.providers], { environment });
    expect(lineOf(second)).toBe(`Another process has the data folder ${data} open. Stop it, or choose another folder.`);
  });

  it('reads the same settings from a file', async () => {
    await using prepared = await prepare();
    const organization = await createDatabase(prepared.data);
    const [port, admin_port] = await freePorts();
    const config = join(prepared.data, 'config.json');
    const sealing = environment.BOOKING_SERVICE_SEALING_KEY;
    const { data, providers } = prepared;
    await writeFile(config, JSON.stringify({ port: Number(port), admin_port, data, providers, sealing_key: sealing }));
    await using command = startCommand(['serve', '--config', config]);
    await command.printed(`http://127.0.0.1:${port} for test and live keys. Data: ${data}.`);
    const caller = { url: `http://127.0.0.1:${port}`, ...organization };
    expect(await call(caller, 'POST /v1/venues/search', { body: {} })).toMatchObject({ status: 200 });
  });
});

describe('its lines', () => {
  it('serve logs its warnings about files with secrets, and those of Node.js and of providers', async () => {
    await using prepared = await prepare(
      `process.emitWarning('The supplier is old.', 'DeprecationWarning');${goodModule}`,
    );
    await createDatabase(prepared.data);
    const config = join(prepared.data, '../config.json');
    await writeFile(config, JSON.stringify({ alert_url: 'https://alerts.test/token' }));
    await chmod(config, 0o644);
    await using service = await serve(prepared, '--config', config);
    const { stderr } = await service.end('SIGTERM');
    const lines = stderr.trimEnd().split('\n');
    const level = 'warn';
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ level, msg: expect.stringContaining(`${config} contains a secret`) }),
        expect.objectContaining({
          level,
          code: 'node_warning',
          err: expect.objectContaining({ type: 'DeprecationWarning', message: 'The supplier is old.' }),
        }),
      ]),
    );
  });
});

const sealing_key = Buffer.alloc(32, 7).toString('base64');

/** Sends a request over a connection of its own, and returns its status. */
async function search(port: string, key: string): Promise<number | undefined> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const path = `http://127.0.0.1:${port}/v1/venues/search`;
  return new Promise((done, failed) => {
    const sent = request(path, { method: 'POST', headers, agent: new Agent() }, (response) => {
      response.resume();
      response.once('end', () => done(response.statusCode));
    });
    sent.once('error', failed);
    sent.end('{}');
  });
}

/** The number of requests to the search in the metrics of the process. */
async function countRequests(adminPort: string, token: string): Promise<number> {
  const metrics = await new Promise<string>((done, failed) => {
    const headers = { Authorization: `Bearer ${token}` };
    request(`http://127.0.0.1:${adminPort}/metrics`, { headers }, (response) => void text(response).then(done, failed))
      .once('error', failed)
      .end();
  });
  const count = /^booking_service_request_duration_seconds_count\{operation_id="searchVenues",status="200"\} (\d+)$/m;
  return Number(count.exec(metrics)?.[1] ?? 0);
}

describe('a shared port', () => {
  it('AUT-1: two processes share a port and a database, and one serves on when the other stops', async () => {
    await using opened = new AsyncDisposableStack();
    const database = opened.use(await makePostgresDatabase());
    const folder = opened.use(await openFolder());
    const variables = { BOOKING_SERVICE_DATABASE: database.url, BOOKING_SERVICE_SEALING_KEY: sealing_key };
    const run = async (line: string) => (await runCommandLine(line.split(' '), variables)).text;
    await run('migrate');
    const { organization } = JSON.parse(await run('org create --name Harbour --json')) as CreatedOrganization;
    const organization_id = organization.id;
    const { key } = JSON.parse(await run(`key create --org ${organization_id} --mode test --json`)) as { key: string };
    const { token } = JSON.parse(await run('access create --name Prometheus --role monitoring --json')) as {
      token: string;
    };
    const providers = join(folder.path, 'providers.mjs');
    const index = JSON.stringify(import.meta.resolve('../../../src/index.ts'));
    await writeFile(
      providers,
      `import { createSandboxProvider } from ${index};
    export default ({ clock }) => ({ suppliers: [{ live: createSandboxProvider({ clock }), test: createSandboxProvider({ clock }) }] });`,
    );

    const [port, admin_port, other_admin_port] = await freePorts();
    const adminPorts = [admin_port, other_admin_port];
    const start = (adminPort: string): Command => {
      const args = ['serve', '--providers', providers, '--port', port, '--admin-port', adminPort, '--reuse-port'];
      return opened.use(startCommand(args, { environment: variables }));
    };
    const [one, other] = adminPorts.map(start);
    await Promise.all([one?.printed('Stop: Ctrl-C'), other?.printed('Stop: Ctrl-C')]);

    const statuses = await Promise.all(Array.from({ length: 60 }, () => search(port, key)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const counts = await Promise.all(adminPorts.map((adminPort) => countRequests(adminPort, token)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60);
    // The system spreads connections by their addresses: 60 connections to one of two processes have a chance of 1 in 2^59.
    expect(Math.min(...counts)).toBeGreaterThan(0);

    const [spare] = await freePorts();
    const alone = startCommand(['serve', '--providers', providers, '--port', port, '--admin-port', spare], {
      environment: variables,
    });
    // The processes share the port of the dashboard, too.
    const taken = `Ports ${port} and ${Number(port) + 3} are already in use by other processes.`;
    expect((await alone.ended).stderr).toContain(taken);

    expect((await one?.end('SIGTERM'))?.code).toBe(0);
    expect(await search(port, key)).toBe(200);
  });

  it.each([
    { name: 'on a data folder', args: ['--providers', 'providers.js'] },
    { name: 'in a sandbox', args: ['--sandbox'] },
  ])('is refused $name with exit code 2', async ({ args }) => {
    const ended = await runCommand(['serve', '--reuse-port', ...args]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('--reuse-port needs PostgreSQL: only one process can use a data folder.');
  });
});
