/** The files of the service: the bundled public contract and the docs. */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { KeyMode } from '@booking-service/contract';
import { type DocsSite, isLoopbackHost, openDocsSite } from '@booking-service/kernel/http';
import type { ContractDocument } from '@booking-service/kernel/http';

const load = createRequire(import.meta.url);

/** Loads the bundled public contract. */
export function loadContractDocument(): ContractDocument {
  return load('@booking-service/contract/openapi.json') as ContractDocument;
}

/** The place of the site in a checkout, written by `npm run docs`, and in the published package. */
const builtSite = fileURLToPath(new URL('../../docs/site', import.meta.url));

/** Returns the site of this package; undefined in a checkout without a built site. */
export async function findDocsSite(): Promise<DocsSite | undefined> {
  return openDocsSite(builtSite);
}

/** The values with which the forms of the docs begin. */
interface ConsoleStart {
  readonly now: Date;
  readonly keys: Readonly<Record<KeyMode, string>>;
}

/** Returns the site of a sandbox: to this computer, its forms begin with the time and the keys of the sandbox. */
export function withConsoleStart(site: DocsSite, start: () => ConsoleStart): DocsSite {
  return {
    has: (name) => site.has(name),
    async read(name, base_url) {
      if (name !== 'console.json' || !isThisComputer(base_url)) return site.read(name, base_url);
      const identity = Buffer.from(JSON.stringify(start()));
      const digest = createHash('sha256').update(identity).digest('hex').slice(0, 32);
      return { bytes: { identity, gzip: gzipSync(identity) }, digest };
    },
  };
}

/** A page of another host that resolves to this computer has its own name here. A name that no URL can have is replaced by one without a port. */
function isThisComputer(base_url: string): boolean {
  const { hostname, port } = new URL(base_url);
  return port !== '' && isLoopbackHost(hostname);
}
