/**
 * Simulates the service on PostgreSQL at 1M organizations, 10,000 creates and 50,000 deliveries in a second: which resource is full
 * first at how many instances, and on how many databases. The costs are those of costs.json, measured on the machine that ran
 * --measure.
 *
 * Run     npm run simulate                 simulates, some 30 seconds
 *         npm run simulate -- --check      compares a simulation with a real run of the size that this machine can do
 *         npm run simulate -- --measure    measures the costs again and writes costs.json
 *         npm run simulate -- --write      writes the table into docs/growth.md
 */
import { availableParallelism } from 'node:os';
// @boundaries-ignore every command of the repository reads its flags in one way
import { readFlags } from '../../scripts/programs/read-flags.ts';
import { isSmoke } from '../smoke.ts';
import { openPostgresEngine } from '../growth/engines/postgres.ts';
import { toMarkdown, writeReports } from '../growth/report.ts';
import { readCosts, writeCosts, type Costs } from './costs.ts';
import { predict, type Setup } from './model/service-model.ts';
import { check, type Checked } from './real/check.ts';
import { measureCosts } from './real/measure-costs.ts';

const load = {
  creates: { per_second: 10_000 },
  deliveries_each: 5,
  isShared: false,
  provider_ms: 200,
  receiver_ms: 100,
  // A provisioned disk.
  log_per_second: 500e6,
  seconds: 1,
} as const;
const resources = ['database CPU', 'WAL', 'instance CPU', 'connections', 'run places', 'delivery places', 'sockets'];
/** From this utilization on, a resource limits what passes. */
const full = 0.95;

/** What a step costs the database when it is distributed, as a multiple of a database that is not; see docs/scale.md. */
const distributed = 4;

const setups: readonly Pick<Setup, 'instances' | 'databases' | 'cores'>[] = [
  ...[16, 32, 48, 64, 80].map((instances) => ({ instances, databases: 1, cores: 64 })),
  ...[16, 32, 48].map((cores) => ({ instances: 80, databases: 1, cores })),
  ...[8, 12, 16].map((databases) => ({ instances: 80, databases, cores: 16 })),
];

export async function run(_sections: readonly string[], given: readonly string[]): Promise<string> {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = readFlags({
    args: [...given],
    options: { check: { ...flag, default: isSmoke }, measure: flag, write: flag },
  });
  if (values.measure || values.check) {
    await using engine = await openPostgresEngine();
    if (values.measure) await writeCosts(await measureCosts(engine));
    if (values.check) return toCheck(await check(engine, await readCosts()));
  }
  const costs = await readCosts();
  const table = toMarkdown([
    ['databases × cores', 'instances', 'creates/s', 'deliveries/s', 'create p99 ms', ...resources, 'full first'],
    ...setups.map((setup) => toRow(setup, costs)),
  ]);
  if (values.write) await writeReports([{ title: 'simulate', table, lines: table }]);
  return ['simulate: 10,000 creates/s and 50,000 deliveries/s, asked for', ...table].join('\n');
}

function toRow(setup: Pick<Setup, 'instances' | 'databases' | 'cores'>, costs: Costs): string[] {
  const used = setup.databases === 1 ? costs : onDistributed(costs);
  const { creates_per_second, deliveries_per_second, create_p99_ms, utilization } = predict(
    { ...load, ...setup },
    used,
  );
  const [most] = utilization;
  const parts = new Map(utilization.map(({ name, part }) => [name, part]));
  return [
    `${setup.databases} × ${setup.cores}`,
    String(setup.instances),
    creates_per_second.toFixed(0),
    deliveries_per_second.toFixed(0),
    create_p99_ms.toFixed(0),
    ...resources.map((name) => `${((parts.get(name) ?? 0) * 100).toFixed(0)} %`),
    most && most.part > full ? most.name : 'none',
  ];
}

function onDistributed(costs: Costs): Costs {
  const multiply = <Step extends Costs['create']>(step: Step) => ({
    ...step,
    database_us: step.database_us * distributed,
  });
  return { create: multiply(costs.create), run: multiply(costs.run), delivery: multiply(costs.delivery) };
}

function toCheck({ predicted, measured, cores }: Checked): string {
  const busy = predicted.utilization.find(({ name }) => name === 'database CPU')?.part ?? Number.NaN;
  const predictedCores = busy * availableParallelism();
  const row = (name: string, of: number, real: number, digits = 0) => [
    name,
    of.toFixed(digits),
    real.toFixed(digits),
    (of / real).toFixed(2),
  ];
  const [creates, deliveries] = [predicted.creates_per_second, predicted.deliveries_per_second];
  return [
    'simulate --check: one instance, one database, 16 callers and the receiver, all on this machine',
    ...toMarkdown([
      ['', 'predicted', 'measured', 'predicted ÷ measured'],
      row('creates in a second', creates, measured.creates_per_second),
      row('deliveries in a second', deliveries, measured.deliveries_per_second),
      row('cores used', predictedCores, cores, 2),
      // Comparable also while other programs use the machine.
      row('creates in a second of a core', creates / predictedCores, measured.creates_per_second / cores),
    ]),
  ].join('\n');
}
