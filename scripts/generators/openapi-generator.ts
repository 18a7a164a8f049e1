import { createHash } from 'node:crypto';
import { appendFile, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileTypeScript, importAll, pythonPath, typeScriptCommand } from './language-tools.ts';
import { cache, programs, run, type Tool, type Work } from './tool.ts';

const version = '7.25.0';
const digest = '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae';
const address = `https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli/${version}/openapi-generator-cli-${version}.jar`;
const jar = join(cache, `openapi-generator-${version}.jar`);

interface Language extends Pick<Tool, 'needs' | 'compile' | 'command'> {
  /** The flags of the generator. */
  readonly flags?: readonly string[];
  readonly limits?: NonNullable<Tool['limits']>;
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
    flags: ['--additional-properties', 'enumClassPrefix=true'],
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
    flags: ['--additional-properties', 'containerDefaultToNull=true'],
    limits: { provider: 'It writes a boolean constant, as in Held, as a string.' },
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
    limits: {
      provider: 'It generates recursive types, such as Held, for a choice between objects with a boolean constant.',
    },
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
  ([language, { flags = [], ...rest }]) => ({
    name: `openapi-generator ${language}`,
    version,
    ...rest,
    needs: ['java', ...rest.needs],
    install: download,
    async generate({ contract, folder }: Work) {
      // It writes webhooks without types.
      const { webhooks: _webhooks, ...calls } = JSON.parse(await readFile(contract, 'utf8')) as Record<string, unknown>;
      const document = join(folder, 'calls.json');
      await writeFile(document, JSON.stringify(calls));
      const client = language === 'typescript-fetch' ? join(folder, 'client') : folder;
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
