import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const inNode = { lib: ['es2022'], types: ['node'], files: ['*/consumer.ts', '*/node-consumer.ts'] };
/** The same code as CommonJS: the project is one of ES modules. */
const inCommonJs = { ...inNode, files: ['*/consumer.cts', '*/node-consumer.cts'] };

/**
 * Kinds of projects: each resolves packages in its own way. `commonjs` has the resolution that the compiler chooses for it, which reads
 * no `exports` before TypeScript 7. A page has the types of the browser and not those of Node.
 */
const projects = {
  commonjs: { module: 'commonjs', ...inCommonJs },
  node16: { module: 'node16', ...inCommonJs },
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
  /** The folder with the compilers, the types of Node and the API of OpenTelemetry. */
  readonly modules: string;
  /** The package name of the compiler. */
  readonly compiler: string;
}

/** Compiles the consumer files with the declarations of the packages. Returns the settings that were checked. */
export function checkTypes({ folder, modules, compiler }: TypesCheck): string {
  for (const file of globSync(inNode.files, { cwd: folder })) {
    copyFileSync(join(folder, file), join(folder, file.replace(/ts$/, 'cts')));
  }
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
      // A traced application installs the API itself; this project does not.
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
