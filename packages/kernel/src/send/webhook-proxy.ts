/**
 * A tunnel through a proxy to one of the checked addresses of a receiver (RFC 9110, section 9.3.6):
 *  1. connect  to the proxy, over TCP or TLS
 *  2. ask      CONNECT with an address and a port. The proxy resolves no name, so it reaches no other address (ORG-6)
 *  3. head     reads at most max_head_bytes up to the end of the response's head (DLV-13)
 *  4. next     if the proxy cannot reach this address, asks for another one
 * The caller's signal ends all steps (DLV-4). No error contains the address or the credentials of the proxy.
 */
import { isIP, type Socket } from 'node:net';
import { type Agent, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Address } from '../addresses.ts';

/** Which texts are accepted. Completes "It must be …". */
export const webhookProxyExpected = 'the URL of an HTTP proxy, such as http://proxy.example.com:3128';

/** The proxy through which webhooks leave the network. */
export interface WebhookProxy {
  /** The connection to the proxy: over TCP, or over TLS. */
  readonly protocol: 'http:' | 'https:';
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** The value of the header Proxy-Authorization. It is a secret. Undefined if the URL has no user name and no password. */
  readonly authorization: string | undefined;
}

/**
 * Reads the URL of a proxy: http or https, with a host, and optionally a port and the user name and password for it. Returns undefined
 * for any other text. Without a port, it is 80 or 443.
 */
export function toWebhookProxy(text: string): WebhookProxy | undefined {
  // URL removes spaces and line breaks without an error.
  const url = /\s/.test(text) ? null : URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  const { protocol, username, password, pathname, search, hash } = url;
  const port = url.port === '' ? defaultPorts[protocol] : Number(url.port);
  if (port === 0 || pathname !== '/' || search !== '' || hash !== '') return undefined;
  const credentials = readCredentials(username, password);
  if (!credentials) return undefined;
  return { protocol, host: url.hostname.replace(/^\[|\]$/g, ''), port, ...credentials };
}

/** The same, but throws for any other text. The message does not contain the text, because it may be secret. */
export function requireWebhookProxy(text: string): WebhookProxy {
  const proxy = toWebhookProxy(text);
  if (proxy) return proxy;
  throw new TypeError(
    `The webhook proxy must be ${webhookProxyExpected}. Its value is not shown, because it may be secret.`,
  );
}

