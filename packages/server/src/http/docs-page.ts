import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** The reference page, ready to be sent. */
export interface DocsPage {
  readonly bytes: Readonly<Record<DocsEncoding, Buffer>>;
  /** Without quotes; the same for both encodings. */
  readonly digest: string;
  /** Its Content-Security-Policy. */
  readonly policy: string;
}

export type DocsEncoding = 'identity' | 'gzip';

/** Where `npm run docs` writes it, and where the published package has it. */
const builtPage = new URL('../../docs/reference.html', import.meta.url);

/** The reference page of this package; undefined in a checkout where nobody built it yet. */
export async function findDocsPage(): Promise<DocsPage | undefined> {
  try {
    return await createDocsPage(await readFile(builtPage, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A page of this HTML. Throws where it says no policy of its own: it would be free to load and run anything. */
export async function createDocsPage(html: string): Promise<DocsPage> {
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(html)?.[1];
  if (policy === undefined)
    throw new Error('The docs page has no Content-Security-Policy: build it with npm run docs.');
  const identity = Buffer.from(html);
  return {
    bytes: { identity, gzip: await promisify(gzip)(identity) },
    digest: createHash('sha256').update(identity).digest('hex').slice(0, 32),
    // A page cannot say this of itself.
    policy: `${policy}; frame-ancestors 'none'`,
  };
}
