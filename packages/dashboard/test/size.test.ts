/** The files of the first screen, compressed as the server sends them to a browser without brotli, against their budget. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';

const builtFolder = fileURLToPath(new URL('../../server/dashboard', import.meta.url));
const budget = { js: 97_500, css: 6_000 };
const assets = join(builtFolder, 'assets');

/** The scripts of a screen: those of index.html, the screen, and what it imports at once. */
function scriptsOf(screen: string): Set<string> {
  const page = readFileSync(join(builtFolder, 'index.html'), 'utf8');
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const found = new Set(names.filter((name) => page.includes(name) || name.startsWith(`${screen}-`)));
  for (const name of found) {
    const text = readFileSync(join(assets, name), 'utf8');
    // Names in import(…) are loaded later.
    for (const [, imported = ''] of text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) found.add(imported);
  }
  return found;
}

const sizeOf = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + readFileSync(join(assets, `${name}.gz`)).length, 0);

let css: string[];
beforeAll(() => {
  css = readdirSync(assets).filter((name) => name.endsWith('.css'));
});

it('has a first screen within the budget', () => {
  const scripts = scriptsOf('overview');
  expect(scripts.size).toBeGreaterThan(2);
  expect(sizeOf(scripts)).toBeLessThanOrEqual(budget.js);
  expect(css).toHaveLength(1);
  expect(sizeOf(css)).toBeLessThanOrEqual(budget.css);
});

it('loads another screen when it opens', () => {
  expect([...scriptsOf('overview')].some((name) => name.startsWith('webhooks-'))).toBe(false);
  expect([...scriptsOf('webhooks')].some((name) => name.startsWith('webhooks-'))).toBe(true);
});
