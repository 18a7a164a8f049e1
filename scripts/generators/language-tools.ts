import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import { installNpmTools, installPythonTools, npmTools } from '../tools/pinned.ts';
import { cache, programs, run, type Tool, type Work } from './tool.ts';

const binOfPython = () => installPythonTools('generators');
/** Returns the Python that has the packages. */
export const pythonPath = (): string => join(binOfPython(), 'python3');

/** Imports every module of a package, which runs its definitions. */
export async function importAll(folder: string, name: string): Promise<void> {
  const text = `import importlib, pkgutil, ${name}
for each in pkgutil.walk_packages(${name}.__path__, "${name}."): importlib.import_module(each.name)`;
  await run(pythonPath(), ['-c', text], { cwd: folder });
}

/** Adds a program of its own beside the generated code. */
async function readValues(program: string, { folder }: Work): Promise<readonly [string, string]> {
  await copyFile(join(programs, program), join(folder, program));
  return [pythonPath(), join(folder, program)];
}

const python = {
  needs: ['python3'],
  install: binOfPython,
  command: ({ folder }: { folder: string }) => [pythonPath(), join(folder, 'program.py')] as const,
};

/** The generators that are Python programs. */
export const pythonTools: readonly Tool[] = [
  {
    ...python,
    name: 'openapi-python-client',
    version: '0.29.1',
    async generate({ contract, folder }) {
      const program = join(binOfPython(), 'openapi-python-client');
      // The tool finds its formatter on the PATH. Without package metadata, the code can be imported from its folder.
      const env = { PATH: `${binOfPython()}:${process.env['PATH'] ?? ''}` };
      const flags = ['--meta', 'none', '--overwrite', '--output-path', join(folder, 'client')];
      await run(program, ['generate', '--path', contract, ...flags], { env });
    },
    async compile({ folder, hasProgram }) {
      if (hasProgram) await copyFile(join(programs, 'openapi-python-client.py'), join(folder, 'program.py'));
      await importAll(folder, 'client');
    },
    readValues: (work) => readValues('read-with-openapi-python-client.py', work),
  },
  {
    ...python,
    name: 'datamodel-code-generator',
    version: '0.89.0',
    async generate({ contract, folder }) {
      const flags = ['--input', contract, '--output', join(folder, 'models.py')];
      // By default the tool writes models for an outdated Pydantic.
      await run(join(binOfPython(), 'datamodel-codegen'), [...flags, '--output-model-type', 'pydantic_v2.BaseModel']);
    },
    async compile({ folder, hasProgram }) {
      if (hasProgram) await copyFile(join(programs, 'datamodel-code-generator.py'), join(folder, 'program.py'));
      await run(pythonPath(), ['-c', 'import models'], { cwd: folder });
    },
    readValues: (work) => readValues('read-with-datamodel-code-generator.py', work),
  },
];

/** Returns the folder node_modules with the tools. */
const packages = () => installNpmTools('generators');
const bin = (name: string) => join(packages(), '.bin', name);

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
export async function compileTypeScript(name: string, { folder, hasProgram }: Work): Promise<void> {
  if (hasProgram) await copyFile(join(programs, `${name}.ts`), join(folder, 'program.ts'));
  await symlink(packages(), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, ...(hasProgram ? { files: ['program.ts'] } : { include: ['**/*.ts'] }) }),
  );
  await run(bin('tsc'), ['--project', folder]);
  if (!hasProgram) return;
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

const typescript = { needs: [], install: packages, command: typeScriptCommand };

/** The generators that are npm packages. */
export const typeScriptTools: readonly Tool[] = [
  {
    ...typescript,
    name: '@hey-api/openapi-ts',
    version: npmTools.generators['@hey-api/openapi-ts'],
    generate: async ({ contract, folder }) => {
      await run(bin('openapi-ts'), ['-i', contract, '-o', join(folder, 'client')], { cwd: dirname(packages()) });
    },
    compile: (work) => compileTypeScript('hey-api', work),
  },
  {
    ...typescript,
    name: 'orval',
    version: npmTools.generators.orval,
    generate: async ({ contract, folder }) => {
      await run(bin('orval'), ['--input', contract, '--output', join(folder, 'client.ts')], {
        cwd: dirname(packages()),
      });
    },
    compile: (work) => compileTypeScript('orval', work),
  },
  {
    ...typescript,
    name: 'kubb',
    version: npmTools.generators['@kubb/cli'],
    async generate({ contract, folder }) {
      // kubb has no flags for input and output; a configuration file names them.
      const config = join(dirname(packages()), 'kubb.config.ts');
      const paths = { root: dirname(packages()), input: { path: contract }, output: { path: join(folder, 'client') } };
      const plugins = ['oas', 'ts', 'client'];
      const imports = plugins.map((each, index) => {
        return `import { plugin${['Oas', 'Ts', 'Client'][index]} as ${each} } from '@kubb/plugin-${each}';`;
      });
      const text = `export default { ...${JSON.stringify(paths)}, plugins: [${plugins.map((each) => `${each}()`).join(', ')}] };`;
      await writeFile(config, [...imports, text].join('\n'));
      await run(bin('kubb'), ['generate', '--config', config], { cwd: dirname(packages()) });
    },
    compile: (work) => compileTypeScript('kubb', work),
  },
];

const version = '2.8.2';
const oapiFolder = join(cache, `oapi-codegen-${version}`);

/** oapi-codegen, the second generator for Go. */
export const oapiCodegen: Tool = {
  name: 'oapi-codegen',
  version,
  needs: ['go'],
  async install() {
    if (existsSync(join(oapiFolder, 'oapi-codegen'))) return;
    const module = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${version}`;
    await run('go', ['install', module], { env: { GOBIN: oapiFolder } });
  },
  async generate({ contract, folder }) {
    await mkdir(join(folder, 'booking'));
    // By default it removes schemas that no path uses, including the types of the webhooks that it generates.
    const flags = [
      '-package',
      'booking',
      '-generate',
      'types,client,skip-prune',
      '-o',
      join(folder, 'booking/client.go'),
    ];
    await run(join(oapiFolder, 'oapi-codegen'), [...flags, contract]);
  },
  async compile({ folder, hasProgram }) {
    if (hasProgram) await copyFile(join(programs, 'oapi-codegen.go'), join(folder, 'main.go'));
    await writeFile(join(folder, 'go.mod'), 'module booking.test/program\n\ngo 1.23\n');
    await run('go', ['mod', 'tidy'], { cwd: folder });
    await run('go', hasProgram ? ['build', '-o', 'made', '.'] : ['build', './...'], { cwd: folder });
  },
  command: ({ folder }) => [join(folder, 'made')],
};
