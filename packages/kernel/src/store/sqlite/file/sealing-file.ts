import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createSealing, type Sealing } from '../../sealing.ts';
import { StoreError } from '../../store-errors.ts';

/** Returns the sealing whose key is in a file, in base64. Throws a StoreError if the file is damaged. */
export function readSealingFile(file: string): Sealing {
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (key.length === 32) return createSealing(key);
  throw new StoreError(`${file} is damaged. Restore it from a copy, or choose another data folder.`);
}

/**
 * The same, but creates the file if it does not exist. Only its owner can read it. Call it with the folder locked, or two processes create
 * two keys. Throws a StoreError if the file is missing although its key has sealed secrets.
 */
export function openSealingFile(file: string, { sealed }: { readonly sealed: boolean }): Sealing {
  if (existsSync(file)) return readSealingFile(file);
  if (sealed) {
    throw new StoreError(
      `The database in ${dirname(file)} is sealed, but ${file} is missing. Restore the file from a copy, or choose another data folder.`,
    );
  }
  // Renamed when it is complete, so that a crash cannot leave half of a file.
  writeFileSync(`${file}.new`, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return readSealingFile(file);
}
