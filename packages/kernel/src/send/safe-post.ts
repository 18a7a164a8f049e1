/**
 * One POST to a URL that a customer chose:
 *  1. check    the URL must be https, or http to loopback if that is allowed, without a user name or password
 *  2. resolve  resolves the host; every address must be allowed (ORG-6)
 *  3. send     posts to one of these addresses (post-exchange.ts), on a kept connection if there is one that the receiver has not closed.
 *              With a proxy, https goes through a tunnel to one of these addresses (webhook-proxy.ts). Loopback is this computer, so it
 *              never goes through the proxy
 * All steps together take at most timeout_seconds (DLV-4).
 */
import { type AttemptCause, defaultLimits, type SendLimits } from './attempt.ts';
import {
  type AttemptStep,
  exchange,
  type Exchange,
  FloodError,
  MalformedResponseError,
  type Response,
  StaleConnectionError,
} from './post-exchange.ts';
import { isSlowLookup, type Resolve, resolveHost } from './webhook-target.ts';
import { proxyErrorOf, type ProxyFault, TunnelError } from './webhook-proxy.ts';
import { type Address, isAllowedTarget, isLoopback, type TargetRules } from '../addresses.ts';
import { keptConnections, type KeptConnections, type Route } from './kept-connections.ts';

/** Returns the cause of an attempt that ended by its timeout during this step. */
function findTimeoutCause(step: AttemptStep): AttemptCause {
  return timeouts[step];
}

/** Returns the cause of an error during this step. */
function findCause(error: unknown, step: AttemptStep): AttemptCause {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof TunnelError) {
    return proxyErrorOf(error.fault) === 'receiver_unreachable' ? 'host_unreachable' : 'sender_failed';
  }
  if (error instanceof FloodError || code === 'HPE_HEADER_OVERFLOW') return 'response_flood';
  if (step === 'lookup') {
    if (isSlowLookup(error)) return 'dns_timeout';
    return code === 'ENOTFOUND' || code === 'ENODATA' ? 'dns_not_found' : 'dns_failed';
  }
  if (error instanceof MalformedResponseError || code.startsWith('HPE_')) return 'malformed_response';
  if (step === 'body') return 'response_incomplete';
  return (
    certificateCauses[code] ?? (step === 'handshake' ? 'tls_failed' : (connectionCauses[code] ?? 'connection_failed'))
  );
}

const timeouts: Readonly<Record<AttemptStep, AttemptCause>> = {
  lookup: 'dns_timeout',
  connect: 'connect_timeout',
  handshake: 'tls_timeout',
  response: 'response_timeout',
  body: 'response_timeout',
};

/** The codes of OpenSSL, and the one of Node for a name. A certificate with another code is not trusted either. */
const certificateCauses: Readonly<Record<string, AttemptCause>> = {
  CERT_HAS_EXPIRED: 'tls_certificate_expired',
  CERT_NOT_YET_VALID: 'tls_certificate_not_yet_valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_name_mismatch',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'tls_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls_untrusted',
  CERT_CHAIN_TOO_LONG: 'tls_untrusted',
  CERT_REVOKED: 'tls_untrusted',
  CERT_UNTRUSTED: 'tls_untrusted',
  CERT_REJECTED: 'tls_untrusted',
  INVALID_CA: 'tls_untrusted',
  INVALID_PURPOSE: 'tls_untrusted',
};

const connectionCauses: Readonly<Record<string, AttemptCause>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  ETIMEDOUT: 'connect_timeout',
  ERR_SOCKET_CONNECTION_TIMEOUT: 'connect_timeout',
  EHOSTUNREACH: 'host_unreachable',
  EHOSTDOWN: 'host_unreachable',
  ENETUNREACH: 'host_unreachable',
  ENETDOWN: 'host_unreachable',
  EADDRNOTAVAIL: 'host_unreachable',
  EACCES: 'host_unreachable',
};

interface SafePost extends TargetRules {
  readonly url: string;
  /** The organization that chose the URL. It shares no kept connection with others. */
  readonly organization_id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /**
   * True if the sender still holds this attempt. Once it returns false, nothing is written. Monotonic: never true again. Default: always.
   */
  readonly isHeld?: (() => boolean) | undefined;
  /** Default: the resolver of this process. */
  readonly resolve?: Resolve | undefined;
  /** Default: the connections of this process, without a proxy. */
  readonly connections?: KeptConnections | undefined;
  /** Default: 10 s, a head of 16 KiB, and a body of which 64 KiB are read and 1 KiB is kept. */
  readonly limits?: SendLimits | undefined;
}

