/**
 * One POST to a URL that a customer chose:
 *  1. check    the URL must be https, or http to loopback if that is allowed, without a user name or password
 *  2. resolve  resolves the host; every address must be allowed (ORG-6)
 *  3. send     posts to one of these addresses (exchange.ts), on a kept connection if there is one that the receiver has not closed
 * All steps together take at most timeout_seconds (DLV-4).
 */
import { delivery } from '@booking-service/contract';
import { isAllowedTarget, type TargetRules } from '../domain/check-address.ts';
import { exchange, FloodError, StaleConnectionError, type Exchange, type Response } from './exchange.ts';
import { keptConnections, type KeptConnections } from './kept-connections.ts';
import { isSlowLookup, resolveHost, type Resolve } from './resolve-host.ts';

export interface SafePost extends TargetRules {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Default: the resolver of this process. */
  readonly resolve?: Resolve | undefined;
  /** Default: the connections of this process. */
  readonly connections?: KeptConnections;
}

/**
 * Why there is no response. `timeout`: it took too long. `address_refused`: the address is not allowed (ORG-6). `response_flood`:
 * the receiver sent too much before the response. `connection`: every other error.
 */
export type PostError = 'timeout' | 'address_refused' | 'response_flood' | 'connection';

/** The response, or the reason why there is none. */
export type PostResult = Response | { readonly error: PostError };

/** Posts the body. Never rejects. */
export async function safePost({
  url,
  headers,
  body,
  allowLoopback,
  privateNetworks,
  resolve = resolveHost,
  connections = keptConnections,
}: SafePost): Promise<PostResult> {
  const deadline = new AbortController();
  const { signal } = deadline;
  // Cleared when the attempt ends, so that the timer does not keep its data in memory.
  const timer = setTimeout(() => deadline.abort(), delivery.timeout_seconds * 1000);
  try {
    const target = new URL(url);
    const { protocol, username, password } = target;
    if (protocol !== 'https:' && protocol !== 'http:') return { error: 'address_refused' };
    if (username !== '' || password !== '') return { error: 'address_refused' };
    const addresses = await within(signal, resolve(target.hostname.replace(/^\[|\]$/g, '')));
    if (!isAllowedTarget(protocol, addresses, { allowLoopback, privateNetworks })) return { error: 'address_refused' };
    if (addresses.length === 0) return { error: 'connection' };
    return await send(target, { addresses, headers, body, signal, agent: connections[protocol] });
  } catch (error) {
    return { error: toPostError(error, signal) };
  } finally {
    clearTimeout(timer);
  }
}

async function send(target: URL, given: Exchange): Promise<Response> {
  try {
    return await exchange(target, given);
  } catch (error) {
    if (error instanceof StaleConnectionError) return exchange(target, { ...given, agent: false });
    throw error;
  }
}

function toPostError(error: unknown, signal: AbortSignal): PostError {
  if (signal.aborted || isSlowLookup(error)) return 'timeout';
  return isFlood(error) ? 'response_flood' : 'connection';
}

function isFlood(error: unknown): boolean {
  if (error instanceof FloodError) return true;
  return error instanceof Error && 'code' in error && error.code === 'HPE_HEADER_OVERFLOW';
}

function within<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((done, failed) => {
    signal.addEventListener('abort', () => failed(signal.reason as Error), { once: true });
    promise.then(done, failed);
  });
}
