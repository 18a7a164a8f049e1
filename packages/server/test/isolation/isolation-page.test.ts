/** docs/isolation.md states the bounds of everything that organizations share. Each number is that of the constant it links to. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = new URL('../../../../docs/isolation.md', import.meta.url);
const text = readFileSync(page, 'utf8');
const rows = text.split('\n').filter((line) => /^\| [^-]/.test(line) && !line.startsWith('| shared'));
const numbers = [...text.matchAll(/([\d,]+) \(\[(\w+)\]\(([^)]+)\)\)/g)].map(
  ([, number = '', name = '', path = '']) => ({
    name,
    path,
    value: Number(number.replaceAll(',', '')),
  }),
);

/** The numbers that a file gives to this name, as `name = 64 * 1024` or `name: 300`. */
function valuesIn(path: string, name: string): number[] {
  const source = readFileSync(new URL(path, page), 'utf8');
  const given = source.matchAll(new RegExp(`\\b${name}(?:: number)?\\s*[:=]\\s*(\\d[\\d_ *]*)`, 'g'));
  return [...given].map(([, value = '']) =>
    value.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1),
  );
}

it.each(numbers)('SHR-1: $name is $value in $path', ({ name, path, value }) => {
  expect(valuesIn(path, name)).toContain(value);
});

it('SHR-1: every number of a constant and every row has its proof', () => {
  expect(numbers.length).toBeGreaterThan(30);
  const withoutTest = rows.filter((row) => {
    const [, path = ''] = /\]\(([^)#]+)\) *\|$/.exec(row) ?? [];
    return path === '' || !existsSync(new URL(path, page));
  });
  expect(withoutTest).toEqual([]);
});