/**
 * Why there is no response. `timeout`: it took too long. `address_refused`: the address is not allowed (ORG-6). `response_flood`:
 * the receiver sent too much before the response. `connection`: every other error, also one of the proxy.
 */
export type PostError = 'timeout' | 'address_refused' | 'response_flood' | 'connection';

/**
 * The response, or the reason for its absence, with its cause. `proxy` is set if the proxy is the reason. It is for the operator: organizations see
 * `error` and `cause` only.
 */
export type PostResult =
  | Response
  | { readonly error: PostError; readonly cause: AttemptCause; readonly proxy?: ProxyFault };

/** The sender no longer holds its attempt. Nothing was sent. */
export class LapsedError extends Error {}

/** Posts the body. Rejects only with a LapsedError. */
export async function safePost({
  url,
  organization_id,
  headers,
  body,
  allowLoopback,
  privateNetworks,
  isHeld = () => true,
  resolve = resolveHost,
  connections = keptConnections,
  limits = defaultLimits,
}: SafePost): Promise<PostResult> {
  let isWritten = false;
  const mayWrite = () => (isWritten = isHeld());
  let step: AttemptStep = 'connect';
  const onStep = (begun: AttemptStep) => (step = begun);
  const deadline = new AbortController();
  const { signal } = deadline;
  // Cleared when the attempt ends, so that the timer does not keep its data in memory.
  const timer = setTimeout(() => deadline.abort(), limits.timeout_seconds * 1000);
  try {
    const target = new URL(url);
    const { protocol, username, password } = target;
    if (protocol !== 'https:' && protocol !== 'http:') return refused;
    if (username !== '' || password !== '') return refused;
    step = 'lookup';
    const addresses = await within(signal, resolve(target.hostname.replace(/^\[|\]$/g, '')));
    if (!isAllowedTarget(protocol, addresses, { allowLoopback, privateNetworks })) return refused;
    if (addresses.length === 0) return { error: 'connection', cause: 'dns_not_found' };
    step = 'connect';
    const { route, through } = findRoute(protocol, { addresses, connections });
    const sent = { organization_id, headers, body, signal, mayWrite, onStep, limits };
    return await send(target, { route, addresses: through, ...sent });
  } catch (error) {
    if (!isWritten && !isHeld()) throw new LapsedError('The attempt is no longer held.', { cause: error });
    const failure = toFailure(error, { isOverdue: signal.aborted, step });
    return error instanceof TunnelError ? { ...failure, proxy: error.fault } : failure;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the route to the receiver, and the addresses that it may end at. */
function findRoute(
  protocol: 'http:' | 'https:',
  { addresses, connections }: { readonly addresses: readonly Address[]; readonly connections: KeptConnections },
): { readonly route: Route; readonly through: readonly Address[] } {
  const direct = { route: connections[protocol], through: addresses };
  if (!connections.proxied || protocol === 'http:') return direct;
  const remote = addresses.filter(({ address }) => !isLoopback(address));
  return remote.length === 0 ? direct : { route: connections.proxied, through: remote };
}

async function send(
  target: URL,
  { route, ...given }: Omit<Exchange, 'agent'> & { readonly route: Route },
): Promise<Response> {
  try {
    return await exchange(target, { ...given, agent: route.kept });
  } catch (error) {
    if (error instanceof StaleConnectionError) return exchange(target, { ...given, agent: route.once });
    throw error;
  }
}

const refused = { error: 'address_refused', cause: 'address_refused' } as const;

function toFailure(
  error: unknown,
  { isOverdue, step }: { readonly isOverdue: boolean; readonly step: AttemptStep },
): { readonly error: PostError; readonly cause: AttemptCause } {
  if (isOverdue && !(error instanceof TunnelError)) return { error: 'timeout', cause: findTimeoutCause(step) };
  const cause = findCause(error, step);
  if (isOverdue || cause === 'dns_timeout') return { error: 'timeout', cause };
  return { error: cause === 'response_flood' ? 'response_flood' : 'connection', cause };
}

function within<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((done, failed) => {
    signal.addEventListener('abort', () => failed(signal.reason as Error), { once: true });
    promise.then(done, failed);
  });
}
