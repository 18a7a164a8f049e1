import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One file of the dashboard, ready to send. */
export interface DashboardFile {
  readonly type: string;
  /** Unquoted, and the same for all encodings. */
  readonly digest: string;
  /** The file as it is, and compressed if the build wrote that. */
  readonly bytes: Readonly<Partial<Record<FileEncoding, Buffer>> & Record<'identity', Buffer>>;
}

export type FileEncoding = 'br' | 'gzip' | 'identity';

/** The files of the dashboard by their paths, for example `/assets/index-3f1c.js`. Each has been read: no request names a file of the disk. */
export type DashboardFiles = ReadonlyMap<string, DashboardFile>;

/** The place of the files in a checkout, written by `npm run dashboard`, and in the published package. */
const builtFolder = fileURLToPath(new URL('../../../dashboard', import.meta.url));

const suffixes = { br: '.br', gzip: '.gz' } as const;
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** Returns the files of the dashboard in this package; undefined in a checkout without a build. Throws if a file has an unknown type. */
export async function findDashboardFiles(folder: string = builtFolder): Promise<DashboardFiles | undefined> {
  const all = new Map<string, Buffer>();
  try {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.startsWith('.')) continue;
      const file = join(entry.parentPath, entry.name);
      all.set(`/${relative(folder, file).replaceAll(sep, '/')}`, await readFile(file));
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const paths = [...all.keys()].filter((path) => !Object.values(suffixes).some((suffix) => path.endsWith(suffix)));
  if (!paths.includes('/index.html')) return undefined;
  return new Map(paths.map((path) => [path, toFile(path, all)]));
}

function toFile(path: string, all: ReadonlyMap<string, Buffer>): DashboardFile {
  const type = types[extname(path)];
  if (type === undefined) throw new Error(`${path} has no known content type. Add it to dashboard-files.ts.`);
  // The path is a key of the map.
  const identity = all.get(path) as Buffer;
  const [br, gzip] = [all.get(path + suffixes.br), all.get(path + suffixes.gzip)];
  return {
    type,
    digest: createHash('sha256').update(identity).digest('hex').slice(0, 32),
    bytes: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  };
}
