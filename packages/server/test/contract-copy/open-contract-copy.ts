/**
 * Opens a copy of the packages in which a test changes the contract. The test edits the YAML, the real generator compiles it, and
 * then the test compiles or runs the packages. This shows the effect of a change of the contract alone.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const packages = ['contract', 'conformance', 'webhooks', 'client', 'kernel', 'server'] as const;
type Package = (typeof packages)[number];

export interface ContractCopy extends AsyncDisposable {
  /** The folder of the copy. */
  readonly folder: string;
  /** The names of the files in a folder of the copy. */
  list(folder: string): Promise<string[]>;
  /** Reads a YAML file of the copy. */
  read<T>(path: string): Promise<T>;
  /** Changes a YAML file of the copy in place. */
  edit<T>(path: string, change: (content: T) => void): Promise<void>;
  /** Reverts all edits. */
  reset(): Promise<void>;
  /** Compiles the contract into the packages. Throws if the generator fails. */
  generate(): Promise<void>;
  /** Compiles a package and returns the output of the compiler: '' without errors. */
  compile(name: Package): Promise<string>;
  /** Runs a program of ./probes against the copy, and returns the JSON that it prints. */
  run(probe: string, argument?: unknown): Promise<unknown>;
}

/** Copies the packages with the current contract. */
export async function openContractCopy(): Promise<ContractCopy> {
  const copy = await mkdtemp(join(tmpdir(), 'contract-copy-'));
  const parts = [
    'openapi',
    'scripts',
    'package.json',
    'toolkit.config.ts',
    'tsconfig.base.json',
    ...packages.flatMap((name) => ['src', 'package.json', 'tsconfig.json'].map((part) => `packages/${name}/${part}`)),
    'packages/kernel/migrations',
    'packages/server/bin',
    'packages/server/migrations',
    'packages/kernel/test/support',
    'packages/server/test/contract-copy',
    'packages/server/test/support',
    'packages/webhooks/vectors',
  ];
  const filter = (path: string) => !path.endsWith('node_modules');
  await Promise.all(parts.map((part) => cp(join(root, part), join(copy, part), { recursive: true, filter })));
  // npm installs a package in a workspace if the root has another version.
  const nested = ['scripts', 'packages/server'].map((folder) => `${folder}/node_modules`);
  for (const folder of nested.filter((path) => existsSync(join(root, path)))) {
    await symlink(join(root, folder), join(copy, folder), 'junction');
  }
  await linkModules(copy);

  const generate = async () => {
    const { code, output } = await run(copy, [
      '--conditions=@booking-service/source',
      join(copy, 'scripts/generate/main.ts'),
    ]);
    if (code !== 0) throw new Error(`The generator failed in the copy: ${output}`);
  };
  return {
    folder: copy,
    list: (folder) => readdir(join(copy, folder)),
    async read<T>(path: string) {
      // The caller names the type of the file. The contract's JSON Schemas check it.
      return parse(await readFile(join(copy, path), 'utf8')) as T;
    },
    async edit<T>(path: string, change: (content: T) => void) {
      const content = parse(await readFile(join(copy, path), 'utf8')) as T;
      change(content);
      await writeFile(join(copy, path), stringify(content));
    },
    async reset() {
      await cp(join(root, 'openapi'), join(copy, 'openapi'), { recursive: true, filter });
    },
    generate,
    async compile(name) {
      const { output } = await run(copy, [join(root, 'node_modules/typescript/bin/tsc'), '-p', `packages/${name}`]);
      return output;
    },
    async run(probe, argument = null) {
      const program = join(copy, 'packages/server/test/contract-copy/probes', probe);
      const flags = ['--conditions=@booking-service/source', program, JSON.stringify(argument)];
      const { code, output } = await run(copy, flags);
      if (code !== 0) throw new Error(`${probe} failed: ${output}`);
      return JSON.parse(output);
    },
    [Symbol.asyncDispose]: () => rm(copy, { recursive: true, force: true }),
  };
}

/** Links every installed module of the repository, and the copy's own packages. */
async function linkModules(copy: string): Promise<void> {
  const modules = join(copy, 'node_modules');
  const own = join(modules, '@booking-service');
  await mkdir(own, { recursive: true });
  const names = (await readdir(join(root, 'node_modules'))).filter((name) => name !== '@booking-service');
  await Promise.all([
    ...names.map((name) => symlink(join(root, 'node_modules', name), join(modules, name), 'junction')),
    ...packages.map((name) => symlink(join(copy, 'packages', name), join(own, name), 'junction')),
    symlink(join(root, 'packages/toolkit'), join(own, 'toolkit'), 'junction'),
    // The linter's configuration names its rules by their path.
    symlink(join(root, 'packages/toolkit'), join(copy, 'packages/toolkit'), 'junction'),
  ]);
}

function run(cwd: string, args: readonly string[]): Promise<{ code: unknown; output: string }> {
  const env = { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter) };
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      done({ code: error ? error.code : 0, output: error ? stdout + stderr : stdout });
    });
  });
}
