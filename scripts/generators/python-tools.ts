import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installPythonTools } from '../tools/install-tools.ts';
import { programs, run } from './run.ts';
import type { Tool } from './tool.ts';

const bin = () => installPythonTools('generators');
/** Returns the Python that has the packages. */
export const pythonPath = (): string => join(bin(), 'python3');

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
    async compile({ folder }) {
      await copyFile(join(programs, 'openapi-python-client.py'), join(folder, 'program.py'));
      await run(pythonPath(), ['-m', 'compileall', '-q', folder]);
    },
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
    async compile({ folder }) {
      await copyFile(join(programs, 'datamodel-code-generator.py'), join(folder, 'program.py'));
      await run(pythonPath(), ['-m', 'compileall', '-q', folder]);
    },
  },
];
