/**
 * A copy of the packages whose contract a test changes: the YAML is edited, the real generator compiles it, and then the
 * packages are compiled or run as they are. Shows what a change of the contract alone does.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const packages = ['contract', 'webhooks', 'client', 'server'] as const;
type Package = (typeof packages)[number];

export interface ContractCopy extends AsyncDisposable {
  /** The names of the files in a folder of the copy. */
  list(folder: string): Promise<string[]>;
  /** Reads a YAML file of the copy. */
  read<T>(path: string): Promise<T>;
  /** Changes a YAML file of the copy in place. */
  edit<T>(path: string, change: (content: T) => void): Promise<void>;
  /** Takes all edits back. */
  reset(): Promise<void>;
  /** Compiles the contract into the packages. Throws where the generator fails. */
  generate(): Promise<void>;
  /** Compiles a package and returns what the compiler says, '' where all is well. */
  compile(name: Package): Promise<string>;
  /** Runs a program of ./probes against the copy, and returns the JSON that it prints. */
  run(probe: string, argument?: unknown): Promise<unknown>;
}

/** Copies the packages, with the contract as it is. */
export async function openContractCopy(): Promise<ContractCopy> {
  const copy = await mkdtemp(join(tmpdir(), 'contract-copy-'));
  const parts = [
    'openapi',
    'scripts',
    'package.json',
    'tsconfig.base.json',
    ...packages.flatMap((name) => ['src', 'package.json', 'tsconfig.json'].map((part) => `packages/${name}/${part}`)),
    'packages/server/migrations',
    'packages/server/test/contract-copy',
    'packages/server/test/support',
    'packages/webhooks/vectors',
  ];
  const filter = (path: string) => !path.endsWith('node_modules');
  await Promise.all(parts.map((part) => cp(join(root, part), join(copy, part), { recursive: true, filter })));
  // npm puts a version that differs from the root's beside the package that needs it.
  const nested = ['scripts', 'packages/server'].map((folder) => `${folder}/node_modules`);
  for (const folder of nested.filter((path) => existsSync(join(root, path)))) {
    await symlink(join(root, folder), join(copy, folder));
  }
  await linkModules(copy);

  const generate = async () => {
    const { code, output } = await run(copy, [join(copy, 'scripts/generate/main.ts')]);
    if (code !== 0) throw new Error(`The contract's copy does not compile: ${output}`);
  };
  return {
    list: (folder) => readdir(join(copy, folder)),
    async read<T>(path: string) {
      // The caller names what the contract's own schemas hold the file to.
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

/** Every module of the repository, but of its own packages those of the copy. */
async function linkModules(copy: string): Promise<void> {
  const modules = join(copy, 'node_modules');
  const own = join(modules, '@booking-service');
  await mkdir(own, { recursive: true });
  const names = (await readdir(join(root, 'node_modules'))).filter((name) => name !== '@booking-service');
  await Promise.all([
    ...names.map((name) => symlink(join(root, 'node_modules', name), join(modules, name))),
    ...packages.map((name) => symlink(join(copy, 'packages', name), join(own, name))),
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
