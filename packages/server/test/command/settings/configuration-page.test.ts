import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { environmentVariable, fileVariable } from '../../../src/command/settings/environment-variable.ts';
import { listSettings } from '../../../src/command/settings/settings.ts';

it('lists every setting in docs/configuration.md', async () => {
  const page = await readFile(fileURLToPath(new URL('../../../../../docs/configuration.md', import.meta.url)), 'utf8');
  const shown = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const rows = listSettings().map(([name, { flag, default: fallback, meaning, only }]) => [
    `\`${name}\``,
    flag ? `\`${flag.join(' ')}\`` : 'none',
    [environmentVariable(name), fileVariable(name)].flatMap((each) => (each ? [`\`${each}\``] : [])).join(' or '),
    fallback,
    meaning,
    only === undefined ? 'both' : `the ${only}`,
  ]);
  expect(shown.slice(2)).toEqual(rows);
});
