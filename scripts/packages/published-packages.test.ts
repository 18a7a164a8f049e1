/** What npm puts on a package's page, and what the licence asks for, is in each package: a tarball holds its folder alone. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const folders = globSync('packages/*/package.json', { cwd: root })
  .map((file) => dirname(file))
  .filter((folder) => !read(folder, 'package.json').includes('"private": true'));

it('finds the packages', () => {
  expect(folders).toEqual(expect.arrayContaining(['packages/client', 'packages/webhooks']));
});

it.each(folders)('%s carries the licence, and a README that begins with its name', (folder) => {
  // npm has read it before.
  const { name } = JSON.parse(read(folder, 'package.json')) as { name: string };
  expect(read(folder, 'LICENSE')).toBe(read('LICENSE'));
  expect(read(folder, 'README.md').split('\n')[0]).toBe(`# ${name}`);
});
