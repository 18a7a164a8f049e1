import { createHash } from 'node:crypto';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cache, here, programs, run } from './run.ts';
import type { Tool } from './tool.ts';

const environment = join(cache, 'python');
export const pythonPath: string = join(environment, 'bin/python3');

/** Installs requirements.txt into a virtual environment, once for each version of that file. */
export async function installPython(): Promise<void> {
  const requirements = join(here, 'requirements.txt');
  const requirementsDigest = createHash('sha256')
    .update(await readFile(requirements))
    .digest('hex');
  const installed = join(environment, 'installed');
  if ((await readFile(installed, 'utf8').catch(() => '')) === requirementsDigest) return;
  await rm(environment, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', environment]);
  const hashed = ['--require-hashes', '--only-binary', ':all:', '--no-deps', '--requirement', requirements];
  await run(pythonPath, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...hashed]);
  await writeFile(installed, requirementsDigest);
}

const python = {
  needs: ['python3'],
  install: installPython,
  command: ({ folder }: { folder: string }) => [pythonPath, join(folder, 'program.py')] as const,
};

/** The generators that are Python programs. */
export const pythonTools: readonly Tool[] = [
  {
    ...python,
    name: 'openapi-python-client',
    version: '0.29.1',
    async generate({ contract, folder }) {
      const program = join(environment, 'bin/openapi-python-client');
      // The tool finds its formatter on the PATH. Without package metadata, the code can be imported from its folder.
      const env = { PATH: `${join(environment, 'bin')}:${process.env['PATH'] ?? ''}` };
      const flags = ['--meta', 'none', '--overwrite', '--output-path', join(folder, 'client')];
      await run(program, ['generate', '--path', contract, ...flags], { env });
    },
    async compile({ folder }) {
      await copyFile(join(programs, 'openapi-python-client.py'), join(folder, 'program.py'));
      await run(pythonPath, ['-m', 'compileall', '-q', folder]);
    },
  },
  {
    ...python,
    name: 'datamodel-code-generator',
    version: '0.89.0',
    async generate({ contract, folder }) {
      const flags = ['--input', contract, '--output', join(folder, 'models.py')];
      // By default the tool writes models for an outdated Pydantic.
      await run(join(environment, 'bin/datamodel-codegen'), [...flags, '--output-model-type', 'pydantic_v2.BaseModel']);
    },
    async compile({ folder }) {
      await copyFile(join(programs, 'datamodel-code-generator.py'), join(folder, 'program.py'));
      await run(pythonPath, ['-m', 'compileall', '-q', folder]);
    },
  },
];
