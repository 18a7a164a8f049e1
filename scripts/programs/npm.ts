/**
 * Returns the program and the arguments of a command of npm. On Windows, `npm` is a batch file, which Node starts in a shell only. But npm
 * names its own file to the scripts that it runs, and Node starts that on every system.
 */
export function npm(...args: readonly string[]): [program: string, args: string[]] {
  const file = process.env['npm_execpath'];
  return file === undefined ? ['npm', [...args]] : [process.execPath, [file, ...args]];
}
