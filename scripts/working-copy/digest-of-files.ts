import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the digest of the names and the content of all files below `root` that match one of the patterns. */
export function digestOfFiles(root: string, patterns: readonly string[]): string {
  const hash = createHash('sha256');
  const paths = patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const path of paths.toSorted()) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
