/**
 * One POST to an address that a customer chose.
 *  1. the URL is checked: https, or http to loopback where that is allowed, and no user name or password in it
 *  2. the name is resolved, and every address it has must be allowed (ORG-6)
 *  3. the connection goes to these very addresses: the name is not looked up again
 *  4. before the response come at most max_interim_responses, and max_head_bytes with its own head (DLV-8)
 *  5. redirects are not followed; at most max_answer_bytes of the answer are read, kept_answer_bytes kept (DLV-8)
 * All of it together takes timeout_seconds at most (DLV-4).
 * Every emitter here keeps its error listener after the outcome is settled: a late error must not end the process (DLV-13).
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

/** Resolves a host name, or an address literal without brackets, to its addresses. Rejects where there are none. */
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
 * Why there was no response. `timeout`: it took too long · `address_refused`: ORG-6 · `response_flood`: more came before the
 * response than is read · `connection`: anything else.
 */
export type PostError = 'timeout' | 'address_refused' | 'response_flood' | 'connection';

export type PostResult = { readonly status: number; readonly answer: string } | { readonly error: PostError };

/** Posts; never rejects. */
export async function safePost({
  url,
  headers,
  body,
  allowLoopback,
  resolve = resolveBySystem,
}: SafePost): Promise<PostResult> {
  const deadline = new AbortController();
  const { signal } = deadline;
  // Called off when the attempt ends: nothing of it is kept until its ten seconds are over.
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
      failed(new Error('The response switches protocols.'));
    });
    outgoing.on('information', () => {
      interim += 1;
      if (interim > delivery.max_interim_responses) fail(new FloodError(`${interim} interim responses`));
    });
    outgoing.once('socket', (socket) => {
      socket.on('error', failed);
      // What is no part of a message is counted too: line breaks before a response, the frame of each chunk of its body.
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
        const answer = Buffer.concat(kept).subarray(0, delivery.kept_answer_bytes).toString();
        done({ status: incoming.statusCode ?? 0, answer });
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
 * A lookup that has only these addresses, for any name. It calls back in a later turn of the event loop: a connection that is
 * refused at once, for the lack of a route, would emit its error before anything listens.
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
