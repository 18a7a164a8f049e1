/** The generators of clients, by the language in which they are written: Python, TypeScript, Go, and one in Java for several languages. */
import { appendFile, copyFile, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { existsSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { installNpmTools, installPythonTools, npmTools } from '../tools/pinned.ts';
import { cache, programs, run, type Tool, type Work } from './tool.ts';

const binOfPython = () => installPythonTools('generators');
/** Returns the Python that has the packages. */
const pythonPath = (): string => join(binOfPython(), 'python3');

/** Imports every module of a package, which runs its definitions. */
async function importAll(folder: string, name: string): Promise<void> {
  const text = `import importlib, pkgutil, ${name}
for each in pkgutil.walk_packages(${name}.__path__, "${name}."): importlib.import_module(each.name)`;
  await run(pythonPath(), ['-c', text], { cwd: folder });
}

/** Adds a program beside the generated code that reads the values of a later version with its models. */
async function readValues({ folder }: Work, models: string, method: string): Promise<readonly [string, string]> {
  const program = join(folder, 'read-values.py');
  const text = `import json, sys
${models}
for schema, value in json.load(open(sys.argv[1])):
    getattr(models, schema).${method}(value)
    print("value", schema)
`;
  await writeFile(program, text);
  return [pythonPath(), program];
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
    readValues: (work) => readValues(work, 'from client import models', 'from_dict'),
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
    readValues: (work) => readValues(work, 'import models', 'model_validate'),
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

/** Compiles the generated code in strict mode. If the tool has a program, it is compiled, too, and both are bundled into one file for Node. */
async function compileTypeScript(name: string, { folder, hasProgram }: Work): Promise<void> {
  if (hasProgram) await copyFile(join(programs, `${name}.ts`), join(folder, 'program.ts'));
  await symlink(packages(), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
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

function typeScriptCommand({ folder }: Work): readonly [string, string] {
  return [process.execPath, join(folder, 'program.mjs')];
}

/** kubb has no flags for input and output; a configuration file names them. */
function kubbConfig(contract: string, client: string): string {
  const config = join(dirname(packages()), 'kubb.config.ts');
  const paths = { root: dirname(packages()), input: { path: contract }, output: { path: client } };
  const plugins = ['Oas', 'Ts', 'Client'];
  const imports = plugins.map((each) => `import { plugin${each} } from '@kubb/plugin-${each.toLowerCase()}';`);
  const calls = plugins.map((each) => `plugin${each}()`).join(', ');
  writeFileSync(config, `${imports.join('\n')}\nexport default { ...${JSON.stringify(paths)}, plugins: [${calls}] };`);
  return config;
}

type NpmCommand = readonly [
  name: keyof typeof npmTools.generators,
  program: string,
  args: (contract: string, client: string) => readonly string[],
];

/** The commands of the npm packages. Each writes `client`, a folder or a file without its ending. */
const npmCommands: readonly NpmCommand[] = [
  ['@hey-api/openapi-ts', 'openapi-ts', (contract, client) => ['-i', contract, '-o', client]],
  ['orval', 'orval', (contract, client) => ['--input', contract, '--output', `${client}.ts`]],
  ['@kubb/cli', 'kubb', (contract, client) => ['generate', '--config', kubbConfig(contract, client)]],
  // It adds every path to the one of the working folder.
  [
    'typed-openapi',
    'typed-openapi',
    (contract, client) => [contract, '-o', `${relative(dirname(packages()), client)}.ts`],
  ],
  ['openapi-zod-client', 'openapi-zod-client', (contract, client) => [contract, '-o', `${client}.ts`]],
  [
    'swagger-typescript-api',
    'swagger-typescript-api',
    (contract, client) => ['generate', '-p', contract, '-o', dirname(client), '-n', 'client.ts'],
  ],
  ['oazapfts', 'oazapfts', (contract, client) => [contract, `${client}.ts`]],
  ['openapi-typescript', 'openapi-typescript', (contract, client) => [contract, '-o', `${client}.ts`]],
];

export const typeScriptTools: readonly Tool[] = npmCommands.map(([name, program, argsFor]) => ({
  name,
  version: npmTools.generators[name],
  needs: [],
  install: packages,
  async generate({ contract, folder }) {
    const client = join(folder, 'client');
    await run(bin(program), argsFor(contract, client), { cwd: dirname(packages()) });
    // swagger-typescript-api turns the checks of the compiler off.
    const file = `${client}.ts`;
    if (existsSync(file)) await writeFile(file, (await readFile(file, 'utf8')).replace('// @ts-nocheck\n', ''));
  },
  compile: (work) => compileTypeScript(program, work),
  ...(existsSync(join(programs, `${program}.ts`)) ? { command: typeScriptCommand } : {}),
}));

const oapiVersion = '2.8.2';
const oapiFolder = join(cache, `oapi-codegen-${oapiVersion}`);

/** oapi-codegen, the second generator for Go. */
export const oapiCodegen: Tool = {
  name: 'oapi-codegen',
  version: oapiVersion,
  needs: ['go'],
  async install() {
    if (existsSync(join(oapiFolder, 'oapi-codegen'))) return;
    const module = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${oapiVersion}`;
    await run('go', ['install', module], { env: { GOBIN: oapiFolder } });
  },
  async generate({ contract, folder }) {
    await mkdir(join(folder, 'booking'));
    const flags = ['-package', 'booking', '-generate', 'types,client'];
    await run(join(oapiFolder, 'oapi-codegen'), [...flags, '-o', join(folder, 'booking/client.go'), contract]);
  },
  async compile({ folder, hasProgram }) {
    if (hasProgram) await copyFile(join(programs, 'oapi-codegen.go'), join(folder, 'main.go'));
    await writeFile(join(folder, 'go.mod'), 'module booking.test/program\n\ngo 1.23\n');
    await run('go', ['mod', 'tidy'], { cwd: folder });
    await run('go', hasProgram ? ['build', '-o', 'made', '.'] : ['build', './...'], { cwd: folder });
  },
  command: ({ folder }) => [join(folder, 'made')],
};

const jarVersion = '7.25.0';
const digest = '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae';
const address = `https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli/${jarVersion}/openapi-generator-cli-${jarVersion}.jar`;
const jar = join(cache, `openapi-generator-${jarVersion}.jar`);

interface Language extends Pick<Tool, 'needs' | 'compile' | 'command'> {
  /** The property of the generator that must be set. */
  readonly property?: string;
}

const languages: Readonly<Record<string, Language>> = {
  python: {
    needs: ['python3'],
    async compile({ folder, hasProgram }) {
      if (hasProgram) await copyFile(join(programs, 'openapi-generator.py'), join(folder, 'program.py'));
      else await importAll(folder, 'openapi_client');
    },
    command: ({ folder }) => [pythonPath(), join(folder, 'program.py')],
  },
  go: {
    needs: ['go'],
    // Two enums with the same value otherwise have the same constant.
    property: 'enumClassPrefix=true',
    async compile({ folder, hasProgram }) {
      // The generated tests are empty templates that need another package.
      await rm(join(folder, 'test'), { recursive: true });
      await mkdir(join(folder, 'program'));
      if (hasProgram) await copyFile(join(programs, 'openapi-generator.go'), join(folder, 'program/main.go'));
      await run('go', ['mod', 'tidy'], { cwd: folder });
      await run('go', hasProgram ? ['build', '-o', 'made', './program'] : ['build', '.'], { cwd: folder });
    },
    command: ({ folder }) => [join(folder, 'made')],
  },
  java: {
    needs: ['mvn'],
    // A list that is not set is otherwise sent as an empty one.
    property: 'containerDefaultToNull=true',
    async compile({ folder, hasProgram }) {
      await rm(join(folder, 'src/test'), { recursive: true, force: true });
      const program = join(folder, 'src/main/java/OpenapiGenerator.java');
      if (hasProgram) await copyFile(join(programs, 'OpenapiGenerator.java'), program);
      const goals = ['compile', 'dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=jars'];
      await run('mvn', ['--quiet', '--batch-mode', ...goals], { cwd: folder });
    },
    command: ({ folder }) => [
      'java',
      '-cp',
      `${join(folder, 'target/classes')}:${join(folder, 'jars')}/*`,
      'OpenapiGenerator',
    ],
  },
  'typescript-fetch': {
    needs: [],
    compile: (work) => compileTypeScript('typescript-fetch', work),
    command: typeScriptCommand,
  },
  rust: {
    needs: ['cargo'],
    async compile({ folder, hasProgram }) {
      await mkdir(join(folder, 'src/bin'));
      if (hasProgram) await copyFile(join(programs, 'openapi-generator.rs'), join(folder, 'src/bin/program.rs'));
      // The generated code is asynchronous and needs a runtime.
      const tokio = '\n[dependencies.tokio]\nversion = "^1"\nfeatures = ["rt", "macros"]\n';
      await appendFile(join(folder, 'Cargo.toml'), tokio);
      await run('cargo', ['build', '--quiet', ...(hasProgram ? ['--bin', 'program'] : ['--lib'])], {
        cwd: folder,
        env: rustEnvironment,
      });
    },
    command: () => [join(cache, 'rust/debug/program')],
  },
};

/** Keeps the build output between runs, because compiling the dependencies takes minutes. */
const rustEnvironment = { CARGO_TARGET_DIR: join(cache, 'rust') };

/** openapi-generator: one tool per language. */
export const openapiGenerators: readonly Tool[] = Object.entries(languages).map(
  ([language, { property, needs, ...rest }]) => ({
    name: `openapi-generator-${language}`,
    version: jarVersion,
    ...rest,
    needs: ['java', ...needs],
    install: download,
    async generate({ contract, folder }: Work) {
      // It writes webhooks without types, and refuses links with a body.
      const calls: unknown = JSON.parse(await readFile(contract, 'utf8'), (key, value: unknown) =>
        key === 'webhooks' || key === 'links' ? undefined : value,
      );
      const document = join(folder, 'calls.json');
      await writeFile(document, JSON.stringify(calls));
      const client = language === 'typescript-fetch' ? join(folder, 'client') : folder;
      const flags = property ? ['--additional-properties', property] : [];
      await run('java', ['-jar', jar, 'generate', '-g', language, '-i', document, '-o', client, ...flags]);
    },
  }),
);

async function download(): Promise<void> {
  if ((await digestOf(jar)) === digest) return;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`Downloading ${address} failed with ${response.status}.`);
  await writeFile(`${jar}.part`, Buffer.from(await response.arrayBuffer()));
  const actual = await digestOf(`${jar}.part`);
  if (actual !== digest) throw new Error(`${address} has the digest ${actual}, not ${digest}.`);
  await rename(`${jar}.part`, jar);
}

async function digestOf(file: string): Promise<string | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes && createHash('sha256').update(bytes).digest('hex');
}
