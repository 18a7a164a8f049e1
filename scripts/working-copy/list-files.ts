import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

/** Returns the repository's files without those that .gitignore lists, relative to its root. It needs no git. */
export function listFiles(root: string): string[] {
  const lines = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
  const ignored = ['.git', ...lines.filter((line) => line !== '')].map(toGlob);
  return filesBelow('').toSorted();

  function filesBelow(folder: string): string[] {
    return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (ignored.some((glob) => matchesGlob(path, glob))) return [];
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
  }
}

/** A line that begins with a slash is a path from the root. Any other line is a name in any folder. */
function toGlob(line: string): string {
  const name = line.replace(/\/$/, '');
  return name.startsWith('/') ? name.slice(1) : `**/${name}`;
}
