import { spawnSync } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Manifest } from '../packages/list-packages.ts';

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
/** Ways of resolving packages, each with its kind of modules and the file that imports the entries. */
const resolutions = {
  nodenext: { module: 'nodenext', file: 'consumer.ts' },
  bundler: { module: 'esnext', file: 'consumer.ts' },
  node16: { module: 'node16', file: 'consumer.cts' },
  node10: { module: 'commonjs', file: 'consumer.cts' },
} as const;

/**
 * Compiles an import of every entry of the installed packages, as CommonJS of those with a condition `require`, without skipping their
 * declarations. The project has the packages, what
 * they depend on and the types of Node, and no further types. Throws with the errors of the compiler.
 */
export function checkTypes(project: string, packages: readonly Manifest[]): void {
  const entries = packages.flatMap(({ name, exports = {} }) =>
    Object.entries(exports)
      .filter(([entry]) => !entry.endsWith('.json'))
      .flatMap(([entry, conditions]) =>
        (entry === './*' ? modulesOf(join(project, 'node_modules', name, 'dist')) : [entry]).map((each) => ({
          specifier: name + each.slice('.'.length),
          isRequired: Object.hasOwn(Object(conditions), 'require'),
        })),
      ),
  );
  const write = (file: string, of: typeof entries) => {
    const lines = of.map(({ specifier }, index) => `export * as entry${index} from '${specifier}';`);
    writeFileSync(join(project, file), lines.join('\n'));
  };
  write('consumer.ts', entries);
  write(
    'consumer.cts',
    entries.filter(({ isRequired }) => isRequired),
  );
  for (const [moduleResolution, { module, file }] of Object.entries(resolutions)) {
    const compilerOptions = {
      moduleResolution,
      module,
      target: 'es2022',
      lib: ['es2022', 'esnext.disposable', 'dom'],
      strict: true,
      exactOptionalPropertyTypes: true,
      types: ['node'],
      // The declarations of zod for CommonJS need it. It is on in the settings that tsc --init writes.
      esModuleInterop: true,
      noEmit: true,
    };
    const config = join(project, `tsconfig.${moduleResolution}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }));
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', config], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The types do not compile with ${moduleResolution}: ${stdout}`);
  }
}

/** The modules that the entry `./*` of a package stands for. */
function modulesOf(folder: string): string[] {
  const found = globSync('**/*.d.ts', { cwd: folder });
  if (found.length === 0) throw new Error(`${folder} has no module.`);
  return found.map((file) => `./${file.slice(0, -'.d.ts'.length)}`);
}
