/** The faults can be planted, and the page says of each of them, by each machine, what came of it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faults } from './mutants/faults.ts';
import { machines } from './mutants/machines.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

describe('the planted faults', () => {
  it.each(faults)('$name stands at one place of its file, and changes it', ({ file, find, plant }) => {
    expect(read(file).split(find)).toHaveLength(2);
    expect(plant).not.toBe(find);
  });

  it('are all on the page, each found by one machine at least', () => {
    const [, head = '', , ...rows] = read('docs/mutants.md')
      .split('\n')
      .filter((line) => line.startsWith('|') || line.startsWith('#'));
    const cells = (line: string) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
    expect(cells(head).slice(1)).toEqual(machines.map(({ name }) => name));
    expect(rows.map((row) => /^`([\w-]+)`: (.*)$/.exec(cells(row)[0] ?? '')?.slice(1))).toEqual(
      faults.map(({ name, says }) => [name, says]),
    );
    for (const row of rows) expect(cells(row).slice(1)).toContain('found');
  });
});
