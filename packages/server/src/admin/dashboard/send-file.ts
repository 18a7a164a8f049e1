import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptsCoding, hasCurrent } from '../../http/exchange.ts';
import type { DashboardFile, DashboardFiles, FileEncoding } from './dashboard-files.ts';
import { dashboardHeaders } from './dashboard-headers.ts';

/**
 * Returns the file to send for a path: a file of the build, or the page for each path that the page itself routes. Those have letters,
 * digits, hyphens and underscores only. A browser gets the page for any other path too, such as a link with the full stop of its
 * sentence: the page reports that it does not exist. Undefined for everything else.
 */
export function findFile(
  files: DashboardFiles,
  { path, accept = '' }: { readonly path: string; readonly accept: string | undefined },
): DashboardFile | undefined {
  const isRoute = /^(?:\/[\w-]*)+$/.test(path) || accept.includes('text/html');
  const isReserved = /^\/(?:api|assets|session)(?:\/|$)/.test(path);
  return files.get(path) ?? (isRoute && !isReserved ? files.get('/index.html') : undefined);
}

/** Sends a file to GET and HEAD, in the smallest form that the client accepts. */
export function sendFile(
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
