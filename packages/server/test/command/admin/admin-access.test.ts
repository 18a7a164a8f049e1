/** booking-service serve --admin-access token, as a process on each engine: callers by token, and the commands beside it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEntry, CreatedAccessToken } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { callAdmin } from '../../support/worlds/admin-call.ts';
import { baseEngines, makePostgresDatabase } from '../../support/engines.ts';
import { environment as secrets, goodModule } from '../../support/processes/served.ts';
import { freePorts } from '../../support/processes/free-ports.ts';
import { openFolder, startCommand } from '../../support/processes/server-process.ts';

describe.each(baseEngines)('%s', (engine) => {
  it('serves the operations to holders of a token only, and health to everyone', { timeout: 240_000 }, async () => {
    await using opened = new AsyncDisposableStack();
    const folder = opened.use(await openFolder());
    const place =
      engine === 'sqlite'
        ? { BOOKING_SERVICE_DATA: join(folder.path, 'data') }
        : { BOOKING_SERVICE_DATABASE: opened.use(await makePostgresDatabase()).url };
    const environment = { ...secrets, ...place };
    const run = async (line: string) => {
      const { exitCode, text } = await runCommandLine(line.split(' '), environment);
      expect({ exitCode, text }).toEqual({ exitCode: 0, text: expect.any(String) });
      return text;
    };
    const createToken = async (flags: string) =>
      JSON.parse(await run(`access create ${flags} --json`)) as CreatedAccessToken;

    await run('migrate');
    const create = async (name: string) =>
      (JSON.parse(await run(`org create --name ${name} --json`)) as { organization_id: string }).organization_id;
    const [own, other] = [await create('Harbour'), await create('Other')];
    const operator = await createToken('--name Ops --role operator');
    const member = await createToken(`--name Ada --role admin --org ${own}`);

    const providers = join(folder.path, 'providers.mjs');
    await writeFile(providers, goodModule);
    const [port, admin] = await freePorts();
    const args = ['serve', '--providers', providers, '--port', port, '--admin-port', admin, '--admin-access', 'token'];
    await using service = startCommand(args, { environment });
    await service.printed('Stop: Ctrl-C');
    const call = (target: `${string} /${string}`, token?: string, body?: unknown) =>
      callAdmin(`http://127.0.0.1:${admin}`, target, {
        ...(body !== undefined && { body }),
        ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
      });

    expect([(await call('GET /livez')).status, (await call('GET /readyz')).status]).toEqual([200, 200]);
    expect([(await call('GET /metrics')).status, (await call('GET /organizations')).status]).toEqual([401, 401]);
    expect((await call('GET /metrics', operator.token)).status).toBe(200);
    expect(await call(`GET /organizations/${own}`, member.token)).toMatchObject({ status: 200, body: { id: own } });
    expect((await call(`GET /organizations/${other}`, member.token)).status).toBe(404);
    expect((await call('GET /organizations', member.token)).status).toBe(403);
    const suspended = await call(`PUT /organizations/${own}/standing`, operator.token, { standing: 'suspended' });
    expect(suspended.body).toMatchObject({ standing: 'suspended' });
    expect(await run('org list')).toMatch(new RegExp(`${own} +Harbour +suspended`));

    await run(`access revoke ${member.access_token.id}`);
    expect((await call(`GET /organizations/${own}`, member.token)).status).toBe(401);
    const entries = JSON.parse(await run(`audit --org ${own} --json`)) as AuditEntry[];
    expect(entries.map(({ action, actor }) => [action, actor.kind, actor.name])).toEqual([
      ['revokeAccessToken', 'command', null],
      ['setStanding', 'access_token', 'Ops'],
      ['createAccessToken', 'command', null],
      ['createOrganization', 'command', null],
    ]);
    const { stdout, stderr } = await service.end('SIGTERM');
    for (const { token } of [operator, member]) expect(stdout + stderr).not.toContain(token.slice(4));
  });
});
