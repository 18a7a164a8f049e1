import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSealing, type Sealing } from '@booking-service/kernel/store';
import { openSealingFile, readSealingFile } from '@booking-service/kernel/store/sqlite';
import { isInFolder, type Settings } from './effective-settings.ts';
import { environmentVariable } from './settings.ts';
import { StartError } from '../start-error.ts';

/**
 * Returns whether the folder belongs to a sandbox. A sandbox seals its secrets with its own key. The key is in
 * sandbox-sealing.key in the data folder, and only its owner can read it.
 */
export function isSandboxFolder(folder: string): boolean {
  return existsSync(keyFile(folder));
}

/** Returns the sealing of this sandbox folder. Throws a StoreError if its key file is damaged. */
function readSandboxSealing(folder: string): Sealing {
  return readSealingFile(keyFile(folder));
}

/** The same, but creates the key if none exists. Call it with the folder locked, or two processes create two keys. */
export function openSandboxSealing(folder: string, database: { readonly sealed: boolean }): Sealing {
  return openSealingFile(keyFile(folder), database);
}

function keyFile(folder: string): string {
  return join(folder, 'sandbox-sealing.key');
}

/** Returns the sealing of this store: with the sandbox's own key if the folder is a sandbox's, else with the keys of the settings. */
export function findSealing({
  data,
  database,
  cells,
  sealing_key,
  second_sealing_key,
}: Pick<Settings, 'data' | 'database' | 'cells' | 'sealing_key' | 'second_sealing_key'>): Sealing {
  if (isInFolder({ database, cells }) && isSandboxFolder(data)) return readSandboxSealing(data);
  if (sealing_key) {
    if (second_sealing_key === undefined) return createSealing(sealing_key);
    if (!Buffer.from(sealing_key).equals(second_sealing_key)) return createSealing(sealing_key, [second_sealing_key]);
    const [first, second] = [environmentVariable('sealing_key'), environmentVariable('second_sealing_key')];
    throw new StartError(`${first} and ${second} are the same key. Unset the second one, or set it to another key.`, {
      exitCode: 2,
    });
  }
  const variable = environmentVariable('sealing_key');
  throw new StartError(
    `The sealing key is missing: the database stores signing secrets sealed. Set ${variable} to the key that they were sealed with. For a new database, create a key with openssl rand -base64 32 and keep it safe.`,
    { exitCode: 2 },
  );
}
