/** The bound of a response: its bytes, after a compression that was not requested, and its connection. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createBoundedFetch } from './bounded-fetch.ts';

const max = 1024;
const tooLarge = { name: 'ResponseTooLargeError', message: 'The response has more than 1024 bytes.' };

async function serve(listener: RequestListener): Promise<AsyncDisposable & { url: string; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((req, res) => {
    seen.push(req);
    listener(req, res);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A response of so many bytes, with and without a length, and compressed. */
const bodiesOf = (bytes: number): readonly RequestListener[] => {
  const text = 'x'.repeat(bytes);
  return [
    (_req, res) => void res.writeHead(201, { 'Content-Length': bytes, 'X-Kept': 'yes' }).end(text),
    (_req, res) => void res.writeHead(201, { 'X-Kept': 'yes' }).write(text, () => res.end()),
    (_req, res) => void res.writeHead(201, { 'Content-Encoding': 'gzip', 'X-Kept': 'yes' }).end(gzipSync(text)),
  ];
};

it('reads a response up to the bound, and requests it without compression', async () => {
  for (const body of bodiesOf(max)) {
    await using server = await serve(body);
    const response = await createBoundedFetch(max)(server.url, { headers: { Accept: 'text/plain' } });
    const { status, headers } = response;
    expect([status, headers.get('X-Kept'), (await response.text()).length]).toEqual([201, 'yes', max]);
    expect(server.seen[0]?.headers).toMatchObject({ accept: 'text/plain', 'accept-encoding': 'identity' });
  }
});

it('rejects a response with one byte more', async () => {
  for (const body of bodiesOf(max + 1)) {
    await using server = await serve(body);
    await expect(createBoundedFetch(max)(server.url)).rejects.toMatchObject(tooLarge);
  }
});

it.each([true, false])('closes the connection of a response without an end, compressed: %s', async (isCompressed) => {
  const closed = Promise.withResolvers<void>();
  await using server = await serve((_req, res) => {
    res.writeHead(200, isCompressed ? { 'Content-Encoding': 'gzip' } : {}).once('close', () => closed.resolve());
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536);
      })(),
    );
    if (isCompressed) endless.pipe(createGzip()).pipe(res);
    else endless.pipe(res);
  });
  await expect(createBoundedFetch(max)(server.url)).rejects.toMatchObject(tooLarge);
  await closed.promise;
});

it('returns a response without a body, and a redirect, which it does not follow', async () => {
  await using server = await serve(
    (_req, res) => void res.writeHead(res.req.url === '/a' ? 204 : 302, { Location: '/' }).end(),
  );
  const fetchBounded = createBoundedFetch(max);
  expect((await fetchBounded(`${server.url}/a`)).status).toBe(204);
  expect((await fetchBounded(`${server.url}/b`)).status).toBe(302);
  expect(server.seen).toHaveLength(2);
});

it('ends the read of a body that hangs, with the signal of the request', async () => {
  await using server = await serve((_req, res) => void res.writeHead(200).write('x'));
  const signal = AbortSignal.timeout(50);
  await expect(createBoundedFetch(max)(server.url, { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
});
