import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files that decide what the docs contain. Their code and their tools count, too. */
const inputs = [
  'docs/*.md',
  'docs/guides/*.md',
  'deploy/**/*',
  'packages/*/{README,CHANGELOG}.md',
  'packages/*/package.json',
  'packages/*/src/**/*.ts',
  'packages/contract/src/generated/*.json',
  'scripts/docs/**/*',
  'scripts/generate/typed-document.ts',
  'package-lock.json',
];

/** Returns the digest of all inputs of the docs. */
export function digestOfInputs(root: string): string {
  const hash = createHash('sha256');
  const paths = inputs
    .flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const path of paths.toSorted()) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
