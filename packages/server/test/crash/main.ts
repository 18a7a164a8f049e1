/**
 * Kills the service at every named point and at random, and prints lost and duplicated work, and the faults of money (harness.ts). All
 * must be zero.
 *
 * Run  npm run verify -- crash                      320 kills per engine, in about ten minutes; needs PostgreSQL like the tests
 *      npm run verify -- crash --each 3          kills per point
 *      npm run verify -- crash --random 40       random kills
 *      npm run verify -- crash --engine postgres only on this engine
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @boundaries-ignore every command of the repository reads its flags in one way
import { readFlags } from '../../../../scripts/programs/run-program.ts';
import { leaseByCallersClock } from '../support/postgres/query-postgres.ts';
import { startPostgresServer } from '../support/postgres/postgres-server.ts';
import { crash, faultKinds } from './harness.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = readFlags({
  options: {
    each: { type: 'string', default: '10' },
    random: { type: 'string', default: '30' },
    engine: { type: 'string' },
  },
});
const options = { each: Number(values.each), random: Number(values.random) };
const places = {
  sqlite: async (opened: AsyncDisposableStack) => {
    const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
    opened.defer(() => rm(folder, { recursive: true, force: true }));
    return folder;
  },
  postgres: async (opened: AsyncDisposableStack) => {
    const url = process.env['TEST_DATABASE_URL'] ?? opened.use(await startPostgresServer()).url;
    await leaseByCallersClock(url);
    return url;
  },
};

print(`engine    point                   kills  acknowledged  ${faultKinds.join('  ')}`);
for (const name of ['sqlite', 'postgres'] as const) {
  if (values.engine !== undefined && values.engine !== name) continue;
  await using opened = new AsyncDisposableStack();
  const engine = { name, place: await places[name](opened) };
  const { rows, faults } = await crash(engine, options);
  for (const { point, kills, acknowledged, faults: found } of rows) {
    const counts = faultKinds.map((kind) => String(found[kind]).padStart(kind.length));
    const numbers = [String(kills).padStart(5), String(acknowledged).padStart(12), ...counts];
    print(`${engine.name.padEnd(8)}  ${point.padEnd(22)}  ${numbers.join('  ')}`);
  }
  const sum = (field: 'kills' | 'acknowledged') => rows.reduce((all, row) => all + row[field], 0);
  print(`${engine.name}: ${sum('kills')} kills, ${sum('acknowledged')} acknowledged, ${faults.length} faults.\n`);
  for (const fault of faults) print(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
