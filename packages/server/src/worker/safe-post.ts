/**
 * One POST to a URL that a customer chose:
 *  1. check    the URL must be https, or http to loopback if that is allowed, without a user name or password
 *  2. resolve  resolves the host once; every address must be allowed (ORG-6)
 *  3. connect  connects to one of these addresses and does not resolve the host again
 *  4. head     accepts max_interim_responses before the response, and max_head_bytes up to the end of its head (DLV-13)
 *  5. body     reads at most max_answer_bytes and keeps kept_answer_bytes; follows no redirect (DLV-8)
 * All steps together take at most timeout_seconds (DLV-4).
 * Every emitter here keeps its error listener after the outcome is settled, so that a late error cannot end the process (DLV-13).
 */
import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { delivery } from '@booking-service/contract';
import { isAllowedTarget } from '../domain/check-address.ts';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Resolves a host name, or an address literal without brackets, to its addresses. Rejects if it has none. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

export interface SafePost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly allowLoopback: boolean;
  /** Default: the operating system's resolver. */
  readonly resolve?: Resolve | undefined;
}

/**
 * Why there is no response. `timeout`: it took too long. `address_refused`: the address is not allowed (ORG-6). `response_flood`:
 * the receiver sent too much before the response. `connection`: any other error.
 */
export type PostError = 'timeout' | 'address_refused' | 'response_flood' | 'connection';

/** The response, with the first kept_answer_bytes of its body, or the reason why there is none. */
export type PostResult = { readonly status: number; readonly body: string } | { readonly error: PostError };

/** Posts the body. Never rejects. */
export async function safePost({
  url,
  headers,
  body,
  allowLoopback,
  resolve = resolveBySystem,
}: SafePost): Promise<PostResult> {
  const deadline = new AbortController();
  const { signal } = deadline;
  // Cleared when the attempt ends, so that the timer does not keep its data in memory.
  const timer = setTimeout(() => deadline.abort(), delivery.timeout_seconds * 1000);
  try {
    const target = new URL(url);
    if (target.username !== '' || target.password !== '') return { error: 'address_refused' };
    const addresses = await within(signal, resolve(target.hostname.replace(/^\[|\]$/g, '')));
    if (!isAllowedTarget(target.protocol, addresses, { allowLoopback })) return { error: 'address_refused' };
    if (addresses.length === 0) return { error: 'connection' };
    return await send(target, { addresses, headers, body, signal });
  } catch (error) {
    if (signal.aborted) return { error: 'timeout' };
    return { error: isFlood(error) ? 'response_flood' : 'connection' };
  } finally {
    clearTimeout(timer);
  }
}

const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true });

interface Sent {
  readonly addresses: readonly Address[];
  readonly headers: SafePost['headers'];
  readonly body: Buffer;
  readonly signal: AbortSignal;
}

function send(target: URL, { addresses, headers, body, signal }: Sent): Promise<PostResult> {
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((done, failed) => {
    const outgoing = request(target, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': body.length, Connection: 'close' },
      agent: false,
      signal,
      maxHeaderSize: delivery.max_head_bytes,
      lookup: pinnedTo(addresses),
    });
    const fail = (error: Error) => {
      failed(error);
      outgoing.destroy();
    };
    let response: IncomingMessage | undefined;
    let finish = (): void => undefined;
    let interim = 0;
    let received = 0;

    outgoing.on('error', failed);
    outgoing.on('upgrade', (_incoming, socket) => {
      socket.on('error', failed);
      socket.destroy();
      failed(new Error('The response switched protocols.'));
    });
    outgoing.on('information', () => {
      interim += 1;
      if (interim > delivery.max_interim_responses) fail(new FloodError(`${interim} interim responses`));
    });
    outgoing.once('socket', (socket) => {
      socket.on('error', failed);
      // Also counts bytes outside a message: line breaks before a response, and the framing of each chunk of its body.
      socket.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (!response && received > delivery.max_head_bytes)
          fail(new FloodError(`${received} bytes without a response`));
        if (received > delivery.max_head_bytes + delivery.max_answer_bytes) finish();
      });
    });
    outgoing.once('response', (incoming) => {
      response = incoming;
      const kept: Buffer[] = [];
      let size = 0;
      finish = () => {
        const start = Buffer.concat(kept).subarray(0, delivery.kept_answer_bytes).toString();
        done({ status: incoming.statusCode ?? 0, body: start });
        outgoing.destroy();
      };
      incoming.on('data', (chunk: Buffer) => {
        if (size < delivery.kept_answer_bytes) kept.push(chunk);
        size += chunk.length;
        if (size >= delivery.max_answer_bytes) finish();
      });
      incoming.once('end', finish);
      incoming.on('error', failed);
      incoming.once('aborted', () => failed(new Error('The response ended early.')));
    });
    outgoing.end(body);
  });
}

/**
 * Returns a lookup that resolves every name to these addresses. It calls back in a later turn of the event loop. Otherwise, a
 * connection that fails immediately for lack of a route would emit its error before a listener is attached.
 */
function pinnedTo(addresses: readonly Address[]): LookupFunction {
  return (_name, options, callback) => {
    setImmediate(() => {
      const [first] = addresses;
      if (options.all) callback(null, [...addresses]);
      else if (first) callback(null, first.address, first.family);
    });
  };
}

class FloodError extends Error {}

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
