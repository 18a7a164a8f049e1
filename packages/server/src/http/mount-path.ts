import type { IncomingMessage } from 'node:http';
import type { HttpResponse } from './responses/send-response.ts';

/** A request as Express and Connect pass it to a middleware that is mounted at a path: `url` is relative to that path. */
interface MountedRequest extends IncomingMessage {
  /** Set by Express. */
  readonly baseUrl?: string;
  /** Set by Express and Connect. */
  readonly originalUrl?: string;
}

/** Returns the response with a Location that the caller of a mounted service can follow. */
export function belowMount(req: IncomingMessage, response: HttpResponse): HttpResponse {
  const location = response.headers?.['Location'];
  const mountPath = location === undefined ? '' : mountPathOf(req);
  if (mountPath === '') return response;
  return { ...response, headers: { ...response.headers, Location: `${mountPath}${location}` } };
}

/** Returns the path at which the service is mounted; '' if it is not mounted, or at the root. */
export function mountPathOf({ baseUrl, originalUrl, url = '' }: MountedRequest): string {
  if (baseUrl !== undefined) return baseUrl;
  return originalUrl?.endsWith(url) ? originalUrl.slice(0, originalUrl.length - url.length) : '';
}
