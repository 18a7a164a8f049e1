import { spawnSync } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Manifest } from '../packages/list-packages.ts';

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
/** Ways of resolving packages, each with its kind of modules. */
const resolutions = { nodenext: 'nodenext', bundler: 'esnext' } as const;

/**
 * Compiles an import of every entry of the installed packages, without skipping their declarations. The project has the packages, what
 * they depend on and the types of Node, and no further types. Throws with the errors of the compiler.
 */
export function checkTypes(project: string, packages: readonly Manifest[]): void {
  const entries = packages.flatMap(({ name, exports = {} }) =>
    Object.keys(exports)
      .filter((entry) => !entry.endsWith('.json'))
      .flatMap((entry) => (entry === './*' ? modulesOf(join(project, 'node_modules', name, 'dist')) : entry))
      .map((entry) => name + entry.slice('.'.length)),
  );
  const lines = entries.map((entry, index) => `export * as entry${index} from '${entry}';`);
  writeFileSync(join(project, 'consumer.ts'), lines.join('\n'));
  for (const [moduleResolution, module] of Object.entries(resolutions)) {
    const compilerOptions = {
      moduleResolution,
      module,
      target: 'es2022',
      lib: ['es2022', 'esnext.disposable', 'dom'],
      strict: true,
      exactOptionalPropertyTypes: true,
      types: ['node'],
      noEmit: true,
    };
    const config = join(project, `tsconfig.${moduleResolution}.json`);
    writeFileSync(config, JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
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
