import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSealing, type Sealing } from '../../store/sealing.ts';
import { StartError } from '../start-error.ts';

/**
 * A sandbox seals its secrets with a key of its own, which it keeps in sandbox-sealing.key in the data folder, readable
 * by its owner alone. A folder that has this file is a sandbox's.
 */
export function isSandboxFolder(folder: string): boolean {
  return existsSync(keyFile(folder));
}

/** The sealing of this sandbox's folder. Throws a StartError where its file is damaged. */
export function readSandboxSealing(folder: string): Sealing {
  const file = keyFile(folder);
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (key.length === 32) return createSealing(key);
  throw new StartError(`${file} is damaged. Restore it from a copy, or choose another data folder.`);
}

/** The same, made where there is none yet. To be called once the folder is locked: two of them would shut each other out. */
export function openSandboxSealing(folder: string, { sealed }: { readonly sealed: boolean }): Sealing {
  const file = keyFile(folder);
  if (isSandboxFolder(folder)) return readSandboxSealing(folder);
  if (sealed) {
    throw new StartError(
      `The database in ${folder} is sealed, and ${file} is missing: restore it from a copy, or choose another data folder.`,
    );
  }
  // Under its name only when it is whole: a crash leaves no half of it.
  writeFileSync(`${file}.new`, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return readSandboxSealing(folder);
}

function keyFile(folder: string): string {
  return join(folder, 'sandbox-sealing.key');
}
