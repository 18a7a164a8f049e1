import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageBlocks } from '../pages/page-blocks.ts';
import { npm } from '../programs/run-program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface NewProject {
  readonly folder: string;
  /** The packages of this repository that the project installs, with what they need of each other. */
  readonly packages: readonly string[];
  /** The folder node_modules of the hosts. */
  readonly tools: string;
  /** The guides whose programs the project contains. */
  readonly guides: readonly string[];
}

/** Makes a project with the tarballs of the packages, the hosts, and the programs of the guides. */
export function openProject({ folder, packages, tools, guides }: NewProject): void {
  mkdirSync(folder);
  const flags = ['--workspaces=false', '--silent', '--pack-destination', folder];
  const tarballs = packages.map((name) =>
    join(folder, runIn(join(root, 'packages', name), ...npm('pack', ...flags)).trim()),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--silent'];
  runIn(folder, ...npm('install', ...quiet, ...tarballs));
  cpSync(tools, join(folder, 'node_modules'), { recursive: true, force: false });
  // Next.js checks the types of every program: some name a file with its extension, and that of NestJS has decorators.
  const compilerOptions = { allowImportingTsExtensions: true, experimentalDecorators: true };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  for (const { file, body } of guides.flatMap((guide) => pageBlocks(readFileSync(join(root, guide), 'utf8')))) {
    if (file === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), body);
  }
}

/** Compiles the app of Next.js. The variables of the service are not set, as on a build server. */
export function buildNext(folder: string): void {
  runIn(folder, process.execPath, ['node_modules/next/dist/bin/next', 'build']);
}

/** Compiles the app of NestJS, whose decorators Node does not run, into the folder `nest`. */
export function buildNest(folder: string): void {
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    outDir: 'nest',
    rootDir: '.',
    strict: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: true,
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.nest.json'), JSON.stringify({ compilerOptions, files: ['src/main.ts'] }));
  runIn(folder, process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.nest.json']);
}

function runIn(cwd: string, program: string, args: readonly string[]): string {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
  const { status, stdout } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}. It printed:\n${stdout}`);
  return stdout;
}
