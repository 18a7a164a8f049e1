import type { IncomingMessage } from 'node:http';

/** A host as RFC 3986 writes it, with an optional port. It may be empty. */
const hostPattern = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/**
 * Returns why the Host header of a request is refused, or undefined. RFC 9112 (3.2) requires this refusal: a proxy in front of the
 * service may take another one of two headers, and then both route and cache for different hosts. Node refuses neither two headers
 * nor an invalid one.
 */
export function findHostFault({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return 'The request has more than one Host header.';
    host = rawHeaders[at + 1] ?? '';
  }
  if (host === undefined) return httpVersion === '1.1' ? 'The request has no Host header.' : undefined;
  return hostPattern.test(host) ? undefined : 'The Host header is not a host with an optional port.';
}
