import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namedContracts } from '../config.ts';
import { type Command, print, readArgs, UsageError } from './command.ts';

const usage = `Usage: contract init DOCUMENT

Writes toolkit.config.ts for an OpenAPI 3.0 or 3.1 document of the project: its types go to generated/, its client to client/.`;

export const initCommand: Command = {
  summary: 'writes toolkit.config.ts for a document',
  usage,
  run(args) {
    const { positionals } = readArgs(args, { flags: {}, words: 1, usage });
    const [document = ''] = positionals;
    const root = process.cwd();
    const file = join(root, 'toolkit.config.ts');
    if (existsSync(file)) throw new UsageError(`${file} exists. Change it, or remove it first.`);
    namedContracts({ contracts: { public: { document } } }, { root });
    const text = `import type { ToolkitConfig } from '@booking-service/toolkit';

const config: ToolkitConfig = {
  contracts: { public: { document: ${JSON.stringify(document)}, outputs: { client: 'client' } } },
};
export default config;
`;
    writeFileSync(file, text);
    print('Wrote toolkit.config.ts. Next: npx contract lint, then npx contract generate.');
    return Promise.resolve(0);
  },
};
