import { createHash } from 'node:crypto';
import { appendFile, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pythonPath } from './python-tools.ts';
import { cache, programs, run } from './run.ts';
import type { Tool, Work } from './tool.ts';
import { compileTypeScript, typeScriptCommand } from './typescript-tools.ts';

const version = '7.25.0';
const digest = '41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae';
const address = `https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli/${version}/openapi-generator-cli-${version}.jar`;
const jar = join(cache, `openapi-generator-${version}.jar`);

type Language = Pick<Tool, 'needs' | 'compile' | 'command'>;

const languages: Readonly<Record<string, Language>> = {
  python: {
    needs: ['python3'],
    async compile({ folder }) {
      await copyFile(join(programs, 'openapi-generator.py'), join(folder, 'program.py'));
    },
    command: ({ folder }) => [pythonPath(), join(folder, 'program.py')],
  },
  go: {
    needs: ['go'],
    async compile({ folder }) {
      // The generated tests are empty templates that need another package.
      await rm(join(folder, 'test'), { recursive: true });
      await mkdir(join(folder, 'program'));
      await copyFile(join(programs, 'openapi-generator.go'), join(folder, 'program/main.go'));
      await run('go', ['mod', 'tidy'], { cwd: folder });
      await run('go', ['build', '-o', 'made', './program'], { cwd: folder });
    },
    command: ({ folder }) => [join(folder, 'made')],
  },
  java: {
    needs: ['mvn'],
    async compile({ folder }) {
      await rm(join(folder, 'src/test'), { recursive: true, force: true });
      await copyFile(join(programs, 'OpenapiGenerator.java'), join(folder, 'src/main/java/OpenapiGenerator.java'));
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
    async compile({ folder }) {
      await mkdir(join(folder, 'src/bin'));
      await copyFile(join(programs, 'openapi-generator.rs'), join(folder, 'src/bin/program.rs'));
      // The generated code is asynchronous and needs a runtime.
      const tokio = '\n[dependencies.tokio]\nversion = "^1"\nfeatures = ["rt", "macros"]\n';
      await appendFile(join(folder, 'Cargo.toml'), tokio);
      await run('cargo', ['build', '--quiet', '--bin', 'program'], { cwd: folder, env: rustEnvironment });
    },
    command: () => [join(cache, 'rust/debug/program')],
  },
};

/** Keeps the build output between runs, because compiling the dependencies takes minutes. */
const rustEnvironment = { CARGO_TARGET_DIR: join(cache, 'rust') };

/** openapi-generator: one tool per language. */
export const openapiGenerators: readonly Tool[] = Object.entries(languages).map(([language, rest]) => ({
  name: `openapi-generator ${language}`,
  version,
  ...rest,
  needs: ['java', ...rest.needs],
  install: download,
  async generate({ contract, folder }: Work) {
    const client = language === 'typescript-fetch' ? join(folder, 'client') : folder;
    await run('java', ['-jar', jar, 'generate', '-g', language, '-i', contract, '-o', client]);
  },
}));

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
