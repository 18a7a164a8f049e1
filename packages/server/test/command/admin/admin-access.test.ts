/**
 * The admin port of booking-service serve, as a process on each engine: callers by token, and the commands beside it.
 *
 * @module-tag slow
 */
import { userInfo } from 'node:os';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditList, CreatedAccessToken, CreatedOrganization } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../src/command/run-command-line.ts';
import { callAdmin } from '../../support/worlds/admin-world.ts';
import { baseEngines, makePostgresDatabase, type BaseEngine } from '../../support/engines.ts';
import { environment as secrets, goodModule } from '../../support/processes/served.ts';
import { freePorts } from '../../support/processes/free-ports.ts';
import { openFolder, startCommand } from '../../support/processes/server-process.ts';

const longest = { timeout: 240_000 };

/** A migrated database without a service, and the providers of one. */
async function openPlace(engine: BaseEngine) {
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
  await run('migrate');
  const providers = join(folder.path, 'providers.mjs');
  await writeFile(providers, goodModule);
  const running = opened.move();
  return {
    run,
    createToken: async (flags: string) => JSON.parse(await run(`access create ${flags} --json`)) as CreatedAccessToken,
    async createOrganization(name: string) {
      const created = JSON.parse(await run(`org create --name ${name} --json`)) as CreatedOrganization;
      return { organization_id: created.organization.id, signing_secret: created.signing_secret };
    },
    /** Starts the service. `call` sends a request to its admin port, as every program of this computer can. */
    async start(...flags: string[]) {
      const [port, admin] = await freePorts();
      const args = ['serve', '--providers', providers, '--port', port, '--admin-port', admin, ...flags];
      const service = startCommand(args, { environment });
      const welcome = await service.printed('Stop: Ctrl-C');
      const call = (target: `${string} /${string}`, token?: string, body?: unknown) =>
        callAdmin(`http://127.0.0.1:${admin}`, target, {
          ...(body !== undefined && { body }),
          ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
        });
      return { ...service, welcome, call };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const newOperator = { name: 'Mallory', role: 'operator' };

describe.each(baseEngines)('%s', (engine) => {
  it('ADM-6: refuses every program without a token by default, and prints how to create one', longest, async () => {
    await using place = await openPlace(engine);
    const { organization_id: id, signing_secret } = await place.createOrganization('Harbour');
    const entries = await place.run('audit --json');
    await using service = await place.start();
    const create = /booking-service access create --name \S+ --role monitoring/.exec(service.welcome)?.[0] ?? '';
    expect(service.welcome).toContain('The admin port needs an access token, and none exists.');

    const attacks = [
      await service.call('GET /organizations'),
      await service.call('GET /metrics'),
      await service.call(`POST /organizations/${id}/signing-secret/reveal`),
      await service.call('POST /access-tokens', undefined, newOperator),
      await service.call('POST /dashboard-links', undefined, { role: 'operator' }),
    ];
    expect(attacks.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect(JSON.stringify(attacks)).not.toContain(signing_secret);
    expect([await place.run('audit --json'), await place.run('access list --json')]).toEqual([entries, '[]']);
    expect((await service.call('GET /livez')).body).toEqual({ object: 'liveness', live: true });
    expect((await service.call('GET /readyz')).body).toEqual({ object: 'readiness', ready: true, not_ready: [] });

    const token = /adm_[\w-]+/.exec(await place.run(create.replace('booking-service ', '')))?.[0];
    expect((await service.call('GET /metrics', token)).status).toBe(200);
  });

  it('ADM-6: opens the admin port by a flag only, with a warning in the log', longest, async () => {
    await using place = await openPlace(engine);
    await using service = await place.start('--admin-access', 'open');
    expect((await service.call('GET /organizations')).status).toBe(200);
    expect(service.welcome).not.toContain('access token');
    const { stderr } = await service.end('SIGTERM');
    const warnings = stderr.split('\n').filter((line) => line.includes('"level":"warn"'));
    expect(warnings).toEqual([expect.stringContaining('because of --admin-access open')]);
  });

  it('ADM-7: shows no secret to a token for monitoring or support, and creates nothing for it', longest, async () => {
    await using place = await openPlace(engine);
    const { organization_id: id, signing_secret } = await place.createOrganization('Harbour');
    const monitoring = await place.createToken('--name Prometheus --role monitoring');
    const support = await place.createToken('--name Ada --role support');
    await using service = await place.start();
    expect(service.welcome).not.toContain('access token');
    const sent: unknown[] = [];
    const statusesOf = async ({ token }: CreatedAccessToken) => {
      const responses = [
        await service.call('GET /metrics', token),
        await service.call('GET /providers', token),
        await service.call('GET /organizations', token),
        await service.call(`GET /organizations/${id}/settings`, token),
        await service.call(`POST /organizations/${id}/test-events`, token, { type: 'booking.created' }),
        await service.call(`POST /organizations/${id}/signing-secret/reveal`, token),
        await service.call(`POST /organizations/${id}/keys`, token, { mode: 'live' }),
        await service.call('POST /access-tokens', token, newOperator),
        await service.call('POST /dashboard-links', token, { role: 'operator' }),
      ];
      sent.push(responses);
      return responses.map(({ status }) => status);
    };
    expect(await statusesOf(monitoring)).toEqual([200, 200, 403, 403, 403, 403, 403, 403, 403]);
    // The organization has no webhook URL, so the test event has nowhere to go.
    expect(await statusesOf(support)).toEqual([200, 200, 200, 200, 409, 403, 403, 403, 403]);
    expect(JSON.stringify(sent)).not.toContain(signing_secret);
    const tokens = JSON.parse(await place.run('access list --json')) as { name: string }[];
    expect(tokens.map(({ name }) => name)).toEqual(['Ada', 'Prometheus']);
  });

  it('ADM-3: serves the operations to holders of a token only, and health to everyone', longest, async () => {
    await using place = await openPlace(engine);
    const { run, createToken } = place;
    const { organization_id: own } = await place.createOrganization('Harbour');
    const { organization_id: other } = await place.createOrganization('Other');
    const operator = await createToken('--name Ops --role operator');
    const member = await createToken(`--name Ada --role admin --org ${own}`);
    await using service = await place.start();
    const { call } = service;

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
    const { data: entries } = JSON.parse(await run(`audit --org ${own} --json`)) as AuditList;
    expect(entries.map(({ action, actor }) => [action, actor.kind, actor.name])).toEqual([
      ['revokeAccessToken', 'command', userInfo().username],
      ['setStanding', 'access_token', 'Ops'],
      ['createAccessToken', 'command', userInfo().username],
      ['createOrganization', 'command', userInfo().username],
    ]);
    const { stdout, stderr } = await service.end('SIGTERM');
    for (const { token } of [operator, member]) expect(stdout + stderr).not.toContain(token.slice(4));
  });
});
