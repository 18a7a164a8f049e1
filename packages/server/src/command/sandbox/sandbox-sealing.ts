import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSealing, type Sealing } from '@booking-service/kernel/store/sealing';
import { StartError } from '../start-error.ts';

/**
 * Returns whether the folder belongs to a sandbox. A sandbox seals its secrets with its own key. The key is in
 * sandbox-sealing.key in the data folder, and only its owner can read it.
 */
export function isSandboxFolder(folder: string): boolean {
  return existsSync(keyFile(folder));
}

/** Returns the sealing of this sandbox folder. Throws a StartError if its key file is damaged. */
export function readSandboxSealing(folder: string): Sealing {
  const file = keyFile(folder);
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (key.length === 32) return createSealing(key);
  throw new StartError(`${file} is damaged. Restore it from a copy, or choose another data folder.`);
}

/** The same, but creates the key if none exists. Call it with the folder locked, or two processes create two keys. */
export function openSandboxSealing(folder: string, { sealed }: { readonly sealed: boolean }): Sealing {
  const file = keyFile(folder);
  if (isSandboxFolder(folder)) return readSandboxSealing(folder);
  if (sealed) {
    throw new StartError(
      `The database in ${folder} is sealed, but ${file} is missing. Restore the file from a copy, or choose another data folder.`,
    );
  }
  // Renamed when it is complete, so that a crash cannot leave half of a file.
  writeFileSync(`${file}.new`, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return readSandboxSealing(folder);
}

function keyFile(folder: string): string {
  return join(folder, 'sandbox-sealing.key');
}
