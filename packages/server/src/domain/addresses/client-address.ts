/**
 * The address of the client of a request, for the log.
 *  - Without trusted proxies it is the other end of the connection. X-Forwarded-For is ignored, because any client can send it.
 *  - A trusted proxy appends the address that it received the request from. So the header is read from its end, as long as the address that
 *    appended an entry is trusted. What a client wrote there itself comes before that, and is never read.
 */
import ipaddr from 'ipaddr.js';
import { isAddress, isInNetworks, toNetwork } from './network.ts';

/** What a request shows of its way. */
interface RequestWay {
  /** The other end of the connection; undefined once the connection is closed. */
  readonly peer: string | undefined;
  /** The header X-Forwarded-For. */
  readonly forwarded: string | readonly string[] | undefined;
}

/** How many proxies a request can have passed. */
const maxHops = 16;

/** Creates the search for these proxies: addresses, and networks such as 10.0.0.0/8. Throws if one is neither. */
export function createClientAddress(trustedProxies: readonly string[]): (way: RequestWay) => string | undefined {
  const networks = trustedProxies.map(toNetwork);

  return ({ peer, forwarded = '' }) => {
    if (peer === undefined || networks.length === 0) return peer?.replace(/^::ffff:(?=.*\.)/, '');
    const entries = String(forwarded).split(',');
    let client = ipaddr.process(peer);
    for (let hops = 0; hops < maxHops && isInNetworks(client, networks); hops += 1) {
      const entry = withoutPort(entries.pop()?.trim() ?? '');
      if (!isAddress(entry)) break;
      client = ipaddr.process(entry);
    }
    return client.toString();
  };
}

/** Removes the port that some proxies append: 203.0.113.7:4711 or [2001:db8::7]:4711. */
function withoutPort(entry: string): string {
  return entry.replace(/^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/, '$1$2');
}
