import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** The reference page, ready to send. */
export interface DocsPage {
  readonly bytes: Readonly<Record<DocsEncoding, Buffer>>;
  /** Unquoted, and the same for both encodings. */
  readonly digest: string;
  /** Its Content-Security-Policy. */
  readonly policy: string;
  /** The reference of the provider contract, at /docs/provider. Default: none, that path is 404. */
  readonly provider?: DocsPage | undefined;
}

export type DocsEncoding = 'identity' | 'gzip';

/** The places of the pages in a checkout, written by `npm run docs`, and in the published package. */
const builtPage = new URL('../../docs/reference.html', import.meta.url);
const builtProviderPage = new URL('../../docs/provider.html', import.meta.url);

/** Returns the reference pages of this package; undefined in a checkout without a built page. */
export async function findDocsPage(): Promise<DocsPage | undefined> {
  const [page, provider] = await Promise.all([findPage(builtPage), findPage(builtProviderPage)]);
  return page && { ...page, provider };
}

async function findPage(file: URL): Promise<DocsPage | undefined> {
  try {
    return await createDocsPage(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates a page from HTML. Throws if the HTML has no Content-Security-Policy, because the page could then load and run anything. */
export async function createDocsPage(html: string): Promise<DocsPage> {
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(html)?.[1];
  if (policy === undefined)
    throw new Error('The docs page has no Content-Security-Policy. Build it with npm run docs.');
  const identity = Buffer.from(html);
  return {
    bytes: { identity, gzip: await promisify(gzip)(identity) },
    digest: createHash('sha256').update(identity).digest('hex').slice(0, 32),
    // A page cannot set frame-ancestors in its own HTML.
    policy: `${policy}; frame-ancestors 'none'`,
  };
}
