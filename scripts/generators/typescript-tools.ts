import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cache, here, programs, run } from './run.ts';
import type { Tool, Work } from './tool.ts';

const packages = join(cache, 'npm');
const bin = join(packages, 'node_modules/.bin');

/** Installs the packages of package-lock.json, once for each version of that file. */
export async function installPackages(): Promise<void> {
  const lock = await readFile(join(here, 'package-lock.json'));
  const lockDigest = createHash('sha256').update(lock).digest('hex');
  const installed = join(packages, 'installed');
  if ((await readFile(installed, 'utf8').catch(() => '')) === lockDigest) return;
  await mkdir(packages, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) await copyFile(join(here, file), join(packages, file));
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: packages });
  await writeFile(installed, lockDigest);
}

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'ES2022',
  module: 'preserve',
  moduleResolution: 'bundler',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
};

/** Compiles the program of a tool with the generated code in strict mode, and bundles both into one file for Node. */
export async function compileTypeScript(name: string, { folder }: Work): Promise<void> {
  await copyFile(join(programs, `${name}.ts`), join(folder, 'program.ts'));
  await symlink(join(packages, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  await run(join(bin, 'tsc'), ['--project', folder]);
  const { build } = await import('esbuild');
  const outfile = join(folder, 'program.mjs');
  const banner = { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" };
  await build({
    entryPoints: [join(folder, 'program.ts')],
    outfile,
    banner,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
}

export function typeScriptCommand({ folder }: Work): readonly [string, string] {
  return [process.execPath, join(folder, 'program.mjs')];
}

const typescript = { needs: [], install: installPackages, command: typeScriptCommand };

/** The generators that are npm packages. */
export const typeScriptTools: readonly Tool[] = [
  {
    ...typescript,
    name: '@hey-api/openapi-ts',
    version: '0.95.0',
    generate: async ({ contract, folder }) => {
      await run(join(bin, 'openapi-ts'), ['-i', contract, '-o', join(folder, 'client')], { cwd: packages });
    },
    compile: (work) => compileTypeScript('hey-api', work),
  },
  {
    ...typescript,
    name: 'orval',
    version: '7.13.2',
    generate: async ({ contract, folder }) => {
      await run(join(bin, 'orval'), ['--input', contract, '--output', join(folder, 'client.ts')], { cwd: packages });
    },
    compile: (work) => compileTypeScript('orval', work),
  },
  {
    ...typescript,
    name: 'kubb',
    version: '4.39.3',
    async generate({ contract, folder }) {
      // kubb has no flags for input and output; a configuration file names them.
      const config = join(packages, 'kubb.config.ts');
      const paths = { root: packages, input: { path: contract }, output: { path: join(folder, 'client') } };
      const plugins = ['oas', 'ts', 'client'];
      const imports = plugins.map((each, index) => {
        return `import { plugin${['Oas', 'Ts', 'Client'][index]} as ${each} } from '@kubb/plugin-${each}';`;
      });
      const text = `export default { ...${JSON.stringify(paths)}, plugins: [${plugins.map((each) => `${each}()`).join(', ')}] };`;
      await writeFile(config, [...imports, text].join('\n'));
      await run(join(bin, 'kubb'), ['generate', '--config', config], { cwd: packages });
    },
    compile: (work) => compileTypeScript('kubb', work),
  },
];
