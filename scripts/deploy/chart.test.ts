/**
 * The chart, rendered by Helm, which is built first. deploy/kubernetes.yaml is the chart with its own values: after a change of the
 * chart, npm run verify -- nightly scripts/deploy/chart --update writes it again.
 *
 * @module-tag needs-go
 * @module-tag slow
 * @module-tag nightly
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { installGoTool } from '../tools/pinned.ts';
import { checkForm, restrictedContainer, restrictedPod } from './read-files.ts';

const chart = fileURLToPath(new URL('../../deploy/chart', import.meta.url));
const files = globSync('ci/*-values.yaml', { cwd: chart });
/** Of the rendered manifests. A Helm that is built from the registry of Go names none. */
const version = ['--kube-version', '1.34.0'];

let helm = '';
beforeAll(() => void (helm = installGoTool('helm')), 3_600_000);

function run(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(helm, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout;
}

/** The objects of a release by their kinds, and by kind and name where it has two of them. */
function render(...flags: readonly string[]) {
  const documents = parseAllDocuments(run('template', 'bookings', chart, ...version, ...flags)).map((each) =>
    each.toJS(),
  );
  return { documents, find: (kind: string) => documents.find((each) => each.kind === kind) };
}

it('is rendered in deploy/kubernetes.yaml', async () => {
  const header = `# Two instances of the service on an existing PostgreSQL, for a cluster without Helm: kubectl apply --filename deploy/kubernetes.yaml
# Rendered from deploy/chart, whose values.yaml names the Secret and the ConfigMap that it needs. Replace the image with that of your registry.
# The Job migrates while the pods of the version before serve. A new pod that starts before it has ended is started again.
`;
  const rendered = header + run('template', 'booking-service', chart, ...version);
  await expect(rendered).toMatchFileSnapshot(join(chart, '../kubernetes.yaml'));
});

it.each(['', ...files])('passes the lint of Helm, and renders objects of the form of Kubernetes: %s', (file) => {
  const flags = file === '' ? [] : ['--values', join(chart, file)];
  run('lint', '--strict', chart, ...version, ...flags);
  const { documents } = render(...flags);
  expect(documents.length).toBeGreaterThan(3);
  for (const document of documents) {
    // The schema of this kind belongs to the operator.
    if (document.kind !== 'ServiceMonitor') checkForm(document);
    const pod = document.spec.template?.spec;
    if (!pod) continue;
    expect(pod).toMatchObject({ enableServiceLinks: false, securityContext: restrictedPod });
    for (const { securityContext } of pod.containers) expect(securityContext).toEqual(restrictedContainer);
  }
});

it('connects its objects: an ingress with TLS, an autoscaler and a monitor', () => {
  const { documents, find } = render('--values', join(chart, 'ci/everything-values.yaml'));
  const { labels } = find('Deployment').spec.template.metadata;
  const [admin, service] = ['bookings-admin', 'bookings'].map((name) =>
    documents.find((each) => each.kind === 'Service' && each.metadata.name === name),
  );
  for (const { spec } of [admin, service]) expect(labels).toMatchObject(spec.selector);
  expect(find('Ingress').spec).toEqual({
    ingressClassName: 'nginx',
    tls: [{ hosts: ['booking.example.com'], secretName: 'booking-tls' }],
    rules: [
      {
        host: 'booking.example.com',
        http: {
          paths: [
            {
              path: '/',
              pathType: 'Prefix',
              backend: { service: { name: 'bookings', port: { name: service.spec.ports[0].name } } },
            },
          ],
        },
      },
    ],
  });
  expect(find('HorizontalPodAutoscaler').spec.scaleTargetRef).toEqual({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    name: find('Deployment').metadata.name,
  });
  // The autoscaler sets their number.
  expect(find('Deployment').spec).not.toHaveProperty('replicas');
  expect(admin.metadata.labels).toMatchObject(find('ServiceMonitor').spec.selector.matchLabels);
  expect(find('ServiceMonitor').spec.endpoints).toEqual([
    {
      port: admin.spec.ports[0].name,
      path: '/metrics',
      interval: '30s',
      authorization: { credentials: { name: 'booking-service-monitoring', key: 'token' } },
    },
  ]);
  const [container] = find('Deployment').spec.template.spec.containers;
  expect(container.image).toMatch(/^registry\.example\.com\/bookings\/booking-service@sha256:0{64}$/);
  expect(container.env).toContainEqual({ name: 'BOOKING_SERVICE_TRUSTED_PROXIES', value: '10.0.0.0/8' });
});

it('has a file of values for each way, and one instance for trials', () => {
  expect(files.map((file) => basename(file)).toSorted()).toEqual([
    'everything-values.yaml',
    'one-instance-values.yaml',
  ]);
  const { find } = render('--values', join(chart, 'ci/one-instance-values.yaml'));
  expect(find('Deployment').spec.replicas).toBe(1);
  expect(find('Deployment').spec.template.spec.containers[0].image).toBe('booking-service:0.2.0-rc.1');
});

it.each([
  ['ingress.enabled=true', 'minLength'],
  ['settings.database=postgres://booking', 'invalid propertyName'],
  ['replica=3', "additional properties 'replica' not allowed"],
])('refuses --set %s', (value, message) => {
  expect(() => render('--set', value)).toThrow(message);
});

it('finds a field that Kubernetes has not got, however deep', () => {
  const { find } = render();
  find('Deployment').spec.template.spec.containers[0].readinessProbe.httpGet.imagine = 7;
  expect(() => checkForm(find('Deployment'))).toThrow(
    '/spec/template/spec/containers/0/readinessProbe/httpGet/imagine',
  );
});
