import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../../domain/addresses.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { nameOf } from '../access/guard-origin.ts';

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
