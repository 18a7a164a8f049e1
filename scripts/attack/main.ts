/**
 * Attacks a real service of its own on this computer, and prints what got through. Each attack is scripts/attack/<name>.ts.
 *
 * Reads   the attack's file
 * Writes  nothing outside of a temporary folder
 * Run     npm run attack -- NAME [ARGUMENTS]     without a name it lists the attacks
 * Prints  `attack | tried | got through`, a line for each kind. Exits 1 when something got through. docs/attacks.md has them all.
 */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { Attack } from './support/attack.ts';

const names = globSync('*.ts', { cwd: import.meta.dirname })
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'main')
  .toSorted();
// Every file beside this one exports an Attack.
const load = async (name: string): Promise<Attack> => (await import(`./${name}.ts`)) as Attack;
const [wanted, ...args] = process.argv.slice(2);

if (wanted === undefined || !names.includes(wanted)) {
  for (const name of names) console.log(`npm run attack -- ${name.padEnd(16)} ${(await load(name)).about}`);
  process.exitCode = wanted === undefined ? 0 : 2;
} else {
  const chosen = await load(wanted);
  const lines = await chosen.run(args);
  console.log('attack | tried | got through | measured');
  for (const { attack, tried, through, note = '' } of lines) {
    console.log([attack, tried.toLocaleString('en-US'), through.toLocaleString('en-US'), note].join(' | '));
  }
  process.exitCode = lines.some(({ through }) => through > 0) ? 1 : 0;
}
