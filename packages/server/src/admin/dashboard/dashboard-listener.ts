/**
 * The listener of the dashboard:
 *  /session   sign in, read the session, sign out
 *  /api/…     the operations of the admin contract, for the person whose session the cookie names
 *  the rest   the pages and their files, for everyone who reaches the server. They contain no data.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptsCoding, hasCurrent, type Listener, pathOf, sendResponse } from '@booking-service/kernel/http';
import type { Logger } from 'pino';
import {
  type AdminHandlers,
  AdminRefusal,
  type AdmitCaller,
  toAdminErrorResponse,
  toAdminRefusal,
} from '../admin-context.ts';
import { createAdminListener, createFindSource, guardDashboard, guardHost } from '../start-admin-server.ts';

/** One file of the dashboard, ready to send. */
export interface DashboardFile {
  readonly type: string;
  /** Unquoted, and the same for all encodings. */
  readonly digest: string;
  /** The file as it is, and compressed if the build wrote that. */
  readonly bytes: Readonly<Partial<Record<FileEncoding, Buffer>> & Record<'identity', Buffer>>;
}

type FileEncoding = 'br' | 'gzip' | 'identity';

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

/**
 * Returns the files of the dashboard in this package; undefined in a checkout without a build. Throws if a file has an unknown type. It
 * reads them synchronously, before the server listens: with a promise for each file, it takes several times the CPU time.
 */
export async function findDashboardFiles(folder: string = builtFolder): Promise<DashboardFiles | undefined> {
  const all = new Map<string, Buffer>();
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.startsWith('.')) continue;
      const file = join(entry.parentPath, entry.name);
      all.set(`/${relative(folder, file).replaceAll(sep, '/')}`, readFileSync(file));
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

/**
 * Returns the file to send for a path: a file of the build, or the page for each path that the page itself routes. Those have letters,
 * digits, hyphens and underscores only. A browser gets the page for any other path too, such as a link with the full stop of its
 * sentence: the page reports that it does not exist. Undefined for everything else.
 */
function findFile(
  files: DashboardFiles,
  { path, accept = '' }: { readonly path: string; readonly accept: string | undefined },
): DashboardFile | undefined {
  const isRoute = /^(?:\/[\w-]*)+$/.test(path) || accept.includes('text/html');
  const isReserved = /^\/(?:api|assets|session)(?:\/|$)/.test(path);
  return files.get(path) ?? (isRoute && !isReserved ? files.get('/index.html') : undefined);
}

/** Sends a file to GET and HEAD, in the smallest form that the client accepts. */
function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  { file, path }: { file: DashboardFile; path: string },
): void {
  const encoding = chooseEncoding(req, file);
  const tag = `"${file.digest}-${encoding}"`;
  const headers = {
    ...dashboardHeaders,
    ETag: tag,
    // The name of an asset contains a digest of its content. Every other file is another one after an update.
    'Cache-Control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
  };
  if (hasCurrent(req, tag)) {
    res.writeHead(304, headers).end();
    return;
  }
  const body = file.bytes[encoding] ?? file.bytes.identity;
  res.writeHead(200, {
    ...headers,
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    'Content-Type': file.type,
    'Content-Length': body.length,
  });
  res.end(body);
}

function chooseEncoding({ headers }: IncomingMessage, { bytes }: DashboardFile): FileEncoding {
  const encodings = ['br', 'gzip'] as const;
  return encodings.find((each) => bytes[each] && acceptsCoding(headers['accept-encoding'], each)) ?? 'identity';
}

/**
 * The headers of every response of the dashboard's server. A page runs only scripts and styles of this server, connects only to it, and
 * cannot be framed. An address never leaves as a referrer.
 */
export const dashboardHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

interface DashboardListenerOptions {
  readonly handlers: Partial<AdminHandlers>;
  /** Finds the person who is signed in, and refuses an operation that this person may not call. */
  readonly admit: AdmitCaller;
  /** The address of the dashboard. */
  readonly url: string;
  /** The proxies whose X-Forwarded-For names the client. Default: none. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Undefined if the pages are not built. */
  readonly files: DashboardFiles | undefined;
  readonly log: Pick<Logger, 'error'>;
}

/** A listener of node:http, and a middleware of Express and Connect. */
export type DashboardListener = Listener<IncomingMessage, ServerResponse>;

const notBuilt = 'The pages of the dashboard are not built. Run npm run dashboard, then start the service again.';

/** Creates the listener. Its paths begin at the root of its address. */
export function createDashboardListener({
  handlers,
  admit,
  url,
  trustedProxies = [],
  files,
  log,
}: DashboardListenerOptions): DashboardListener {
  const own = new URL(url);
  const operations = createAdminListener({
    handlers,
    admit,
    guard: (req) => guardDashboard(req, own),
    prefix: '/api',
    // Operations that the admin port allows to everyone need the viewer role here.
    anyone: 'viewer',
    findSource: createFindSource(trustedProxies),
    headers: dashboardHeaders,
    log,
  });

  function sendPage(req: IncomingMessage, res: ServerResponse): void {
    guardHost(req, own);
    const path = pathOf(req);
    const file = files && findFile(files, { path, accept: req.headers.accept });
    if (!file) throw new AdminRefusal('not_found', files ? 'There is no such path.' : notBuilt);
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      throw new AdminRefusal('method_not_allowed', undefined, { headers: { Allow: 'GET, HEAD' } });
    }
    sendFile(req, res, { file, path });
  }

  return function serve(req, res) {
    operations(req, res, () => {
      try {
        sendPage(req, res);
      } catch (error) {
        const common = { ...dashboardHeaders, 'Cache-Control': 'no-store' };
        sendResponse(res, toAdminErrorResponse(toAdminRefusal(error)), common);
      }
    });
  };
}
