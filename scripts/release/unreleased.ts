import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listPublishedPackages } from '../packages/list-packages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const written = /^## Unreleased$/m;
/** changesets writes a new version before the first heading that is a version. */
const marked = /^## 0\.0\.0$\n+/m;

/** Marks the text written by hand under "Unreleased" in the changelogs, so that changesets writes the new version above it. */
export function markUnreleased(): void {
  edit((text) => text.replace(written, '## 0.0.0'));
}

/** Removes the mark: the text written by hand then belongs to the new version. */
export function mergeUnreleased(): void {
  edit((text) => text.replace(marked, ''));
}

function edit(change: (text: string) => string): void {
  for (const { folder } of listPublishedPackages()) {
    const file = join(root, folder, 'CHANGELOG.md');
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
}
