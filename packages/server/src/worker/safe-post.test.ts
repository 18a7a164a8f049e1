import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { safePost } from './safe-post.ts';

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A server on loopback that keeps what it was asked and then answers. */
async function openServer(answer: RequestListener): Promise<{ port: number; asked: Asked[] } & AsyncDisposable> {
  const asked: Asked[] = [];
  const server = createServer((req, res) => {
    const { method, url, headers } = req;
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.once('end', () => {
      asked.push({ method, url, headers, body: Buffer.concat(chunks) });
      answer(req, res);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    asked,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

const body = Buffer.from('{"über":"🍽️"}');

function post(url: string, { allowLoopback = true } = {}) {
  return safePost({ url, headers: { 'Content-Type': 'application/json' }, body, allowLoopback });
}

it('DLV-8: posts the very bytes with the headers given, and tells the status and the answer', async () => {
  await using server = await openServer((_req, res) => res.writeHead(202).end('söen'));
  const result = await post(`http://127.0.0.1:${server.port}/hook?a=%20b`);
  expect(result).toEqual({ status: 202, answer: 'söen' });
  expect(server.asked).toHaveLength(1);
  expect(server.asked[0]).toMatchObject({ method: 'POST', url: '/hook?a=%20b', body });
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  expect(server.asked[0]?.headers).toMatchObject(headers);
});

it('DLV-8: keeps the first 1024 bytes of an answer, and reads the rest up to 64 KiB', async () => {
  await using server = await openServer((_req, res) => res.writeHead(500).end('ab'.repeat(30_000)));
  const result = await post(`http://127.0.0.1:${server.port}/`);
  expect(result).toEqual({ status: 500, answer: 'ab'.repeat(512) });
});

it('DLV-8: reads 64 KiB and not a byte more: then it has its answer, closes the connection and keeps 1024 bytes', async () => {
  const closed = Promise.withResolvers<void>();
  await using server = await openServer((_req, res) => {
    res.once('close', closed.resolve);
    // More is announced than is ever sent.
    res.writeHead(200, { 'Content-Length': 64 * 1024 + 1 }).write('x'.repeat(64 * 1024));
  });
  const result = await post(`http://127.0.0.1:${server.port}/`);
  expect(result).toEqual({ status: 200, answer: 'x'.repeat(1024) });
  await closed.promise;
});

it('DLV-8: cuts an answer that does not end', async () => {
  const closed = Promise.withResolvers<void>();
  await using server = await openServer((_req, res) => {
    res.once('close', closed.resolve);
    const chunk = Buffer.alloc(8 * 1024, 'x');
    const more = () => {
      while (!res.destroyed && res.write(chunk));
      if (!res.destroyed) res.once('drain', more);
    };
    more();
  });
  const result = await post(`http://127.0.0.1:${server.port}/`);
  expect(result).toEqual({ status: 200, answer: 'x'.repeat(1024) });
  await closed.promise;
});

it('DLV-8: does not follow a redirect', async () => {
  await using server = await openServer((_req, res) => res.writeHead(307, { Location: '/elsewhere' }).end());
  expect(await post(`http://127.0.0.1:${server.port}/hook`)).toEqual({ status: 307, answer: '' });
  expect(server.asked.map(({ url }) => url)).toEqual(['/hook']);
});

it('DLV-4: an answer that breaks off is no answer', async () => {
  await using server = await openServer((req, res) => {
    res.writeHead(200, { 'Content-Length': 10 });
    res.write('half', () => req.socket.destroy());
  });
  expect(await post(`http://127.0.0.1:${server.port}/`)).toEqual({ error: 'connection' });
});

it.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '127.1'])(
  'ORG-6: http to %s goes out where loopback is allowed, and nowhere else',
  async (host) => {
    await using server = await openServer((_req, res) => res.writeHead(200).end());
    const url = `http://${host}:${server.port}/`;
    expect(await post(url, { allowLoopback: false })).toEqual({ error: 'address_refused' });
    expect(server.asked).toHaveLength(0);
    expect(await post(url)).toEqual({ status: 200, answer: '' });
    expect(server.asked).toHaveLength(1);
  },
);

it('ORG-6: https to loopback is refused where loopback is not allowed', async () => {
  await using server = await openServer((_req, res) => res.end());
  expect(await post(`https://127.0.0.1:${server.port}/`, { allowLoopback: false })).toEqual({
    error: 'address_refused',
  });
  // Allowed it is tried; this server speaks no TLS.
  expect(await post(`https://127.0.0.1:${server.port}/`)).toEqual({ error: 'connection' });
});

it.each([
  'http://93.184.215.14/',
  'http://[2606:2800:220:1:248:1893:25c8:1946]/',
  'http://10.0.0.1/',
  'https://10.0.0.1/',
  'https://192.168.0.1:8443/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[::ffff:a00:1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[2002:a00:1::]/',
  'https://167772161/',
  'ftp://127.0.0.1/',
  'ws://127.0.0.1/',
])('ORG-6: %s is refused, loopback allowed or not', async (url) => {
  expect(await post(url)).toEqual({ error: 'address_refused' });
  expect(await post(url, { allowLoopback: false })).toEqual({ error: 'address_refused' });
});

it.each(['not a url', 'http://', 'https://[::1', ''])(
  'ORG-6: never rejects: %j is an error like any other',
  async (url) => {
    expect(await post(url)).toEqual({ error: 'connection' });
  },
);
