import { isSandboxFolder, readSandboxSealing } from '../sandbox/sandbox-sealing.ts';
import { createSealing, type Sealing } from '../../store/sealing.ts';
import { environmentVariable, type Settings } from './settings.ts';
import { StartError } from '../start-error.ts';

/** Returns the sealing of this store: with the sandbox's own key if the folder is a sandbox's, else with the key of the settings. */
export function findSealing({
  data,
  database,
  sealing_key,
}: Pick<Settings, 'data' | 'database' | 'sealing_key'>): Sealing {
  if (database === undefined && isSandboxFolder(data)) return readSandboxSealing(data);
  if (sealing_key) return createSealing(sealing_key);
  const variable = environmentVariable('sealing_key');
  throw new StartError(
    `The sealing key is missing: the database stores signing secrets sealed. Set ${variable} to the key that they were sealed with. For a new database, create a key with openssl rand -base64 32 and keep it safe.`,
    { exitCode: 2 },
  );
}
