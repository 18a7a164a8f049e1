/**
 * shared-resources.yaml states the bounds of everything that organizations share, and docs/contribute/security.md the most important ones. Each
 * number is that of the constant it names.
 */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = new URL('../../../../', import.meta.url);
const text = readFileSync(new URL('shared-resources.yaml', import.meta.url), 'utf8');
const groups = parse(text) as Readonly<Record<string, readonly { readonly shared: string; readonly test: string }[]>>;
const rows = Object.values(groups).flat();
const page = readFileSync(new URL('docs/contribute/security.md', root), 'utf8');
const numbers = [
  ...text.matchAll(/([\d,]+)\s+\((\w+)\s+in\s+([\w./-]+)\)/g),
  ...page.matchAll(/([\d,]+)\s+\(\[(\w+)\]\(\.\.\/\.\.\/([\w./-]+)\)\)/g),
].map(([, number = '', name = '', path = '']) => ({ name, path, value: Number(number.replaceAll(',', '')) }));

/** The numbers that a file gives to this name, as `name = 64 * 1024` or `name: 300`. */
function valuesIn(path: string, name: string): number[] {
  const source = readFileSync(new URL(path, root), 'utf8');
  const given = source.matchAll(new RegExp(`\\b${name}(?:: number)?\\s*[:=]\\s*(\\d[\\d_ *]*)`, 'g'));
  return [...given].map(([, value = '']) =>
    value.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1),
  );
}

it.each(numbers)('SHR-1: $name is $value in $path', ({ name, path, value }) => {
  expect(valuesIn(path, name)).toContain(value);
});

it('SHR-1: every number of a constant and every row has its proof', () => {
  expect(numbers.length).toBeGreaterThan(60);
  expect(rows.length).toBeGreaterThan(35);
  expect(rows.filter(({ test }) => !existsSync(new URL(test, root)))).toEqual([]);
});
