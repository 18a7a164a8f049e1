import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namedContracts } from '../config.ts';
import { type Added, addError, addField, type Addition } from './add/addition.ts';
import { addEvent, addOperation } from './add/copy-model.ts';
import { currentProject, print, readArgs, UsageError, type Command } from './command.ts';

const usage = `Usage: contract add operation NAME --route 'METHOD PATH' --like OPERATION
       contract add event NAME --like EVENT --on 'TRIGGER FROM TO'
       contract add error CODE --status STATUS --message TEXT --action TEXT
       contract add field NAME --schema SCHEMA --like FIELD

Writes what generate cannot: the first form of an operation with its handler, a webhook event, an entry of the error catalogue, an optional
field. Prints the files and the next steps. Changes nothing else in a file. Exits with 2, and writes nothing, if it exists.

  --contract <NAME>   the contract; default: the first of toolkit.config.ts
  --route <ROUTE>     the method and path: 'GET /v1/loans/{id}/history'
  --like <OPERATION>  the operation whose behavior, parameters, body and responses the new one begins with
  --like <EVENT>      the event whose webhook and schema the new one begins with
  --on <TRANSITION>   the transition of x-states that sends the event: 'return overdue returned'
  --schema <SCHEMA>   the object that gets the field
  --like <FIELD>      the field of the object whose form the new one begins with
  --status <STATUS>   the HTTP status of the refusal
  --message, --action <TEXT>  the text of the refusal, and what a caller should do`;

const flags = {
  contract: { type: 'string' },
  route: { type: 'string' },
  like: { type: 'string' },
  on: { type: 'string' },
  status: { type: 'string' },
  message: { type: 'string' },
  action: { type: 'string' },
  schema: { type: 'string' },
} as const;

const kinds: Readonly<Record<string, (addition: Addition) => Added>> = {
  operation: addOperation,
  event: addEvent,
  error: addError,
  field: addField,
};

export const addCommand: Command = {
  summary: 'begins an operation, an event, an error code or a field',
  usage,
  async run(args) {
    const { values, positionals } = readArgs(args, { flags, words: 2, usage });
    const [kind = '', name = ''] = positionals;
    const add = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (!add) throw new UsageError(usage);
    const { root, config } = await currentProject();
    const [[, contract] = []] = namedContracts(config, { root, only: values.contract });
    if (!contract) throw new UsageError('toolkit.config.ts has no contract.');
    const { files, steps } = add({ root, config, contract, name, values });
    for (const [path, text] of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    for (const path of files.keys()) print(`Wrote ${path}.`);
    const { command = 'npx contract generate' } = config;
    for (const step of [...steps, `Run ${command}, npx contract lint and your formatter.`]) print(`- ${step}`);
    return 0;
  },
};
