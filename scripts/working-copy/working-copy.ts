import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readlink, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { listGenerated } from '../generate/generated-files.ts';

/** Returns the digest of the names and the content of all files below `root` that match one of the patterns. */
export function digestOfFiles(root: string, patterns: readonly string[]): string {
  const hash = createHash('sha256');
  const paths = patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const path of paths.toSorted()) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

/** Returns the repository's files without those that .gitignore lists, relative to its root. It needs no git. */
export function listFiles(root: string): string[] {
  const lines = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
  const ignored = ['.git', ...lines.filter((line) => line !== '')].map(toGlob);
  return filesBelow('').toSorted();

  function filesBelow(folder: string): string[] {
    return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (ignored.some((glob) => matchesGlob(path, glob))) return [];
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
  }
}

/** A line that begins with a slash is a path from the root. Any other line is a name in any folder. */
function toGlob(line: string): string {
  const name = line.replace(/\/$/, '');
  return name.startsWith('/') ? name.slice(1) : `**/${name}`;
}

interface Copy extends AsyncDisposable {
  readonly path: string;
  /** A folder for files of the tests. It is removed with the copy, even if a run was interrupted. */
  readonly temporary: string;
}

/**
 * Copies the working tree with its uncommitted changes and the generated code, without other ignored files. The installed packages of the
 * copy are links to the original packages. Its workspaces are its own.
 */
export async function openCopy(
  root: string,
  { isGenerated = true }: { readonly isGenerated?: boolean } = {},
): Promise<Copy> {
  const path = await mkdtemp(join(tmpdir(), 'booking-service-copy-'));
  try {
    const temporary = join(path, '.tmp');
    await mkdir(temporary);
    // The tests' PostgreSQL runs as its own user and has a folder in here.
    for (const folder of [path, temporary]) await chmod(folder, 0o755);
    for (const file of [...listFiles(root), ...(isGenerated ? listGenerated(root) : [])]) {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await cp(join(root, file), join(path, file));
    }
    // npm installs a package beside the workspace that needs another version than the root.
    const workspaces = globSync(['packages/*/', 'examples/*/', 'scripts/', 'bench/'], { cwd: root });
    for (const workspace of ['.', ...workspaces]) {
      await linkInstalled(join(root, workspace, 'node_modules'), join(path, workspace, 'node_modules'));
    }
    return { path, temporary, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    throw error;
  }
}

/** A workspace is a relative link in node_modules. The same link in the copy leads to the copy's workspace. */
async function linkInstalled(from: string, to: string): Promise<void> {
  const installed = await readdir(from).catch(() => []);
  if (installed.length === 0) return;
  await mkdir(to, { recursive: true });
  for (const name of installed) {
    const [source, target] = [join(from, name), join(to, name)];
    if ((await lstat(source)).isSymbolicLink()) await symlink(await readlink(source), target, 'junction');
    else if (name.startsWith('@')) await linkInstalled(source, target);
    else if ((await stat(source)).isDirectory() && !isCache(name)) await symlink(source, target, 'junction');
    // Commands look for this file: npm writes it when all packages are installed.
    else if (name === '.package-lock.json') await cp(source, target);
  }
}

function isCache(name: string): boolean {
  return name === '.vite' || name === '.cache';
}
