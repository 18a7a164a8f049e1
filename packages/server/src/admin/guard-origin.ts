import type { IncomingMessage } from 'node:http';
import { createClientAddress, isAllowedAddress, isLoopbackHost, toSource } from '@booking-service/kernel/http';
import { AdminRefusal } from './admin-refusal.ts';

interface GuardedRequest extends Pick<IncomingMessage, 'headers'> {
  readonly socket: Pick<IncomingMessage['socket'], 'localAddress'>;
}

/**
 * Refuses requests that a foreign web page could send through a browser on this computer: a request for the name of another host,
 * whose DNS entry may point here, and a request from another origin. No response has a CORS header.
 *
 * A request may name loopback, and the address at which it arrived (DNS cannot fake an address). Where every request has an access token,
 * which no foreign page has, it may name any host: `anyHost`.
 */
export function guardOrigin(
  { headers, socket }: GuardedRequest,
  { anyHost = false }: { readonly anyHost?: boolean } = {},
): void {
  const { host = '', origin } = headers;
  const name = nameOf(host);
  const isOwn = name !== '' && (isLoopbackHost(name) || name === addressOf(socket));
  if (!isOwn && !anyHost) {
    const message =
      'The Host header does not name this computer. Use 127.0.0.1, or require access tokens with --admin-access token.';
    throw new AdminRefusal('forbidden', message);
  }
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    throw new AdminRefusal(
      'forbidden',
      'The request comes from a web page of another origin. Only pages of this origin may use the admin port.',
    );
  }
}

/** Returns the host of a Host header, in lower case and without its port; an empty text if the header is malformed. */
function nameOf(host: string): string {
  if (!/^(?:[a-z\d.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)) return '';
  return host.replace(/:\d{1,5}$/, '').toLowerCase();
}

/** Returns the address at which the request arrived, in the form of a Host header. */
function addressOf({ localAddress = '' }: GuardedRequest['socket']): string {
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, '');
  return address.includes(':') ? `[${address}]` : address;
}

type Guarded = Pick<IncomingMessage, 'method' | 'headers'>;

/**
 * Refuses requests for data that another origin could make a browser send:
 *  1. host    as guardHost
 *  2. origin  that of the dashboard, if the request names one
 *  3. site    `same-origin`. Browsers state it in a header that no page can set. Cookies do not depend on the port: a page on another
 *             port of this computer sends the cookie of the session, and its requests are `same-site`. A request that reads may
 *             lack the header, or come from the address bar (`none`). Every other request needs it.
 */
export function guardDashboard(req: Guarded, url: URL): void {
  guardHost(req, url);
  const { host = '', origin, 'sec-fetch-site': site } = req.headers;
  const own = [url.origin, `http://${host.toLowerCase()}`];
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  const isOwnSite = site === 'same-origin' || (isRead && (site === undefined || site === 'none'));
  if (isOwnSite && (origin === undefined || own.includes(origin.toLowerCase()))) return;
  throw new AdminRefusal(
    'forbidden',
    'The request does not come from a page of the dashboard. A request that changes something needs the header Sec-Fetch-Site: same-origin, which browsers send.',
  );
}

/** Refuses requests for the name of a host other than this computer and that of the dashboard's https address. */
export function guardHost({ headers: { host = '' } }: Guarded, url: URL): void {
  if (isLoopbackHost(nameOf(host)) || (url.protocol === 'https:' && host.toLowerCase() === url.host)) return;
  throw new AdminRefusal(
    'forbidden',
    'The Host header names neither this computer nor the https address of the dashboard. Over http the dashboard is for this computer only. Set its https address with --dashboard-url.',
  );
}

/**
 * Creates the search for the network address of a client, by which requests without a caller are counted. A proxy that is not among the
 * trusted ones hides its clients: its own address would make one count of all of them, so there is none.
 */
export function createFindSource(trustedProxies: readonly string[]): (req: IncomingMessage) => string | undefined {
  const findAddress = createClientAddress(trustedProxies);
  return ({ headers, socket: { remoteAddress: peer } }) => {
    const forwarded = headers['x-forwarded-for'];
    const address = findAddress({ peer, forwarded });
    if (address === undefined) return undefined;
    const isProxy = forwarded !== undefined && address === findAddress({ peer, forwarded: undefined });
    // A client on the internet can send the header itself.
    return isProxy && !isAllowedAddress(address, { allowLoopback: false }) ? undefined : toSource(address);
  };
}
