import type { IncomingMessage } from 'node:http';

/** A request as Express and Connect pass it to a middleware that is mounted at a path: `url` is relative to that path. */
interface MountedRequest extends IncomingMessage {
  /** Set by Express. */
  readonly baseUrl?: string;
  /** Set by Express and Connect. */
  readonly originalUrl?: string;
}

type Headers = Readonly<Record<string, string>> | undefined;

/** Returns the headers with a Location that the caller of a mounted service can follow. */
export function belowMount(req: IncomingMessage, headers: Headers): Headers {
  const location = headers?.['Location'];
  return location === undefined ? headers : { ...headers, Location: mountPathOf(req) + location };
}

/** Returns the path at which the service is mounted; '' if it is not mounted, or at the root. */
function mountPathOf({ baseUrl, originalUrl, url = '' }: MountedRequest): string {
  if (baseUrl !== undefined) return baseUrl;
  return originalUrl?.endsWith(url) ? originalUrl.slice(0, originalUrl.length - url.length) : '';
}
