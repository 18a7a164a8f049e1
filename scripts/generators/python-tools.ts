import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installPythonTools } from '../tools/install-tools.ts';
import { programs, run } from './run.ts';
import type { Tool, Work } from './tool.ts';

const bin = () => installPythonTools('generators');
/** Returns the Python that has the packages. */
export const pythonPath = (): string => join(bin(), 'python3');

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
  install: bin,
  command: ({ folder }: { folder: string }) => [pythonPath(), join(folder, 'program.py')] as const,
};

/** The generators that are Python programs. */
export const pythonTools: readonly Tool[] = [
  {
    ...python,
    name: 'openapi-python-client',
    version: '0.29.1',
    async generate({ contract, folder }) {
      const program = join(bin(), 'openapi-python-client');
      // The tool finds its formatter on the PATH. Without package metadata, the code can be imported from its folder.
      const env = { PATH: `${bin()}:${process.env['PATH'] ?? ''}` };
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
      await run(join(bin(), 'datamodel-codegen'), [...flags, '--output-model-type', 'pydantic_v2.BaseModel']);
    },
    async compile({ folder, hasProgram }) {
      if (hasProgram) await copyFile(join(programs, 'datamodel-code-generator.py'), join(folder, 'program.py'));
      await run(pythonPath(), ['-c', 'import models'], { cwd: folder });
    },
    readValues: (work) => readValues('read-with-datamodel-code-generator.py', work),
  },
];
