import { parseArgs, type ParseArgsConfig } from 'node:util';
import { refuse } from './refuse.ts';

/** Reads the arguments of a command of the repository as `parseArgs` does. Wrong ones end the command with one line and the exit code 2. */
export function readFlags<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const isWrongUsage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
    if (!isWrongUsage) throw error;
    const flags = Object.entries(config.options ?? {}).map(([name, { type }]) =>
      type === 'string' ? `--${name} VALUE` : `--${name}`,
    );
    return refuse(`${error.message}. The flags are ${flags.join(', ')}.`);
  }
}
