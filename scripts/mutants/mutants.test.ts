/** The faults can be planted, their tests are there, and the pages are those of the faults of today. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plantIn } from './fault.ts';
import { faults } from './faults.ts';
import { machines } from './machines.ts';
import { sources, tests } from './places.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The cells of the rows of a page's table, without its head. */
function rowsOf(page: string): string[][] {
  const lines = read(page)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('the faults', () => {
  it.each(faults)('$name: its text stands in its file as often as it says, and is changed', (fault) => {
    const text = read(sources[fault.file]);
    expect(plantIn(text, fault)).not.toBe(text);
  });

  it('have names of their own, and every place is one of a fault', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
    expect(new Set(faults.map(({ file }) => file))).toEqual(new Set(Object.keys(sources)));
    expect(new Set(faults.flatMap((fault) => fault.tests))).toEqual(new Set(Object.keys(tests)));
  });

  it.each(Object.values(tests))('%s is there', (path) => {
    expect(existsSync(new URL(`../../${path}`, import.meta.url))).toBe(true);
  });

  it('a fault whose text is gone is refused', () => {
    const [fault] = faults;
    expect(() => fault && plantIn('', fault)).toThrow('its text stands 0 times');
  });
});

describe('the pages', () => {
  it('docs/mutants.md has every fault, with what it does and the test that kills it', () => {
    const rows = rowsOf('docs/mutants.md');
    expect(rows.map(([name, says]) => [name, says])).toEqual(faults.map(({ name, says }) => [`\`${name}\``, says]));
    for (const [, , , test] of rows) expect(test).toMatch(/\.test\.ts: ./);
  });

  it('docs/mutants-by-machine.md is of faults that are there, each found by one machine at least', () => {
    const names = faults.map(({ name }) => `\`${name}\``);
    for (const [name, ...cells] of rowsOf('docs/mutants-by-machine.md')) {
      expect(names).toContain(name);
      expect(cells).toHaveLength(machines.length);
      expect(cells).toContain('found');
    }
  });
});
