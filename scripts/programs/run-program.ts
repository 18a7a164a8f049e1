import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Returns the path of an installed program; undefined if the PATH has none of this name. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the program and the arguments of a command of npm. On Windows, `npm` is a batch file, which Node starts in a shell only. But npm
 * names its own file to the scripts that it runs, and Node starts that on every system.
 */
export function npm(...args: readonly string[]): [program: string, args: string[]] {
  const file = process.env['npm_execpath'];
  return file === undefined ? ['npm', [...args]] : [process.execPath, [file, ...args]];
}

/** Ends a command of the repository because of its arguments: prints the line and exits with 2. */
export function refuse(line: string): never {
  console.error(line);
  process.exit(2);
}

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
