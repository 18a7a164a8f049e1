/**
 * Ten thousand bad answers: each is a failed attempt and nothing more. The attempts run here, in this process, so that its
 * heap can be measured before and after, with full collections.
 */
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { safePost, type PostResult } from '../../src/worker/safe-post.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const times = 1_000;
const atOnce = 250;
/** Half a kilobyte an attempt. An answer that stayed would be 64 KiB, a timer that stayed more than one. */
const allowedGrowth = times * 512;
/** For the slow ones, all two thousand at once: what held so many at a time (tables, pools) stays as large as it became. */
const allowedGrowthAtOnce = 2 * times * 2_048;
const slowMachine_ms = 120_000;

/** A gigabyte of nothing, in a megabyte. */
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
const head = (...lines: string[]) => `HTTP/1.1 ${lines.join('\r\n')}\r\n\r\n`;
const endless = Buffer.alloc(16 * 1024, 'x');

/** What the endpoint at each path does once it was asked. */
const answers: Readonly<Record<string, (socket: Socket) => void>> = {
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
  '/tls-error': (socket) => socket.end('220 this is no TLS\r\n'),
  '/no-http': (socket) => socket.end('SMTP ready\r\n'),
};

const expected: Readonly<Record<string, PostResult>> = {
  '/hang': { error: 'timeout' },
  '/reset': { error: 'connection' },
  '/half-headers': { error: 'connection' },
  '/endless-body': { status: 500, body: 'x'.repeat(1024) },
  '/redirect': { status: 302, body: '' },
  '/gzip-bomb': { status: 500, body: expect.any(String) as string },
  '/wrong-length': { error: 'connection' },
  '/slow-drip': { error: 'timeout' },
  '/tls-error': { error: 'connection' },
  '/no-http': { error: 'connection' },
};

let port = 0;
const server = createServer((socket) => {
  socket.on('error', () => socket.destroy());
  socket.once('data', (bytes) => {
    const path = /^POST (\S+) /.exec(bytes.toString('latin1'))?.[1] ?? '/tls-error';
    answers[path]?.(socket);
  });
});
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());

const body = Buffer.from('{"id":"evt_1"}');

async function attempt(path: string): Promise<PostResult> {
  const url = `${path === '/tls-error' ? 'https' : 'http'}://127.0.0.1:${port}${path}`;
  return safePost({ url, headers: { 'Content-Type': 'application/json' }, body, allowLoopback: true });
}

/** Sees the heap come back to what it was: what has ended may take some turns of the event loop until nothing holds it; much less than the ten seconds of an attempt's timer. */
async function expectFlat(before: number, allowed: number): Promise<void> {
  await expect.poll(async () => (await usedBytes()) - before, { timeout: 4_000 }).toBeLessThan(allowed);
}

/** Makes the attempts, some at once; tells the results that are not as they should be. */
async function attemptAll(path: string, count: number): Promise<PostResult[]> {
  const wrong: PostResult[] = [];
  for (let done = 0; done < count; done += atOnce) {
    const results = await Promise.all(Array.from({ length: Math.min(atOnce, count - done) }, () => attempt(path)));
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
  // What ended in one turn of the event loop is let go of in the next.
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((turned) => {
      setImmediate(turned);
    });
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

// The two that take their ten seconds run beside each other, all of their attempts at once.
it(
  'DLV-4 DLV-8: receivers that hang or drip are timeouts, and leave nothing behind',
  { timeout: slowMachine_ms },
  async () => {
    await Promise.all([attemptAll('/hang', 10), attemptAll('/slow-drip', 10)]);
    const before = await usedBytes();
    const slow = ['/hang', '/slow-drip'].flatMap((path) => Array.from({ length: times }, () => path));
    const results = await Promise.all(slow.map(attempt));
    expect(new Set(results.map((result) => JSON.stringify(result)))).toEqual(new Set(['{"error":"timeout"}']));
    await expectFlat(before, allowedGrowthAtOnce);
  },
);

it.each(Object.keys(answers).filter((path) => expected[path] && !['/hang', '/slow-drip'].includes(path)))(
  'DLV-4 DLV-8: a thousand times %s is a thousand failed attempts, and leaves nothing behind',
  { timeout: slowMachine_ms },
  async (path) => {
    expect(await attemptAll(path, atOnce)).toEqual([]);
    const before = await usedBytes();
    expect(await attemptAll(path, times)).toEqual([]);
    await expectFlat(before, allowedGrowth);
  },
);
