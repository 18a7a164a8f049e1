/**
 * One POST to an address that a customer chose.
 *  1. the URL is checked: https, or http to loopback where that is allowed, and no user name or password in it
 *  2. the name is resolved, and every address it has must be allowed (ORG-6)
 *  3. the connection goes to that very address: the name is not looked up again
 *  4. redirects are not followed; at most max_answer_bytes of the answer are read, kept_answer_bytes kept (DLV-8)
 * All of it together takes timeout_seconds at most (DLV-4).
 */
import { lookup } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { delivery } from '@booking-service/contract';
import { isAllowedTarget } from '../domain/check-address.ts';

export interface SafePost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly allowLoopback: boolean;
}

/** Why there was no answer. `timeout`: it took too long · `address_refused`: ORG-6 · `connection`: anything else. */
export type PostError = 'timeout' | 'address_refused' | 'connection';

export type PostResult = { readonly status: number; readonly answer: string } | { readonly error: PostError };

/** Posts; never rejects. */
export async function safePost({ url, headers, body, allowLoopback }: SafePost): Promise<PostResult> {
  const deadline = new AbortController();
  const { signal } = deadline;
  // Called off when the attempt ends: nothing of it is kept until its ten seconds are over.
  const timer = setTimeout(() => deadline.abort(), delivery.timeout_seconds * 1000);
  try {
    const target = new URL(url);
    if (target.username !== '' || target.password !== '') return { error: 'address_refused' };
    const address = await within(signal, resolve(target.hostname));
    if (!address || !isAllowedTarget(target.protocol, address, { allowLoopback })) return { error: 'address_refused' };
    return await send(target, { address, headers, body, signal });
  } catch {
    return { error: signal.aborted ? 'timeout' : 'connection' };
  } finally {
    clearTimeout(timer);
  }
}

interface Address {
  readonly address: string;
  readonly family: number;
}

async function resolve(hostname: string): Promise<Address[]> {
  return lookup(hostname.replace(/^\[|\]$/g, ''), { all: true });
}

function send(
  target: URL,
  {
    address,
    headers,
    body,
    signal,
  }: { address: Address[]; headers: SafePost['headers']; body: Buffer; signal: AbortSignal },
): Promise<PostResult> {
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((done, failed) => {
    const outgoing = request(target, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': body.length, Connection: 'close' },
      agent: false,
      signal,
      // Pinned: what was checked is what is connected to.
      lookup: (_name, options, callback) => {
        const [first] = address;
        if (options.all) callback(null, [...address]);
        else if (first) callback(null, first.address, first.family);
      },
    });
    outgoing.once('error', failed);
    outgoing.once('upgrade', (_incoming, socket) => {
      socket.destroy();
      failed(new Error('The answer switches protocols.'));
    });
    outgoing.once('response', (incoming) => {
      const kept: Buffer[] = [];
      let size = 0;
      const finish = () => {
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
      incoming.once('error', failed);
      incoming.once('aborted', () => failed(new Error('The answer ended early.')));
    });
    outgoing.end(body);
  });
}

function within<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((done, failed) => {
    signal.addEventListener('abort', () => failed(signal.reason as Error), { once: true });
    promise.then(done, failed);
  });
}
