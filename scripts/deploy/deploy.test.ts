/**
 * Checks the form of the files that run the service elsewhere. No engine runs them here: parsers and schemas read them, and their
 * commands, ports, variables and paths are compared with each other and with the settings of the service.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv, type SchemaObject } from 'ajv';
import { validate as findFaults } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
// @boundaries-ignore the refusals of the service decide whether a variable may be there
import { runCommandLine } from '../../packages/server/src/command/run-command-line.ts';
// @boundaries-ignore the settings that these files may use
import {
  environmentVariable,
  fileVariable,
  listSettings,
} from '../../packages/server/src/command/settings/settings.ts';
// @boundaries-ignore as above
import { nameImage } from '../release/names.ts';
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
