import type { IncomingMessage } from 'node:http';
import { PrivateRefusal } from './private-refusal.ts';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Refuses what a web page of somebody else's could have a browser on this computer send: a request to another host's
 * name (which DNS may have made to point here), and one from another origin. No answer carries a CORS header.
 */
export function guardOrigin({ headers: { host = '', origin } }: Pick<IncomingMessage, 'headers'>): void {
  if (!loopback.test(host)) {
    throw new PrivateRefusal('forbidden', 'Only this computer may call the sandbox: use 127.0.0.1 or localhost.');
  }
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    throw new PrivateRefusal('forbidden', 'A web page of another origin may not call the sandbox.');
  }
}
