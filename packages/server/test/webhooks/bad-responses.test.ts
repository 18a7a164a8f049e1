/**
 * Three thousand bad responses: each is one failed attempt and leaves nothing in memory. The attempts run in this process, so that
 * the test can measure its heap before and after, with full garbage collections.
 *
 * @module-tag slow
 */
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
// @boundaries-ignore a private part of the kernel
import { type PostResult, safePost } from '../../../kernel/src/send/safe-post.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const times = 300;
const maxConcurrent = 50;
/** Half a kilobyte per attempt. A leaked body would be 64 KiB, and a leaked timer more than 1 KiB. */
const maxGrowth = times * 512;
/** For six hundred concurrent slow attempts: the tables and pools that grew for them do not shrink. */
const maxConcurrentGrowth = 2 * times * 2_048;
const slowMachine_ms = 240_000;

/** 64 MiB of zeros, compressed. */
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
const head = (...lines: string[]) => `HTTP/1.1 ${lines.join('\r\n')}\r\n\r\n`;
const endless = Buffer.alloc(16 * 1024, 'x');

/** The response of the endpoint at each path. */
const respond: Readonly<Record<string, (socket: Socket) => void>> = {
  '/hang': () => undefined,
  '/reset': (socket) => socket.resetAndDestroy(),
  '/half-headers': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'),
  '/endless-body': (socket) => {
    socket.write(head('500 No', 'Transfer-Encoding: identity'));
    const more = () => {
      while (!socket.destroyed && socket.write(endless));
      if (!socket.destroyed) socket.once('drain', more);
    };
    more();
  },
  '/redirect': (socket) => socket.end(head('302 Found', 'Location: http://169.254.169.254/', 'Content-Length: 0')),
  '/gzip-bomb': (socket) => {
    socket.write(head('500 No', 'Content-Encoding: gzip', `Content-Length: ${bomb.length}`));
    socket.end(bomb);
  },
  '/wrong-length': (socket) => socket.end(`${head('200 OK', 'Content-Length: 100')}short`),
  '/slow-drip': (socket) => {
    socket.write(head('200 OK', 'Content-Length: 100000'));
    const drip = setInterval(() => socket.write('x'), 500);
    socket.once('close', () => clearInterval(drip));
  },
  '/tls-error': (socket) => socket.end('220 this is not TLS\r\n'),
  '/no-http': (socket) => socket.end('SMTP ready\r\n'),
};

const expected: Readonly<Record<string, PostResult>> = {
  '/hang': { error: 'timeout', cause: 'response_timeout' },
  '/reset': { error: 'connection', cause: 'connection_reset' },
  '/half-headers': { error: 'connection', cause: 'connection_reset' },
  '/endless-body': { status: 500, body: 'x'.repeat(1024) },
  '/redirect': { status: 302, body: '' },
  '/gzip-bomb': { status: 500, body: expect.any(String) as string },
  '/wrong-length': { error: 'connection', cause: 'response_incomplete' },
  '/slow-drip': { error: 'timeout', cause: 'response_timeout' },
  '/tls-error': { error: 'connection', cause: 'tls_failed' },
  '/no-http': { error: 'connection', cause: 'malformed_response' },
};

let port = 0;
const server = createServer((socket) => {
  socket.on('error', () => socket.destroy());
  socket.once('data', (bytes) => {
    const path = /^POST (\S+) /.exec(bytes.toString('latin1'))?.[1] ?? '/tls-error';
    respond[path]?.(socket);
  });
});
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an AddressInfo.
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());

const body = Buffer.from('{"id":"evt_1"}');

async function attempt(path: string): Promise<PostResult> {
  const url = `${path === '/tls-error' ? 'https' : 'http'}://127.0.0.1:${port}${path}`;
  return safePost({
    url,
    organization_id: 'org_test',
    headers: { 'Content-Type': 'application/json' },
    body,
    allowLoopback: true,
  });
}

/**
 * Expects the heap to return to its size before. Ended attempts may take some turns of the event loop to be released, but much
 * less than the ten seconds of their timers. Each reading takes some turns, however busy the machine is.
 */
async function expectFlat(before: number, allowed: number): Promise<void> {
  let grown = (await usedBytes()) - before;
  for (let readings = 1; grown >= allowed && readings < 60; readings += 1) grown = (await usedBytes()) - before;
  expect(grown).toBeLessThan(allowed);
}

/** Makes the attempts, some of them concurrently. Returns the unexpected results. */
async function attemptAll(path: string, count: number): Promise<PostResult[]> {
  const wrong: PostResult[] = [];
  for (let done = 0; done < count; done += maxConcurrent) {
    const results = await Promise.all(
      Array.from({ length: Math.min(maxConcurrent, count - done) }, () => attempt(path)),
    );
    for (const result of results) {
      try {
        expect(result).toEqual(expected[path]);
      } catch {
        wrong.push(result);
      }
    }
  }
  return wrong;
}

async function usedBytes(): Promise<number> {
  // Work that ends in one turn of the event loop is released in the next.
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((turned) => {
      setImmediate(turned);
    });
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

// The two slow kinds take ten seconds. All their attempts run concurrently.
it(
  'DLV-4 DLV-8: times out on receivers that hang or drip, and leaks no memory',
  { timeout: slowMachine_ms },
  async () => {
    await Promise.all([attemptAll('/hang', 10), attemptAll('/slow-drip', 10)]);
    const before = await usedBytes();
    const slow = ['/hang', '/slow-drip'].flatMap((path) => Array.from({ length: times }, () => path));
    const results = await Promise.all(slow.map(attempt));
    expect(new Set(results.map((result) => JSON.stringify(result)))).toEqual(
      new Set(['{"error":"timeout","cause":"response_timeout"}']),
    );
    await expectFlat(before, maxConcurrentGrowth);
  },
);

it.each(Object.keys(respond).filter((path) => expected[path] && !['/hang', '/slow-drip'].includes(path)))(
  'DLV-4 DLV-8: fails each of three hundred attempts at %s, and leaks no memory',
  { timeout: slowMachine_ms },
  async (path) => {
    expect(await attemptAll(path, maxConcurrent)).toEqual([]);
    const before = await usedBytes();
    expect(await attemptAll(path, times)).toEqual([]);
    await expectFlat(before, maxGrowth);
  },
);
