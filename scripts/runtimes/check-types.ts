import { spawnSync } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const inNode = { lib: ['es2022'], types: ['node'], files: ['*/consumer.ts', '*/node-consumer.ts'] };

/** How projects find packages, and what they have types of: a page has those of the browser and none of Node. */
const projects = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext', ...inNode },
  bundler: { module: 'esnext', moduleResolution: 'bundler', ...inNode },
  page: {
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    files: ['*/consumer.ts'],
  },
};

interface TypesCheck {
  /** The project where the packages are installed. */
  readonly folder: string;
  /** Where the compilers, the types of Node and the API of OpenTelemetry are installed. */
  readonly modules: string;
  /** The compiler's name there. */
  readonly compiler: string;
}

/** Compiles what is written against the packages, their declarations included, and returns how. */
export function checkTypes({ folder, modules, compiler }: TypesCheck): string {
  for (const [name, { files, ...settings }] of Object.entries(projects)) {
    const compilerOptions = {
      ...settings,
      target: 'es2022',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      typeRoots: [join(modules, '@types')],
      // What is traced has it; the project here goes without.
      paths: { '@opentelemetry/api': [join(modules, '@opentelemetry/api/build/src/index.d.ts')] },
    };
    const config = join(folder, `tsconfig.${name}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, files: globSync(files, { cwd: folder }) }));
    const program = join(modules, compiler, 'bin/tsc');
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '-p', config], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name}: ${stdout}${stderr}`);
  }
  return `strict, in ${Object.keys(projects).join(', ')}`;
}
