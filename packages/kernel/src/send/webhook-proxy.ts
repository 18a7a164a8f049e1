import { isIP } from 'node:net';

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
