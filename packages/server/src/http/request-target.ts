import type { IncomingMessage } from 'node:http';

type Target = Pick<IncomingMessage, 'url'>;

/** Returns the path of a request, as it was sent. */
export function pathOf({ url = '/' }: Target): string {
  const relative = url.startsWith('/') ? url : withoutOrigin(url);
  const end = relative.search(/[?#]/);
  return end === -1 ? relative : relative.slice(0, end);
}

/** Returns the query of a request, as it was sent, without the question mark. */
export function queryOf({ url = '/' }: Target): string {
  const begin = url.indexOf('?');
  if (begin === -1) return '';
  const end = url.indexOf('#', begin);
  return url.slice(begin + 1, end === -1 ? url.length : end);
}

/** A target may name the scheme and the host, too (RFC 9112, absolute-form). */
function withoutOrigin(url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}
