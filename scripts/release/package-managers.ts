import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../programs/npm.ts';
import { installNpmTools } from '../tools/install-tools.ts';

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
  const [program, args] = npm();
  const [pnpm, yarn] = [join(tools, 'pnpm/bin/pnpm.cjs'), join(tools, '@yarnpkg/cli-dist/bin/yarn.js')];
  const bun = join(installNpmTools('bun'), '@oven/bun-linux-x64/bin/bun');
  return [
    {
      name: 'npm',
      add: [program, ...args, 'install', '--ignore-scripts'],
      run: [program, ...args, 'exec', '--no', '--'],
    },
    { name: 'pnpm', add: [node, pnpm, 'add', '--ignore-scripts'], run: [node, pnpm, 'exec'] },
    { name: 'Yarn', add: [node, yarn, 'add', '--mode=skip-build'], run: [node, yarn, 'run'] },
    { name: 'Bun', add: [bun, 'add', '--ignore-scripts'], run: [bun, 'run'] },
  ];
}

/** Makes every package manager take the packages from the registry at this URL, and everything else from the usual one. */
export function configure(project: string, url: string): void {
  configureNpm(project, url);
  // Yarn reads no .npmrc. It trusts the files that it has kept, so it keeps none: a version is published anew in each rehearsal.
  const usual = execFileSync(...npm('config', 'get', 'registry'), { encoding: 'utf8' }).trim();
  const settings = {
    nodeLinker: 'node-modules',
    enableTelemetry: false,
    enableGlobalCache: false,
    globalFolder: join(project, '.yarn', 'global'),
    npmRegistryServer: usual,
    npmScopes: { 'booking-service': { npmRegistryServer: url } },
    unsafeHttpWhitelist: ['127.0.0.1'],
    // Yarn refuses versions of the last days.
    npmPreapprovedPackages: ['@booking-service/*'],
  };
  writeFileSync(join(project, '.yarnrc.yml'), JSON.stringify(settings));
  // Without this file, Yarn takes the folder for a part of the repository above it.
  writeFileSync(join(project, 'yarn.lock'), '');
}

/** Makes npm take the packages from the registry at this URL, and everything else from the usual one. */
export function configureNpm(project: string, url: string): void {
  writeFileSync(join(project, '.npmrc'), `@booking-service:registry=${url}\n`);
}