/** Returns whether the text may contain a user name, a password or a token. The URL may be malformed. */
export function mayHaveCredentials(text: string): boolean {
  // Without the scheme and the brackets of an address, a colon comes before a port only.
  const rest = text.replace(/^[a-z][\w+.-]*:\/\//i, '').replace(/^\[[\da-f:.]*\]/i, '');
  return /[@%?#]|:(?!\d*(?:\/|$))/.test(rest);
}

/** Returns the name for SNI and for the certificate of the proxy. An address has none: its certificate names the address. */
export function serverNameOf({ host }: WebhookProxy): string {
  return isIP(host) === 0 ? host : '';
}

const defaultPorts = { 'http:': 80, 'https:': 443 };

/** Returns undefined if the user name or the password cannot be sent (RFC 7617). */
function readCredentials(username: string, password: string): Pick<WebhookProxy, 'authorization'> | undefined {
  if (username === '' && password === '') return { authorization: undefined };
  try {
    const [user, word] = [decodeURIComponent(username), decodeURIComponent(password)];
    if (user.includes(':') || /\p{Cc}/u.test(user + word)) return undefined;
    return { authorization: `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}` };
  } catch {
    // A percent sign without two digits.
    return undefined;
  }
}

/**
 * Why a tunnel was not opened. `unreachable`: no connection to the proxy. `refused`: the proxy sent another status than 2xx. `closed`: it
 * closed the connection before its response was complete. `invalid_response`: its response is too long or not HTTP. `timeout`: the
 * attempt ended first.
 */
export interface ProxyFault {
  readonly error: 'unreachable' | 'refused' | 'closed' | 'invalid_response' | 'timeout';
  /** The status of a refusal. */
  readonly status?: number;
  /** The code of the system or of TLS, such as ECONNREFUSED. */
  readonly code?: string;
}

/** A fault in one word. */
export type ProxyError = ProxyFault['error'] | 'receiver_unreachable';

/** Returns the fault in one word. A proxy with one of the statuses that name the receiver works itself. */
export function proxyErrorOf({ error, status }: ProxyFault): ProxyError {
  return unreachedStatuses.has(status) ? 'receiver_unreachable' : error;
}

/** The proxy opened no tunnel. */
export class TunnelError extends Error {
  readonly fault: ProxyFault;

  constructor(fault: ProxyFault) {
    super(`The proxy opened no tunnel (${fault.error}).`);
    this.fault = fault;
  }
}

export interface TunnelOptions {
  readonly proxy: WebhookProxy;
  /** Opens the connections to the proxy. */
  readonly agent: Agent;
  /** The checked addresses of the receiver. */
  readonly addresses: readonly Address[];
  /** The port of the receiver. */
  readonly port: number;
  readonly signal: AbortSignal;
  readonly max_head_bytes: number;
  /** The header User-Agent of the request to the proxy. */
  readonly user_agent: string;
}

/** The number of addresses of a receiver that are tried at the proxy. */
const maxTried = 4;
/** The statuses of a proxy that could not reach the address. */
const unreachedStatuses: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

/** Opens a tunnel. Rejects with a TunnelError if the proxy does not open one. */
export async function openTunnel({ addresses, ...options }: TunnelOptions): Promise<Socket> {
  let failure: unknown;
  for (const address of inTurn(addresses).slice(0, maxTried)) {
    try {
      return await connectTo(address, options);
    } catch (error) {
      failure = error;
      if (!(error instanceof TunnelError) || !unreachedStatuses.has(error.fault.status)) break;
    }
  }
  throw failure;
}

function connectTo(
  { address, family }: Address,
  { proxy, agent, port, signal, max_head_bytes, user_agent }: Omit<TunnelOptions, 'addresses'>,
): Promise<Socket> {
  const authority = `${family === 6 ? `[${address}]` : address}:${port}`;
  const isSecure = proxy.protocol === 'https:';
  const request = isSecure ? httpsRequest : httpRequest;
  return new Promise((done, failed) => {
    let hasEnded = false;
    let isConnected = false;
    let received = 0;
    const fail = (fault: ProxyFault): void => {
      hasEnded = true;
      failed(new TunnelError(signal.aborted ? { error: 'timeout' } : fault));
      outgoing.destroy();
    };
    const outgoing = request({
      method: 'CONNECT',
      host: proxy.host,
      port: proxy.port,
      path: authority,
      // Otherwise the name is taken from the header Host, which names the receiver.
      servername: serverNameOf(proxy),
      // Without the default headers: a header "Connection: close" is for requests that end.
      setDefaultHeaders: false,
      headers: {
        Host: authority,
        'User-Agent': user_agent,
        ...(proxy.authorization !== undefined && { 'Proxy-Authorization': proxy.authorization }),
      },
      agent,
      maxHeaderSize: max_head_bytes,
      signal,
    });
    outgoing.once('socket', (socket) => {
      socket.on('error', ignore);
      socket.once(isSecure ? 'secureConnect' : 'connect', () => (isConnected = true));
      const count = (chunk: Buffer): void => {
        received += chunk.length;
        // Also counts line breaks before a response, which are not part of its head.
        if (!hasEnded && received > max_head_bytes) fail({ error: 'invalid_response' });
      };
      socket.on('data', count);
      outgoing.once('connect', ({ statusCode = 0 }, tunnel: Socket, rest: Buffer) => {
        hasEnded = true;
        tunnel.off('data', count);
        // A receiver sends nothing before the TLS handshake.
        if (statusCode >= 200 && statusCode < 300 && rest.length === 0 && !signal.aborted) return done(tunnel);
        tunnel.destroy();
        const isRefusal = statusCode < 200 || statusCode > 299;
        fail(isRefusal ? { error: 'refused', status: statusCode } : { error: 'invalid_response' });
      });
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const { code } = error;
      if (code?.startsWith('HPE_')) fail({ error: 'invalid_response' });
      else fail({ error: isConnected ? 'closed' : 'unreachable', ...(code !== undefined && { code }) });
    });
    outgoing.end();
  });
}

/** Returns the addresses of both families in turn, beginning with the family of the first. */
function inTurn(addresses: readonly Address[]): readonly Address[] {
  const same = addresses.filter(({ family }) => family === addresses[0]?.family);
  const other = addresses.filter(({ family }) => family !== addresses[0]?.family);
  const pairs = same.flatMap((address, index) => [address, ...other.slice(index, index + 1)]);
  return [...pairs, ...other.slice(same.length)];
}

function ignore(): void {
  // The request reports the error of its connection.
}
