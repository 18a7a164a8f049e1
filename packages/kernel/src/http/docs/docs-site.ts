import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ServiceContract } from '../../contract.ts';
import type { HttpRequest } from '../messages.ts';
import { mountPathOf } from '../operation-listener.ts';

/** The docs of the service as a site of files, ready to serve. */
export interface DocsSite {
  /** True if the site has a file of this name, such as `integrate/quickstart.html`. */
  has(name: string): boolean;
  /** Returns a file of the site, written for a service at this base URL. Rejects if the site has no such file. */
  read(name: string, base_url: string): Promise<DocsFile>;
}

export interface DocsFile {
  readonly bytes: Readonly<Record<DocsEncoding, Buffer>>;
  /** Unquoted, and the same for both encodings. */
  readonly digest: string;
}

export type DocsEncoding = 'identity' | 'gzip';

/** The parts of a file that depend on the address of the service. */
const placeholders = /\{(?:base|docs)_url\}/g;

/** Opens a site in a folder: reads its names now, and each file on its first request. Undefined if the folder does not exist. */
export async function openDocsSite(folder: string): Promise<DocsSite | undefined> {
  const names = await listFiles(folder);
  if (!names) return undefined;
  const known = new Set(names);
  /** Each file as it was last served. Most services have one base URL, so this has one entry per file. */
  const served = new Map<string, { readonly base_url: string; readonly file: Promise<DocsFile> }>();

  return {
    has: (name) => known.has(name),
    read(name, base_url) {
      const last = served.get(name);
      if (last?.base_url === base_url) return last.file;
      if (!known.has(name)) throw new Error(`The site has no file ${name}.`);
      const file = readSiteFile(join(folder, name), base_url);
      served.set(name, { base_url, file });
      // A file that could not be read is read again.
      file.catch(() => served.delete(name));
      return file;
    },
  };
}

async function readSiteFile(path: string, base_url: string): Promise<DocsFile> {
  const text = await readFile(path, 'utf8');
  const identity = Buffer.from(
    text.replaceAll(placeholders, (found) => (found === '{base_url}' ? base_url : `${base_url}/docs`)),
  );
  return {
    bytes: { identity, gzip: await promisify(gzip)(identity) },
    digest: createHash('sha256').update(identity).digest('hex').slice(0, 32),
  };
}

/** The names of the files in this folder and below, with slashes. */
async function listFiles(folder: string): Promise<string[] | undefined> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        join(parentPath, name)
          .slice(folder.length + 1)
          .replaceAll(sep, '/'),
      );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A host name, an IPv4 address or an IPv6 address in brackets, with an optional port. Nothing else is written into a page. */
const plainHost = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const plainPath = /^(?:\/[\w.~%-]+)+$/;

/**
 * Returns the URL of the service as the client of this request names it: scheme, host and mount path. Behind a proxy that ends TLS,
 * X-Forwarded-Proto states the scheme.
 */
export function baseUrlOf(req: HttpRequest): string {
  // HTTP/2 names the host in a header of its own.
  const { ':authority': authority = '', host = String(authority), 'x-forwarded-proto': forwarded } = req.headers;
  // A socket of TLS has this field.
  const { encrypted } = req.socket as Partial<TLSSocket>;
  const scheme = encrypted || forwarded === 'https' ? 'https' : 'http';
  return `${scheme}://${plainHost.test(host) ? host : 'localhost'}${safeMountPathOf(req)}`;
}

/** Returns the mount path. '' if it contains characters that a page or a header would have to escape. */
export function safeMountPathOf(req: HttpRequest): string {
  const path = mountPathOf(req);
  return plainPath.test(path) ? path : '';
}

/**
 * Returns the header that leads from a refusal to the page of its code in the docs (ERR-8). Its title explains the older codes, whose
 * body has no message (ERR-2). `req` is absent if the request could not be parsed.
 */
export function helpLink(
  code: string,
  { req, errors }: { readonly req: HttpRequest | undefined } & Pick<ServiceContract, 'errors'>,
): { readonly Link: string } {
  const page = `${req ? safeMountPathOf(req) : ''}/docs/errors/${code}`;
  return { Link: `<${page}>; rel="help"; title="${errors[code]?.message ?? code}"` };
}
