/** Reads a providers.yaml whose text a test gives, in a folder with a few modules. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSuppliers } from '../../src/command/suppliers/load-suppliers.ts';
import { StartError } from '../../src/command/start-error.ts';
import type { Integrations } from '../../src/index.ts';
import { createLog } from '../../src/log/log.ts';
import { createManualClock } from '../../src/testing.ts';
import { openFolder } from '../support/processes/server-process.ts';

const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
/** The lines of the log. */
export const logged: string[] = [];
const log = createLog({ level: 'warn', destination: { write: (line) => void logged.push(line) } });
const index = JSON.stringify(import.meta.resolve('../../src/index.ts'));

/** A module whose function creates a provider with the name of its entry. */
const module = `import { createSandboxProvider } from ${index};
  export default ({ name, options, clock }) => ({ ...createSandboxProvider({ clock }), name, options });`;

/** Returns the integrations, or the message of the refusal without the path of the file. */
export async function load(text: string, environment: Record<string, string> = {}): Promise<Integrations | string> {
  await using folder = await openFolder();
  const file = join(folder.path, 'providers.yaml');
  await writeFile(file, text);
  await writeFile(join(folder.path, 'corner.mjs'), module);
  await writeFile(join(folder.path, 'half.mjs'), `export default { name: 'half', handlesVenue() {} };`);
  await writeFile(join(folder.path, 'named.mjs'), module.replace('name, options }', `name: 'other' }`));
  await writeFile(join(folder.path, 'failing.mjs'), `export default () => { throw new Error('no licence\\nat 7'); };`);
  try {
    return await loadSuppliers(file, { clock, log, environment });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.message.replace(`${file}:`, '').replace(file, 'FILE');
  }
}

/** The lines of an entry of the type http. */
export const http = (name: string, more = ''): string =>
  `  - name: ${name}\n    type: http\n    url: https://${name}.test\n    secret: { env: PATH }\n${more}`;
