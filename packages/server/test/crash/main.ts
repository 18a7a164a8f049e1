/**
 * Kills the service at every named point and at random, and prints what was lost and doubled: nothing may be.
 *
 * Run  npm run test:crash                      some two hundred kills
 *      npm run test:crash -- --each 3          so often at each point
 *      npm run test:crash -- --random 40       and so often at random
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crash } from './harness.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: { each: { type: 'string', default: '10' }, random: { type: 'string', default: '30' } },
});
const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
try {
  const options = { each: Number(values.each), random: Number(values.random) };
  const { rows, faults } = await crash({ name: 'sqlite', place: folder }, options);
  print('engine  point                   kills  acknowledged  lost  doubled');
  for (const { point, kills, acknowledged, lost, doubled } of rows) {
    const numbers = [kills, acknowledged, lost, doubled].map((number, index) =>
      String(number).padStart([5, 12, 4, 7][index] ?? 0),
    );
    print(`sqlite  ${point.padEnd(22)}  ${numbers.join('  ')}`);
  }
  const kills = rows.reduce((sum, row) => sum + row.kills, 0);
  print(`\n${kills} kills, ${faults.length} lost or doubled.`);
  for (const fault of faults) print(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
