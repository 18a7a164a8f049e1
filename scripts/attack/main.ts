/**
 * Starts a service on this computer, attacks it, and prints what got through. Each attack is scripts/attack/<name>.ts.
 *
 * Reads   the attack's file
 * Writes  a temporary folder, removed at the end
 * Run     npm run attack -- NAME [ARGUMENTS]     without a name, it lists the attacks
 * Prints  `attack | tried | got through | measured`, one line per attack. Exits 1 if something got through. docs/attacks.md lists
 *         all attacks.
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
const [name, ...args] = process.argv.slice(2);

if (name === undefined || !names.includes(name)) {
  for (const each of names) console.log(`npm run attack -- ${each.padEnd(16)} ${(await load(each)).about}`);
  process.exitCode = name === undefined ? 0 : 2;
} else {
  const attack = await load(name);
  const lines = await attack.run(args);
  console.log('attack | tried | got through | measured');
  for (const { attack: title, tried, through, note = '' } of lines) {
    console.log([title, tried.toLocaleString('en-US'), through.toLocaleString('en-US'), note].join(' | '));
  }
  process.exitCode = lines.some(({ through }) => through > 0) ? 1 : 0;
}
