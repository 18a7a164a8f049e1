/**
 * The listener of the dashboard:
 *  /session   sign in, read the session, sign out
 *  /api/…     the operations of the admin contract, for the person whose session the cookie names
 *  the rest   the pages and their files, for everyone who reaches the server. They contain no data.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type Listener, pathOf, sendResponse } from '@booking-service/kernel/http';
import type { AdminHandlers } from '../admin-context.ts';
import { createAdminListener } from '../server/admin-listener.ts';
import { AdminRefusal, toAdminErrorResponse, toAdminRefusal } from '../admin-refusal.ts';
import type { AdmitCaller } from '../access/admit-caller.ts';
import { type DashboardFiles, dashboardHeaders, findFile, sendFile } from './dashboard-files.ts';
import { createFindSource, guardDashboard, guardHost } from '../access/guard-origin.ts';

export interface DashboardListenerOptions {
  readonly handlers: Partial<AdminHandlers>;
  /** Finds the person who is signed in, and refuses an operation that this person may not call. */
  readonly admit: AdmitCaller;
  /** The address of the dashboard. */
  readonly url: string;
  /** The proxies whose X-Forwarded-For names the client. Default: none. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Undefined if the pages are not built. */
  readonly files: DashboardFiles | undefined;
  readonly log: Pick<Logger, 'error'>;
}

/** A listener of node:http, and a middleware of Express and Connect. */
export type DashboardListener = Listener<IncomingMessage, ServerResponse>;

const notBuilt = 'The pages of the dashboard are not built. Run npm run dashboard, then start the service again.';

/** Creates the listener. Its paths begin at the root of its address. */
export function createDashboardListener({
  handlers,
  admit,
  url,
  trustedProxies = [],
  files,
  log,
}: DashboardListenerOptions): DashboardListener {
  const own = new URL(url);
  const operations = createAdminListener({
    handlers,
    admit,
    guard: (req) => guardDashboard(req, own),
    prefix: '/api',
    // Operations that the admin port allows to everyone need the viewer role here.
    anyone: 'viewer',
    findSource: createFindSource(trustedProxies),
    headers: dashboardHeaders,
    log,
  });

  function sendPage(req: IncomingMessage, res: ServerResponse): void {
    guardHost(req, own);
    const path = pathOf(req);
    const file = files && findFile(files, { path, accept: req.headers.accept });
    if (!file) throw new AdminRefusal('not_found', files ? 'There is no such path.' : notBuilt);
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      throw new AdminRefusal('method_not_allowed', undefined, { Allow: 'GET, HEAD' });
    }
    sendFile(req, res, { file, path });
  }

  return function serve(req, res) {
    operations(req, res, () => {
      try {
        sendPage(req, res);
      } catch (error) {
        const common = { ...dashboardHeaders, 'Cache-Control': 'no-store' };
        sendResponse(res, toAdminErrorResponse(toAdminRefusal(error)), common);
      }
    });
  };
}
