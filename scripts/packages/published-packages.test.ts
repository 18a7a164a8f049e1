/** Each published package contains its README, licence and changelog: a tarball contains only the package's folder. */
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

it.each(folders)('%s has the licence, and a README that begins with its name', (folder) => {
  // npm has validated this file.
  const { name } = JSON.parse(read(folder, 'package.json')) as { name: string };
  expect(read(folder, 'LICENSE')).toBe(read('LICENSE'));
  expect(read(folder, 'README.md').split('\n')[0]).toBe(`# ${name}`);
});

it.each(folders)('%s ships a changelog with unreleased changes', (folder) => {
  const { name, files } = JSON.parse(read(folder, 'package.json')) as { name: string; files: string[] };
  const changelog = read(folder, 'CHANGELOG.md');
  expect(changelog.split('\n')[0]).toBe(`# Changelog of ${name}`);
  expect(changelog).toContain('\n## Unreleased\n');
  expect(files).toContain('CHANGELOG.md');
});
