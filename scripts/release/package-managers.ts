import { join } from 'node:path';

/** A package manager that installs the published packages into an empty project. */
export interface PackageManager {
  readonly name: string;
  /** The command that adds packages: their names follow. */
  readonly add: readonly [string, ...string[]];
  /** The command that runs a program of an installed package: its name follows. */
  readonly run: readonly [string, ...string[]];
}

/** Every package manager of the rehearsal. `tools` is the folder node_modules that contains them. */
export function listPackageManagers(tools: string): PackageManager[] {
  const node = process.execPath;
  const [pnpm, bun] = [join(tools, 'pnpm/bin/pnpm.cjs'), join(tools, '@oven/bun-linux-x64/bin/bun')];
  return [
    { name: 'npm', add: ['npm', 'install', '--ignore-scripts'], run: ['npx', '--no', '--'] },
    { name: 'pnpm', add: [node, pnpm, 'add', '--ignore-scripts'], run: [node, pnpm, 'exec'] },
    { name: 'Bun', add: [bun, 'add', '--ignore-scripts'], run: [bun, 'run'] },
  ];
}
