import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { mountPathOf } from '../mount-path.ts';

/** A host name, an IPv4 address or an IPv6 address in brackets, with an optional port. Nothing else is written into a page. */
const plainHost = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const plainPath = /^(?:\/[\w.~%-]+)+$/;

/**
 * Returns the URL of the service as the client of this request names it: scheme, host and mount path. Behind a proxy that ends TLS,
 * X-Forwarded-Proto states the scheme.
 */
export function baseUrlOf(req: IncomingMessage): string {
  const { host = '', 'x-forwarded-proto': forwarded } = req.headers;
  // A socket of TLS has this field.
  const { encrypted } = req.socket as Partial<TLSSocket>;
  const scheme = encrypted || forwarded === 'https' ? 'https' : 'http';
  return `${scheme}://${plainHost.test(host) ? host : 'localhost'}${safeMountPathOf(req)}`;
}

/** Returns the mount path. '' if it contains characters that a page or a header would have to escape. */
export function safeMountPathOf(req: IncomingMessage): string {
  const path = mountPathOf(req);
  return plainPath.test(path) ? path : '';
}
