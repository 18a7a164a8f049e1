import type { IncomingMessage } from 'node:http';
import { AdminRefusal } from './admin-refusal.ts';

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export interface GuardedRequest extends Pick<IncomingMessage, 'headers'> {
  readonly socket: Pick<IncomingMessage['socket'], 'localAddress'>;
}

/**
 * Refuses what a foreign web page could have a browser on this computer send: a request to another host's name (which DNS
 * may have made to point here), and one from another origin. No response carries a CORS header.
 *
 * Taken are the names of loopback, the address that the request arrived at (DNS cannot make one of an address), and the
 * `names` that whoever runs the service lists.
 */
export function guardOrigin({ headers, socket }: GuardedRequest, names: readonly string[] = []): void {
  const { host = '', origin } = headers;
  const name = nameOf(host);
  const isOurs = loopback.test(name) || name === addressOf(socket) || names.includes(name);
  if (name === '' || !isOurs) {
    const message =
      'The Host header names neither this computer nor a listed name: use 127.0.0.1, or set --admin-hosts.';
    throw new AdminRefusal('forbidden', message);
  }
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    throw new AdminRefusal('forbidden', 'A web page of another origin may not call this port.');
  }
}

/** The host of a Host header, lower case and without its port; empty where the header is not one. */
function nameOf(host: string): string {
  if (!/^(?:[a-z\d.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)) return '';
  return host.replace(/:\d{1,5}$/, '').toLowerCase();
}

/** The address at which the request arrived, as a Host header has it. */
function addressOf({ localAddress = '' }: GuardedRequest['socket']): string {
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/, '');
  return address.includes(':') ? `[${address}]` : address;
}
