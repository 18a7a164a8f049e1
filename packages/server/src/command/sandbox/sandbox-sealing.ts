import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Sealing } from '@booking-service/kernel/store';
import { openSealingFile, readSealingFile } from '@booking-service/kernel/store/sqlite';

/**
 * Returns whether the folder belongs to a sandbox. A sandbox seals its secrets with its own key. The key is in
 * sandbox-sealing.key in the data folder, and only its owner can read it.
 */
export function isSandboxFolder(folder: string): boolean {
  return existsSync(keyFile(folder));
}

/** Returns the sealing of this sandbox folder. Throws a StoreError if its key file is damaged. */
export function readSandboxSealing(folder: string): Sealing {
  return readSealingFile(keyFile(folder));
}

/** The same, but creates the key if none exists. Call it with the folder locked, or two processes create two keys. */
export function openSandboxSealing(folder: string, database: { readonly sealed: boolean }): Sealing {
  return openSealingFile(keyFile(folder), database);
}

function keyFile(folder: string): string {
  return join(folder, 'sandbox-sealing.key');
}
