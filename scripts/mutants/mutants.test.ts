/** Every fault can be planted, its test files exist, and the pages list the current faults. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { plantIn } from './fault.ts';
import { conformanceFaults } from './conformance-faults.ts';
import { conformancePage } from './conformance-page.ts';
import { faults } from './faults.ts';
import { machines } from './machines.ts';
import { sources, tests } from './places.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The cells of the rows in the page's table, without the header. */
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

describe('the faults of the conformance check', () => {
  it.each(conformanceFaults)('$name: its text occurs in its file, and the fault changes it', (fault) => {
    const text = read(sources[fault.file]);
    expect(plantIn(text, { ...fault, tests: [] })).not.toBe(text);
  });

  it('have unique names', () => {
    expect(new Set(conformanceFaults.map(({ name }) => name)).size).toBe(conformanceFaults.length);
  });
});

describe('the faults', () => {
  it.each(faults)('$name: its text occurs in its file, and the fault changes it', (fault) => {
    const text = read(sources[fault.file]);
    expect(plantIn(text, fault)).not.toBe(text);
  });

  it('have unique names, and use every listed file', () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
    const files = [...faults, ...conformanceFaults].map(({ file }) => file);
    expect(new Set(files)).toEqual(new Set(Object.keys(sources)));
    expect(new Set(faults.flatMap((fault) => fault.tests))).toEqual(new Set(Object.keys(tests)));
  });

  it.each(Object.values(tests))('%s exists', (path) => {
    expect(existsSync(new URL(`../../${path}`, import.meta.url))).toBe(true);
  });

  it('refuses a fault whose text does not occur', () => {
    const [fault] = faults;
    expect(() => fault && plantIn('', fault)).toThrow('its text occurs 0 times');
  });
});

describe('the pages', () => {
  it('docs/mutants.md has every fault, with its summary and the test that kills it', () => {
    const rows = rowsOf('docs/mutants.md');
    const expected = faults.map(({ name, summary }) => [`\`${name}\``, summary]);
    expect(rows.map(([name, summary]) => [name, summary])).toEqual(expected);
    for (const [, , , test] of rows) expect(test).toMatch(/\.test\.ts: ./);
  });

  it('docs/conformance.md has every fault of the conformance check, each found unless it is unseen', () => {
    const rows = rowsOf('docs/conformance.md').filter(([name]) => name?.startsWith('`'));
    const expected = conformanceFaults.map(({ name, summary, rules }) => [`\`${name}\``, summary, rules]);
    expect(rows.map((row) => row.slice(0, 3))).toEqual(expected);
    const text = read('docs/conformance.md');
    const again = conformancePage(conformanceFaults, [], text);
    const plain = (each: string) => each.replaceAll(/[ -]+/g, ' ');
    expect(plain(text), 'run npm run test:conformance-mutants -- --page').toBe(plain(again));
    const missed = rows.filter(([, , , broken]) => broken?.startsWith('none'));
    const unseen = conformanceFaults.filter((fault) => fault.unseen !== undefined);
    expect(missed.map(([name]) => name)).toEqual(unseen.map(({ name }) => `\`${name}\``));
  });

  it('docs/mutants-by-machine.md lists existing faults, each found by at least one machine', () => {
    const names = faults.map(({ name }) => `\`${name}\``);
    for (const [name, ...cells] of rowsOf('docs/mutants-by-machine.md')) {
      expect(names).toContain(name);
      expect(cells).toHaveLength(machines.length);
      expect(cells).toContain('found');
    }
  });
});
