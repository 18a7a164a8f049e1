/**
 * The cookie of a session. A browser sends a `__Host-` cookie only to the host that set it, and only over https or to this computer.
 * Cookies do not depend on the port, so the name contains it: two sandboxes on one computer have a session each.
 */
import type { IncomingMessage } from 'node:http';
import { session_ms } from './session-lifetime.ts';

export interface SessionCookie {
  /** Returns the token of the request's cookie; undefined without one. */
  read(req: Pick<IncomingMessage, 'headers'>): string | undefined;
  /** Returns the Set-Cookie header that starts a session. */
  set(token: string): string;
  /** Returns the Set-Cookie header that removes the cookie. */
  readonly clear: string;
}

const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** Creates the cookie of a dashboard with this origin. */
export function createSessionCookie(origin: string): SessionCookie {
  const { port } = new URL(origin);
  const name = port === '' ? '__Host-dashboard' : `__Host-dashboard-${port}`;
  return {
    read({ headers: { cookie = '' } }) {
      const found = cookie.split(';').find((pair) => pair.trimStart().startsWith(`${name}=`));
      return found?.trim().slice(name.length + 1);
    },
    set: (token) => `${name}=${token}; Max-Age=${session_ms / 1000}; ${attributes}`,
    clear: `${name}=; Max-Age=0; ${attributes}`,
  };
}
