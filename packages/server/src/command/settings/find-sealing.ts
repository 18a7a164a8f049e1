import { isSandboxFolder, readSandboxSealing } from '../sandbox/sandbox-sealing.ts';
import { createSealing, type Sealing } from '../../store/sealing.ts';
import { environmentVariable, type Settings } from './settings.ts';
import { StartError } from '../start-error.ts';

/** What seals the secrets of this place: the sandbox's own key where it is one, else the key of the settings. */
export function findSealing({
  data,
  database,
  sealing_key,
}: Pick<Settings, 'data' | 'database' | 'sealing_key'>): Sealing {
  if (database === undefined && isSandboxFolder(data)) return readSandboxSealing(data);
  if (sealing_key) return createSealing(sealing_key);
  const variable = environmentVariable('sealing_key');
  throw new StartError(
    `The signing secrets are kept sealed, and there is no key: set ${variable} to the one that they were sealed with. For a new database make one with openssl rand -base64 32, and keep it safe.`,
    { exitCode: 2 },
  );
}
