/** The state of the service for operators, and deploy/prometheus, deploy/grafana and the docs beside its metrics. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ServiceHealth } from '@booking-service/contract/admin';
import { listMetrics } from '../../src/admin/metrics/metrics.ts';
import { createLog, createMetrics } from '../../src/index.ts';
import { closedCircuit, createAt, ownProvider } from '../support/providers.ts';
import { emptyStore } from '../support/databases.ts';
import { openAdminWorld } from '../support/worlds/admin-world.ts';
import { baseEngines } from '../support/engines.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<'summary' | 'description' | 'runbook', string>>;
}

interface RuleTest {
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
}

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const prefix = 'booking_service_';
const root = new URL('../../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const alerts = parse(read('deploy/prometheus/alerts.yaml')) as {
  readonly groups: readonly { rules: readonly Rule[] }[];
};
const rules = alerts.groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('deploy/grafana/dashboard.json')) as {
  readonly panels: readonly Panel[];
  readonly annotations: { readonly list: readonly { readonly expr: string }[] };
};

/** The text of every metric, with at least one sample of each. */
let text = '';
/** The names of the metrics by type, with those of the parts of a histogram. */
let names: ReadonlySet<string>;

beforeAll(async () => {
  const log = createLog({ level: 'silent' });
  const metrics = createMetrics({ store: emptyStore, clock: { now: () => new Date(0) }, log });
  const { observer } = metrics;
  observer.circuitChanged(closedCircuit);
  observer.providerCalled({ provider: 'harbour', mode: 'live', call: 'book', outcome: 'succeeded', duration_ms: 20 });
  observer.responded({ operationId: 'getBooking', status: 200, duration_ms: 1 });
  observer.storeCalled({ method: 'admit', outcome: 'succeeded', duration_ms: 1 });
  text = await metrics.text();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  names = new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
});

/** Returns the names of metrics in an expression that the service does not have. */
function unknownIn(expression: string): string[] {
  const used = expression.match(/\bbooking_service_\w+/g) ?? [];
  return used.length === 0 ? [`no metric in ${expression}`] : used.filter((name) => !names.has(name));
}

/** The headings of a page, as the fragments of its links. */
function headingsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

it.each(rules)('$alert uses metrics of the service and a section of docs/operate', ({ expr, annotations, labels }) => {
  expect(unknownIn(expr)).toEqual([]);
  const [page = '', fragment = ''] = annotations.runbook.split('#');
  expect(page).toMatch(/^docs\/operate\//);
  expect(headingsOf(read(page))).toContain(fragment);
  expect(['page', 'ticket']).toContain(labels.severity);
});

it('tests each alert twice: it fires, and it stays quiet', () => {
  const tests = parse(read('deploy/prometheus/alerts.test.yaml')) as { readonly tests: readonly RuleTest[] };
  const tested = tests.tests.flatMap((each) => each.alert_rule_test);
  const namesOf = (fires: boolean) =>
    tested.filter(({ exp_alerts }) => exp_alerts.length > 0 === fires).map(({ alertname }) => alertname);
  const all = rules.map(({ alert }) => alert);
  expect([namesOf(true), namesOf(false)]).toEqual([all, all]);
});

it('shows in each panel of the dashboard metrics that the service has', () => {
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(expressions.length).toBeGreaterThan(20);
  const all = [...expressions, ...dashboard.annotations.list.map(({ expr }) => expr)];
  expect(all.flatMap(unknownIn)).toEqual([]);
  expect(unknownIn('rate(booking_service_nothing_total[5m])')).toEqual(['booking_service_nothing_total']);
});

it('lists for the docs every metric of the service, with its labels and its help', () => {
  const helps = [...text.matchAll(/^# HELP (\S+) (.+)$/gm)].map(([, name = '', help = '']) => ({ name, help }));
  const own = helps.filter(({ name }) => !/^booking_service_(?:process|nodejs)_/.test(name));
  const labelsOf = (name: string) => {
    const sample = new RegExp(`^${name}(?:_count)?\\{(.+)\\} `, 'm').exec(text)?.[1] ?? '';
    return [...sample.matchAll(/(\w+)="/g)].map(([, label]) => label);
  };
  const shown = own.map(({ name, help }) => ({ name: name.slice(prefix.length), labels: labelsOf(name), help }));
  const listed = listMetrics({
    store: emptyStore,
    clock: { now: () => new Date(0) },
    log: createLog({ level: 'silent' }),
  });
  expect(listed).toEqual(shown.toSorted((left, right) => (left.name < right.name ? -1 : 1)));
});

describe('promtool', { tags: ['needs-promtool'] }, () => {
  const folder = fileURLToPath(new URL('deploy/prometheus/', root));
  const promtool = (args: readonly string[], input?: string) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8', input });
    return { status, output: stdout + stderr };
  };

  it('accepts the metrics', () => {
    expect(promtool(['check', 'metrics'], text)).toEqual({ status: 0, output: '' });
    const wrong = text
      .replaceAll('booking_service_expired_total', 'booking_service_expired')
      .replaceAll('# HELP', '# NOTE');
    expect(promtool(['check', 'metrics'], wrong).status).not.toBe(0);
  });

  it('accepts the alerts, and their tests pass', { tags: ['slow'], timeout: 900_000 }, () => {
    expect(promtool(['check', 'rules', 'alerts.yaml'])).toMatchObject({ status: 0 });
    expect(promtool(['test', 'rules', 'alerts.test.yaml'])).toMatchObject({ status: 0 });
  });
});

const idle = { due: 0, oldest_at: null, failing: 0, pending: 0 };

describe.each(baseEngines)('the state of the service, on %s', (engine) => {
  it('shows the migration and the queues of the database, with the stuck work', async () => {
    const failing = ownProvider('harbour_table', {
      book: async () => {
        throw new Error('The provider is away.');
      },
    });
    const pending = ownProvider('last_seat', {
      book: async () => ({ outcome: 'pending', retry_after_seconds: 300 }),
    });
    await using world = await openAdminWorld(engine, { providers: [failing, pending] });
    const readHealth = async () => (await world.call<ServiceHealth>('getHealth')).body;
    const queuesOf = ({ databases: [database] }: ServiceHealth) => database?.queues;
    const { database, program } = await world.store.readMigration();
    const migration = { database, program };
    const queues = [
      { kind: 'runs', ...idle },
      { kind: 'deliveries', ...idle },
    ];
    const databases = [{ cell: null, fault: null, migration, queues }];
    expect(await readHealth()).toEqual({ object: 'service_health', version: null, databases });

    await createAt(world.service, 'last_seat');
    await createAt(world.service, 'harbour_table');
    await world.clock.advance(2000);
    const oldest_at: unknown = expect.any(String);
    expect(queuesOf(await readHealth())?.[0]).toMatchObject({ oldest_at, failing: 0, pending: 0 });
    await world.clock.advance(600_000);
    expect(queuesOf(await readHealth())?.[0]).toMatchObject({ oldest_at, failing: 1, pending: 1 });
  });
});
