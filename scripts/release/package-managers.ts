import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package manager that installs the published packages into an empty project. */
export interface PackageManager {
  readonly name: string;
  /** Writes what the manager reads in the project. The scope comes from this registry, everything else from `others`. */
  configure(project: string, registry: { readonly scope: string; readonly others: string }): void;
  /** The command that adds packages: their names follow. */
  readonly add: readonly [string, ...string[]];
  /** The command that runs a program of an installed package: its name follows. */
  readonly run: readonly [string, ...string[]];
}

/** Every package manager of the rehearsal. `tools` is the folder node_modules that contains them. */
export function listPackageManagers(tools: string): PackageManager[] {
  const node = process.execPath;
  const [pnpm, yarn, bun] = ['pnpm/bin/pnpm.cjs', '@yarnpkg/cli-dist/bin/yarn.js', '@oven/bun-linux-x64/bin/bun'].map(
    (path) => join(tools, path),
  ) as [string, string, string];
  return [
    { name: 'npm', configure: writeNpmrc, add: ['npm', 'install', '--ignore-scripts'], run: ['npx', '--no'] },
    { name: 'pnpm', configure: writeNpmrc, add: [node, pnpm, 'add', '--ignore-scripts'], run: [node, pnpm, 'exec'] },
    { name: 'Yarn', configure: writeYarnrc, add: [node, yarn, 'add'], run: [node, yarn, 'run'] },
    { name: 'Bun', configure: writeNpmrc, add: [bun, 'add', '--ignore-scripts'], run: [bun, 'run'] },
  ];
}

function writeNpmrc(project: string, { scope }: { readonly scope: string }): void {
  writeFileSync(join(project, '.npmrc'), `@booking-service:registry=${scope}\n`);
}

function writeYarnrc(project: string, { scope, others }: { readonly scope: string; readonly others: string }): void {
  // Yarn treats an http registry, and an empty project without its lock file, as mistakes.
  const settings = {
    nodeLinker: 'node-modules',
    npmScopes: { 'booking-service': { npmRegistryServer: scope } },
    npmRegistryServer: others,
    unsafeHttpWhitelist: ['127.0.0.1'],
    enableImmutableInstalls: false,
    enableScripts: false,
    enableTelemetry: false,
    // A package that was published a moment ago.
    npmMinimalAgeGate: 0,
  };
  writeFileSync(join(project, '.yarnrc.yml'), JSON.stringify(settings));
  writeFileSync(join(project, 'yarn.lock'), '');
}
