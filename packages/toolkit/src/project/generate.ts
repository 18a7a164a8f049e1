import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namedContracts, type ToolkitConfig } from '../config.ts';
import type { bundle } from '../document/bundle.ts';
import { compileProject, compileSources, outputFolders } from './compile.ts';
import type { FileTexts } from './document-parts.ts';

export interface GenerateOptions {
  /** The folder that all paths begin at. */
  readonly root: string;
  readonly config: ToolkitConfig;
  /** Writes nothing, and reports what is out of date. */
  readonly isCheck: boolean;
  /** Writes the outputs from the sources as they are, also if those are out of date. Default false. */
  readonly keepSources?: boolean;
  /** Returns the text of a bundled contract, for another contract than that of the document. Default: Redocly bundles the document. */
  readonly bundled?: typeof bundle;
  /** Further generated files of the project, made from those of the toolkit. */
  readonly own?: (files: FileTexts) => Promise<FileTexts>;
  /** Further folders that contain nothing but generated files, and maybe a README.md. */
  readonly ownFolders?: readonly string[];
}

/** The message for the terminal, and whether a check found files that are out of date. */
export interface GenerateResult {
  readonly message: string;
  readonly isStale: boolean;
}

/** Writes the generated files of a project that changed, and removes those that nothing generates any more. */
export async function generate({
  root,
  config,
  isCheck,
  keepSources = false,
  bundled,
  own = async () => new Map(),
  ownFolders = [],
}: GenerateOptions): Promise<GenerateResult> {
  const isOutdated = ([path, text]: readonly [path: string, text: string]) =>
    !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text;
  // It refuses a document that does not exist.
  namedContracts(config, { root });
  // The bundles contain the sources, so they are written first.
  const sources = keepSources ? new Map<string, string>() : compileSources({ root, config });
  const staleSources = new Map([...sources].filter(isOutdated));
  if (!isCheck) write(staleSources, root);
  const notes: string[] = [];
  const compiled = new Map([
    ...(await compileProject({ root, config, bundled }, (line) => notes.push(`${line}\n`))),
    ...sources,
  ]);
  const files = new Map([...compiled, ...(await own(compiled))]);
  const stale = new Map([...files].filter((file) => isOutdated(file) || staleSources.has(file[0])));
  const existing = [...outputFolders(config), ...ownFolders].flatMap((folder) => filesIn(root, folder));
  const orphans = existing.filter((path) => !files.has(path) && !path.endsWith('/README.md'));
  if (isCheck) {
    const wrong = [...stale.keys(), ...orphans];
    if (wrong.length === 0)
      return { message: `${notes.join('')}${files.size} generated files are up to date.`, isStale: false };
    const { command = 'npx contract generate' } = config;
    return { message: `Out of date: ${wrong.join(', ')}. Run: ${command}`, isStale: true };
  }
  write(stale, root);
  for (const path of orphans) rmSync(join(root, path));
  const message = `${notes.join('')}${files.size} generated files, ${stale.size} written, ${orphans.length} removed.`;
  return { message, isStale: false };
}

function write(files: ReadonlyMap<string, string>, root: string): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** The files below a folder. */
function filesIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length).replaceAll('\\', '/'));
}
