import { isSandboxFolder, readSandboxSealing } from '../sandbox/sandbox-sealing.ts';
import { createSealing, type Sealing } from '@booking-service/kernel/store';
import { isInFolder } from './named-file.ts';
import type { Settings } from './effective-settings.ts';
import { environmentVariable } from './environment-variable.ts';
import { StartError } from '../start-error.ts';

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
