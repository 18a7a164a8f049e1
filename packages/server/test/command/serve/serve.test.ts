/**
 * Runs booking-service serve and migrate as processes.
 *
 * @module-tag needs-posix
 */
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDatabase, environment, lineOf, loggingModule, prepare, serve } from '../../support/processes/served.ts';
import { freePorts } from '../../support/processes/free-ports.ts';
import { call, runCommand, startCommand } from '../../support/processes/server-process.ts';

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
  const search = (key: string) => call({ ...service, ...organization }, 'POST /v1/venues/search', { key, body: {} });
  expect(await search(organization.keys.live)).toMatchObject({ status: 200 });
  expect(await search(organization.keys.test)).toMatchObject({
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
  const sealing_key = environment.BOOKING_SERVICE_SEALING_KEY;
  const { data, providers } = prepared;
  await writeFile(config, JSON.stringify({ port: Number(port), admin_port, data, providers, sealing_key }));
  await using command = startCommand(['serve', '--config', config]);
  await command.printed(`http://127.0.0.1:${port} for test and live keys. Data: ${data}.`);
  const caller = { url: `http://127.0.0.1:${port}`, ...organization };
  expect(await call(caller, 'POST /v1/venues/search', { body: {} })).toMatchObject({ status: 200 });
});
