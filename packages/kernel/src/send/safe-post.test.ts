import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import type { Resolve } from './webhook-target.ts';
import { defaultLimits } from './attempt.ts';
import { safePost } from './safe-post.ts';

interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Opens a server on loopback that keeps its requests and responds with `respond`. */
async function openServer(
  respond: RequestListener,
): Promise<{ port: number; requests: ReceivedRequest[] } & AsyncDisposable> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((req, res) => {
    const { method, url, headers } = req;
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.once('end', () => {
      requests.push({ method, url, headers, body: Buffer.concat(chunks) });
      respond(req, res);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    requests,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

const body = Buffer.from('{"über":"🍽️"}');

function post(url: string, { allowLoopback = true, resolve }: { allowLoopback?: boolean; resolve?: Resolve } = {}) {
  return safePost({
    url,
    organization_id: 'org_test',
    headers: { 'Content-Type': 'application/json' },
    body,
    allowLoopback,
    resolve,
  });
}

/** Opens a TCP server that calls `write` with each socket once a request arrives. */
async function openRawServer(write: (socket: Socket) => void): Promise<{ url: string } & AsyncDisposable> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => write(socket));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Writes the text repeatedly until the socket closes. Resolves with the number of bytes written. */
function flood(socket: Socket, text: string): Promise<number> {
  const chunk = Buffer.from(text.repeat(Math.ceil(16_384 / text.length)));
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
  return new Promise((done) => socket.once('close', () => done(socket.bytesWritten)));
}

it('DLV-8: posts the exact bytes with the given headers, and returns the status and the body', async () => {
  await using server = await openServer((_req, res) => res.writeHead(202).end('söen'));
  const result = await post(`http://127.0.0.1:${server.port}/hook?a=%20b`);
  expect(result).toEqual({ status: 202, body: 'söen' });
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/hook?a=%20b', body });
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  expect(server.requests[0]?.headers).toMatchObject(headers);
});

it('DLV-8: keeps the first 1024 bytes of a body and reads up to 64 KiB', async () => {
  await using server = await openServer((_req, res) => res.writeHead(500).end('ab'.repeat(30_000)));
  const result = await post(`http://127.0.0.1:${server.port}/`);
  expect(result).toEqual({ status: 500, body: 'ab'.repeat(512) });
});

it('DLV-8: stops after 64 KiB of a longer body, closes the connection and keeps 1024 bytes', async () => {
  const closed = Promise.withResolvers<void>();
  await using server = await openServer((_req, res) => {
    res.once('close', closed.resolve);
    // The length is larger than the body.
    res.writeHead(200, { 'Content-Length': 64 * 1024 + 1 }).write('x'.repeat(64 * 1024));
  });
  const result = await post(`http://127.0.0.1:${server.port}/`);
  expect(result).toEqual({ status: 200, body: 'x'.repeat(1024) });
  await closed.promise;
});

it('DLV-8: cuts off a body that does not end', async () => {
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
  expect(result).toEqual({ status: 200, body: 'x'.repeat(1024) });
  await closed.promise;
});

it('DLV-8: does not follow a redirect', async () => {
  await using server = await openServer((_req, res) => res.writeHead(307, { Location: '/elsewhere' }).end());
  expect(await post(`http://127.0.0.1:${server.port}/hook`)).toEqual({ status: 307, body: '' });
  expect(server.requests.map(({ url }) => url)).toEqual(['/hook']);
});

it('DLV-4: fails if the response breaks off', async () => {
  await using server = await openServer((req, res) => {
    res.writeHead(200, { 'Content-Length': 10 });
    res.write('half', () => req.socket.destroy());
  });
  const result = await post(`http://127.0.0.1:${server.port}/`);
  expect(result).toEqual({ error: 'connection', cause: 'response_incomplete' });
});

it.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '127.1'])(
  'ORG-6: posts to http://%s only if loopback is allowed',
  async (host) => {
    await using server = await openServer((_req, res) => res.writeHead(200).end());
    const url = `http://${host}:${server.port}/`;
    expect(await post(url, { allowLoopback: false })).toEqual({ error: 'address_refused', cause: 'address_refused' });
    expect(server.requests).toHaveLength(0);
    expect(await post(url)).toEqual({ status: 200, body: '' });
    expect(server.requests).toHaveLength(1);
  },
);

it('ORG-6: refuses https to loopback if loopback is not allowed', async () => {
  await using server = await openServer((_req, res) => res.end());
  expect(await post(`https://127.0.0.1:${server.port}/`, { allowLoopback: false })).toEqual({
    error: 'address_refused',
    cause: 'address_refused',
  });
  // If allowed, it connects; this server does not support TLS.
  const result = await post(`https://127.0.0.1:${server.port}/`);
  expect(result).toEqual({ error: 'connection', cause: 'tls_failed' });
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
])('ORG-6: refuses %s, whether loopback is allowed or not', async (url) => {
  expect(await post(url)).toEqual({ error: 'address_refused', cause: 'address_refused' });
  expect(await post(url, { allowLoopback: false })).toEqual({ error: 'address_refused', cause: 'address_refused' });
});

it.each(['not a url', 'http://', 'https://[::1', ''])(
  'ORG-6: returns an error for %j and does not reject',
  async (url) => {
    expect(await post(url)).toEqual({ error: 'connection', cause: 'connection_failed' });
  },
);

const publicAddress = { address: '93.184.215.14', family: 4 };
const loopback = { address: '127.0.0.1', family: 4 };

it.each([
  ['a private address', '10.0.0.1'],
  ['a loopback address', '127.0.0.1'],
  ['a metadata address', '169.254.169.254'],
])('ORG-6: refuses a name with one public address and %s, in either order', async (_kind, address) => {
  for (const addresses of [
    [publicAddress, { address, family: 4 }],
    [{ address, family: 4 }, publicAddress],
  ]) {
    const result = await post('https://mixed.test/', { allowLoopback: false, resolve: async () => addresses });
    expect(result).toEqual({ error: 'address_refused', cause: 'address_refused' });
  }
});

it('ORG-6: connects to the checked address and resolves the name only once', async () => {
  await using checked = await openServer((_req, res) => res.writeHead(204).end());
  const hosts: string[] = [];
  // A name server that rebinds: the second query returns an address on which nothing listens.
  const resolve: Resolve = async (hostname) => {
    hosts.push(hostname);
    return hosts.length === 1 ? [loopback] : [{ address: '127.0.0.2', family: 4 }];
  };
  // The system resolver does not have this name either.
  expect(await post(`http://rebinding.test:${checked.port}/`, { resolve })).toEqual({ status: 204, body: '' });
  expect(hosts).toEqual(['rebinding.test']);
  expect(checked.requests[0]?.headers.host).toBe(`rebinding.test:${checked.port}`);
});

it('ORG-6: does not reach loopback if a name changes from public to loopback after the check', async () => {
  await using server = await openServer((_req, res) => res.writeHead(204).end());
  let queries = 0;
  const resolve: Resolve = async () => {
    queries += 1;
    // An IPv6 address declared as IPv4: the connect fails immediately on every machine.
    return queries === 1 ? [{ address: '2606:2800:220:1:248:1893:25c8:1946', family: 4 }] : [loopback];
  };
  const url = `https://localhost:${server.port}/`;
  expect(await post(url, { allowLoopback: false, resolve })).toEqual({
    error: 'connection',
    cause: 'connection_failed',
  });
  expect(queries).toBe(1);
  expect(server.requests).toEqual([]);
});

it('DLV-13: fails the attempt if the address is unreachable, and lets no error escape', async () => {
  const escaped: unknown[] = [];
  const keep = (error: unknown) => void escaped.push(error);
  process.on('uncaughtException', keep);
  try {
    // Linux refuses a connect to a broadcast address immediately, as it does without a route (ENETUNREACH).
    for (const { cause, ...address } of [
      { address: '127.255.255.255', family: 4, cause: 'host_unreachable' },
      { address: '::1', family: 4, cause: 'connection_failed' },
    ]) {
      const resolve: Resolve = async () => [address];
      expect(await post('http://unroutable.test/', { resolve })).toEqual({ error: 'connection', cause });
      expect(await post('https://unroutable.test/', { resolve })).toEqual({ error: 'connection', cause });
    }
    await new Promise((turn) => setImmediate(turn));
    expect(escaped).toEqual([]);
  } finally {
    process.off('uncaughtException', keep);
  }
});

it.each(['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', '\r\n'])(
  'DLV-13: cuts off a flood of %j before the response and fails the attempt',
  async (text) => {
    const taken = Promise.withResolvers<number>();
    await using server = await openRawServer((socket) => void flood(socket, text).then(taken.resolve));
    expect(await post(server.url)).toEqual({ error: 'response_flood', cause: 'response_flood' });
    // A few buffers, not ten seconds of data.
    expect(await taken.promise).toBeLessThan(16 * 1024 * 1024);
  },
);

it('DLV-13: cuts off a head that does not end and fails the attempt', async () => {
  await using server = await openRawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    void flood(socket, 'X-Filler: filler\r\n');
  });
  expect(await post(server.url)).toEqual({ error: 'response_flood', cause: 'response_flood' });
});

it('DLV-13: ignores up to max_interim_responses interim responses', async () => {
  const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(defaultLimits.max_interim_responses);
  await using server = await openRawServer((socket) => {
    socket.end(`${interim}HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n`);
  });
  expect(await post(server.url)).toEqual({ status: 204, body: '' });
});

it('DLV-8: counts the framing of chunks as part of the body', async () => {
  await using server = await openRawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    void flood(socket, `1;${'e'.repeat(1_000)}\r\nx\r\n`);
  });
  expect(await post(server.url)).toEqual({ status: 200, body: expect.stringMatching(/^x{1,256}$/) });
});
