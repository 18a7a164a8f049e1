/** @module-tag needs-openssl */
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCertificate, type Certificate } from '../../test/support/network/certificate.ts';
import { createKeptConnections, type KeptConnections } from './kept-connections.ts';
import type { Resolve } from './webhook-target.ts';
import { safePost } from './safe-post.ts';

const trusted = getCACertificates('default');
let certificate: Certificate;
beforeAll(() => {
  certificate = createCertificate(['receiver.test']);
  setDefaultCACertificates([certificate.cert]);
});
afterAll(() => setDefaultCACertificates(trusted));

const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
const accept: RequestListener = (_req, res) => res.writeHead(204).end();

function post(url: string, options: { connections: KeptConnections; resolve?: Resolve; allowLoopback?: boolean }) {
  return safePost({
    url,
    organization_id: 'org_test',
    headers: {},
    body: Buffer.from('{}'),
    allowLoopback: true,
    resolve,
    ...options,
  });
}

interface Listening extends AsyncDisposable {
  readonly port: number;
  /** Every connection that was accepted. */
  readonly sockets: readonly Socket[];
}

async function listen(server: Server, { host = '127.0.0.1', port = 0 } = {}): Promise<Listening> {
  const sockets: Socket[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((listening) => server.listen(port, host, listening));
  return {
    // A server that listens on a port has an AddressInfo.
    port: (server.address() as AddressInfo).port,
    sockets,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A server that calls `respond` for each request. */
function rawServer(respond: (socket: Socket) => void): Server {
  return createTcpServer((socket) => socket.on('data', () => respond(socket)));
}

const noContent = 'HTTP/1.1 204 No Content\r\n\r\n';

it.each(['http', 'https'] as const)('sends webhooks on one connection over %s', async (protocol) => {
  const server = protocol === 'http' ? createHttpServer(accept) : createHttpsServer(certificate, accept);
  await using receiver = await listen(server);
  const connections = createKeptConnections();
  for (let count = 0; count < 3; count += 1) {
    const result = await post(`${protocol}://receiver.test:${receiver.port}/`, { connections });
    expect(result).toEqual({ status: 204, body: '' });
  }
  expect(receiver.sockets).toHaveLength(1);
});

it('resumes the TLS session of the first connection on further ones', async () => {
  const waiting: (() => void)[] = [];
  const resumed: boolean[] = [];
  const server = createHttpsServer(certificate, (_req, res) => {
    waiting.push(() => res.writeHead(204).end());
    // All three need a connection of their own.
    if (waiting.length === 3) for (const respond of waiting) respond();
  });
  server.on('secureConnection', (socket: TLSSocket) => resumed.push(socket.isSessionReused()));
  await using receiver = await listen(server);
  const connections = createKeptConnections({ session_ms: 60_000 });
  const url = `https://receiver.test:${receiver.port}/`;
  const results = await Promise.all([1, 2, 3].map(() => post(url, { connections })));
  expect(results).toEqual([1, 2, 3].map(() => ({ status: 204, body: '' })));
  expect(resumed).toEqual([false, true, true]);
});

it('keeps a TLS connection whose response comes before the end of the write is reported', async () => {
  // A thread of its own, because such a response comes while this one is between its write and its next turn.
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    const server = require('node:https').createServer(workerData, (_req, res) => res.writeHead(204).end());
    let opened = 0;
    server.on('connection', () => (opened += 1));
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
    parentPort.once('message', () => parentPort.postMessage(opened));`;
  const receiver = new Worker(code, { eval: true, workerData: certificate });
  await using closing = new AsyncDisposableStack();
  closing.defer(async () => void (await receiver.terminate()));
  const [port] = (await once(receiver, 'message')) as [number];
  const connections = createKeptConnections({ idle_ms: 3_600_000 });
  for (let count = 0; count < 300; count += 1) await post(`https://receiver.test:${port}/`, { connections });
  receiver.postMessage('count');
  expect(await once(receiver, 'message')).toEqual([1]);
});

it('resumes TLS sessions after the connections of many other hosts', async () => {
  const resumed: boolean[] = [];
  const server = createHttpsServer(certificate, accept);
  server.on('secureConnection', (socket: TLSSocket) => resumed.push(socket.isSessionReused()));
  await using receiver = await listen(server);
  const connections = createKeptConnections({ maxIdle: 1 });
  // Each set of addresses has its own connections and sessions.
  const others = Array.from({ length: 150 }, (_each, index) => ({ address: `127.0.2.${index + 1}`, family: 4 }));
  for (const addresses of [[], ...others.map((other) => [other]), []])
    await post(`https://receiver.test:${receiver.port}/`, {
      connections,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }, ...addresses],
    });
  expect([resumed.length, resumed.at(0), resumed.at(1), resumed.at(-1)]).toEqual([152, false, false, true]);
});

it('requires a certificate for the host name', async () => {
  await using receiver = await listen(createHttpsServer(certificate, accept));
  const connections = createKeptConnections();
  const other = `https://other.test:${receiver.port}/`;
  expect(await post(`https://receiver.test:${receiver.port}/`, { connections })).toEqual({ status: 204, body: '' });
  expect(await post(other, { connections })).toEqual({ error: 'connection', cause: 'tls_name_mismatch' });
});

it('ORG-6: uses no kept connection to an address that the name no longer has', async () => {
  await using first = await listen(createHttpServer(accept));
  await using second = await listen(createHttpServer(accept), { host: '127.0.0.2', port: first.port });
  const connections = createKeptConnections();
  const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.1'];
  const url = `http://moving.test:${first.port}/`;
  const moving: Resolve = async () => [{ address: addresses.shift() ?? '', family: 4 }];
  for (let count = 0; count < 3; count += 1) await post(url, { connections, resolve: moving });
  expect([first.sockets.length, second.sockets.length]).toEqual([1, 1]);
});

it('ORG-6: checks the addresses before it uses a kept connection', async () => {
  await using receiver = await listen(createHttpsServer(certificate, accept));
  const connections = createKeptConnections();
  const url = `https://receiver.test:${receiver.port}/`;
  expect(await post(url, { connections })).toEqual({ status: 204, body: '' });
  expect(await post(url, { connections, allowLoopback: false })).toEqual({
    error: 'address_refused',
    cause: 'address_refused',
  });
});

it('uses a new connection if the receiver has closed the kept one', async () => {
  await using receiver = await listen(createHttpServer(accept));
  const connections = createKeptConnections();
  const url = `http://receiver.test:${receiver.port}/`;
  expect(await post(url, { connections })).toEqual({ status: 204, body: '' });
  receiver.sockets[0]?.destroy();
  // The close has not reached this end yet when the attempt takes the connection.
  expect(await post(url, { connections })).toEqual({ status: 204, body: '' });
  expect(receiver.sockets).toHaveLength(2);
});

it.each([
  ['a new', []],
  ['a kept', [{ status: 204, body: '' }]],
])('DLV-4: sends once if the receiver closes %s connection after the request', async (_kind, before) => {
  let isFailing = false;
  let requests = 0;
  const server = rawServer((socket) => {
    requests += 1;
    if (isFailing) socket.destroy();
    else socket.write(noContent);
  });
  await using receiver = await listen(server);
  const connections = createKeptConnections();
  const url = `http://receiver.test:${receiver.port}/`;
  for (const result of before) expect(await post(url, { connections })).toEqual(result);
  isFailing = true;
  requests = 0;
  expect(await post(url, { connections })).toEqual({ error: 'connection', cause: 'connection_reset' });
  expect(requests).toBe(1);
  expect(receiver.sockets).toHaveLength(1);
});

it.each([
  ['the receiver announces that it closes', 'Connection: close\r\n'],
  ['the receiver keeps it for a second', 'Keep-Alive: timeout=1\r\n'],
])('does not keep a connection if %s', async (_case, header) => {
  await using receiver = await listen(
    rawServer((socket) => socket.write(`HTTP/1.1 200 OK\r\n${header}Content-Length: 0\r\n\r\n`)),
  );
  const connections = createKeptConnections();
  const url = `http://receiver.test:${receiver.port}/`;
  await post(url, { connections });
  await post(url, { connections });
  expect(receiver.sockets).toHaveLength(2);
});

it('closes a connection that is idle for too long', async () => {
  const closed = Promise.withResolvers<void>();
  const server = createHttpServer(accept).on('connection', (socket: Socket) => socket.once('close', closed.resolve));
  await using receiver = await listen(server);
  const connections = createKeptConnections({ idle_ms: 20 });
  const result = await post(`http://receiver.test:${receiver.port}/`, { connections });
  expect(result).toEqual({ status: 204, body: '' });
  await closed.promise;
});

it('keeps a connection for longer once it has served several requests', async () => {
  await using receiver = await listen(createHttpServer({ keepAliveTimeout: 0 }, accept));
  const idle_ms = 3_600_000;
  const connections = createKeptConnections({ idle_ms });
  const timeouts: (number | undefined)[] = [];
  for (let count = 0; count < 5; count += 1) {
    await post(`http://receiver.test:${receiver.port}/`, { connections });
    const [socket] = Object.values(connections['http:'].kept.freeSockets).flatMap((sockets) => sockets ?? []);
    timeouts.push(socket?.timeout);
  }
  expect(timeouts).toEqual([1, 2, 3, 4, 4].map((times) => times * idle_ms));
  expect(receiver.sockets).toHaveLength(1);
});

it('closes the connection that was idle for longest if there are too many', async () => {
  const closed = Promise.withResolvers<string>();
  await using stack = new AsyncDisposableStack();
  const connections = createKeptConnections({ maxIdle: 2, idle_ms: 3_600_000 });
  const receivers = [];
  for (const name of ['first', 'second', 'third']) {
    const server = createHttpServer(accept).on('connection', (socket: Socket) =>
      socket.once('close', () => closed.resolve(name)),
    );
    receivers.push(stack.use(await listen(server)));
  }
  for (const index of [0, 1, 0, 2]) await post(`http://receiver.test:${receivers[index]?.port}/`, { connections });
  expect(await closed.promise).toBe('second');
});

it('DLV-13: closes an idle connection on which the receiver sends anything', async () => {
  await using receiver = await listen(rawServer((socket) => socket.write(noContent)));
  const connections = createKeptConnections({ idle_ms: 3_600_000 });
  const result = await post(`http://receiver.test:${receiver.port}/`, { connections });
  expect(result).toEqual({ status: 204, body: '' });

  const [socket] = receiver.sockets;
  const closed = new Promise((done) => socket?.once('close', done));
  socket?.write('HTTP/1.1 200 OK\r\n');
  await closed;
});
