import { generate } from '../project/generate.ts';
import { currentProject, print, printError, readArgs, type Command } from './command.ts';

const usage = `Usage: contract generate [--check]

Compiles the contracts of toolkit.config.ts: bundles, wire types, tables of behavior, events, clients. Writes the files that changed,
and removes files of the output folders that nothing generates any more.

  --check  writes nothing. Exits with 1 and lists the files that are out of date.`;

export const generateCommand: Command = {
  summary: 'compiles the contracts into types, tables, events and clients',
  usage,
  async run(args) {
    const { values } = readArgs(args, { flags: { check: { type: 'boolean' } }, usage });
    const { message, isStale } = await generate({ ...(await currentProject()), isCheck: values.check === true });
    (isStale ? printError : print)(message);
    return isStale ? 1 : 0;
  },
};
