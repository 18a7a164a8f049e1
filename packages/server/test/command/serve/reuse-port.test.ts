/**
 * Several processes on one port, with one PostgreSQL database.
 *
 * @module-tag needs-posix
 */
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { CreatedOrganization } from '@booking-service/contract/admin';
import { expect, it } from 'vitest';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { makePostgresDatabase } from '../../support/engines.ts';
import { freePorts } from '../../support/processes/free-ports.ts';
import { openFolder, runCommand, startCommand, type Command } from '../../support/processes/server-process.ts';

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

it('AUT-1: two processes share a port and a database, and one serves on when the other stops', async () => {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await makePostgresDatabase());
  const folder = opened.use(await openFolder());
  const environment = { BOOKING_SERVICE_DATABASE: database.url, BOOKING_SERVICE_SEALING_KEY: sealing_key };
  const run = async (line: string) => (await runCommandLine(line.split(' '), environment)).text;
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
    return opened.use(startCommand(args, { environment }));
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
    environment,
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
