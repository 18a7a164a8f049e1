/** @module-tag needs-openssl */
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Certificate, createCertificate } from '../../test/support/network/certificate.ts';
import { openConnectProxy } from '../../test/support/network/connect-proxy.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { freePorts } from '../../../server/test/support/processes/free-ports.ts';
import { listenOnLoopback } from '../../test/support/network/listen-on-loopback.ts';
import { openTlsReceiver } from '../../test/support/network/tls-receiver.ts';
import type { Address } from '../addresses.ts';
import { connectionsThrough, type KeptConnections } from './kept-connections.ts';
import { type PostResult, safePost } from './safe-post.ts';
import { mayHaveCredentials, requireWebhookProxy, serverNameOf, toWebhookProxy } from './webhook-proxy.ts';

const trusted = getCACertificates('default');
let certificate: Certificate;
beforeAll(() => {
  certificate = createCertificate(['receiver.test', 'other.test', 'localhost']);
  setDefaultCACertificates([certificate.cert]);
});
afterAll(() => setDefaultCACertificates(trusted));

const first: Address = { address: '93.184.215.14', family: 4 };
const second: Address = { address: '93.184.215.15', family: 4 };
const sixth: Address = { address: '2606:2800:220:1:248:1893:25c8:1946', family: 6 };
const loopback: Address = { address: '127.0.0.1', family: 4 };
const delivered = { status: 204, body: '' };

interface Post {
  readonly connections: KeptConnections;
  readonly addresses?: readonly Address[];
  readonly allowLoopback?: boolean;
}

function post(url: string, { addresses = [first], allowLoopback = false, ...options }: Post): Promise<PostResult> {
  const headers = { 'X-Sent': 'as given' };
  return safePost({
    url,
    organization_id: 'org_test',
    headers,
    body: Buffer.from('{}'),
    allowLoopback,
    resolve: async () => addresses,
    ...options,
  });
}

/** Opens a receiver, and a proxy for which these addresses lead to it. */
async function openRoute({
  addresses = [first],
  ...options
}: {
  addresses?: readonly Address[];
  credentials?: string;
}) {
  await using opened = new AsyncDisposableStack();
  const receiver = opened.use(await openTlsReceiver(certificate));
  const targets = addresses.map(({ address, family }) => `${family === 6 ? `[${address}]` : address}:8443`);
  const routes = Object.fromEntries(targets.map((target) => [target, receiver.port]));
  const proxy = opened.use(await openConnectProxy({ routes, ...options }));
  const connections = connectionsThrough(`http://${options.credentials ?? 'user'}@${proxy.host}`);
  const asked = () => proxy.asked.map(({ target }) => target);
  const running = opened.move();
  return { receiver, proxy, connections, asked, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

describe('a tunnel', () => {
  it('ORG-6: is opened to the checked address with the credentials, and TLS uses the name of the host', async () => {
    await using route = await openRoute({ credentials: 'user:swordfish' });
    expect(await post('https://receiver.test:8443/hook', route)).toEqual(delivered);
    const authorization = `Basic ${Buffer.from('user:swordfish').toString('base64')}`;
    expect(route.proxy.asked).toEqual([{ target: '93.184.215.14:8443', authorization }]);
    expect(route.receiver.received).toMatchObject([
      { url: '/hook', servername: 'receiver.test', headers: { host: 'receiver.test:8443', 'x-sent': 'as given' } },
    ]);
    expect(route.receiver.received[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  it('is opened to an IPv6 address in brackets', async () => {
    await using route = await openRoute({ addresses: [sixth] });
    expect(await post('https://receiver.test:8443/', { ...route, addresses: [sixth] })).toEqual(delivered);
    expect(route.asked()).toEqual([`[${sixth.address}]:8443`]);
  });

  it('ends at a certificate for the host name, or the attempt fails', async () => {
    await using route = await openRoute({});
    expect(await post('https://wrong.test:8443/', route)).toEqual({
      error: 'connection',
      cause: 'tls_name_mismatch',
    });
    expect(route.receiver.received).toEqual([]);
  });

  it('is opened through a proxy that speaks TLS, if its certificate fits', async () => {
    await using receiver = await openTlsReceiver(certificate);
    const routes = { '93.184.215.14:8443': receiver.port };
    await using proxy = await openConnectProxy({ routes, certificate });
    const connections = connectionsThrough(`https://${proxy.host.replace('127.0.0.1', 'localhost')}`);
    expect(await post('https://receiver.test:8443/', { connections })).toEqual(delivered);
    const misnamed = connectionsThrough(`https://${proxy.host}`);
    expect(await post('https://receiver.test:8443/', { connections: misnamed })).toEqual({
      error: 'connection',
      cause: 'sender_failed',
      proxy: { error: 'unreachable', code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    });
    expect([proxy.asked.length, proxy.servernames[0]]).toEqual([1, 'localhost']);
  });

  it('is kept for the next webhooks to the same host', async () => {
    await using route = await openRoute({});
    for (let count = 0; count < 3; count += 1)
      expect(await post('https://receiver.test:8443/', route)).toEqual(delivered);
    expect([route.asked().length, route.receiver.sockets.length]).toEqual([1, 1]);
  });

  it('ORG-6: is never used for another host at the same address, or for another address', async () => {
    await using route = await openRoute({ addresses: [first, second] });
    const names = ['receiver.test', 'other.test', 'receiver.test', 'other.test'];
    for (const name of names) expect(await post(`https://${name}:8443/`, route)).toEqual(delivered);
    expect(route.receiver.received.map(({ servername }) => servername)).toEqual(names);
    expect(route.asked()).toEqual(['93.184.215.14:8443', '93.184.215.14:8443']);
    expect(await post('https://receiver.test:8443/', { ...route, addresses: [second] })).toEqual(delivered);
    expect(route.asked()).toEqual(['93.184.215.14:8443', '93.184.215.14:8443', '93.184.215.15:8443']);
  });

  it('is opened again, and not kept, if the kept one was closed', async () => {
    await using route = await openRoute({});
    expect(await post('https://receiver.test:8443/', route)).toEqual(delivered);
    // The close has not reached this end yet when the attempt takes the tunnel.
    route.proxy.closeTunnels();
    expect(await post('https://receiver.test:8443/', route)).toEqual(delivered);
    expect(route.asked()).toHaveLength(2);
    const kept = route.receiver.received.map(({ headers }) => headers.connection);
    expect(kept).toEqual(['keep-alive', 'close']);
  });

  it('resumes the TLS session of the first one', async () => {
    await using route = await openRoute({});
    const results = await Promise.all([1, 2, 3].map(() => post('https://receiver.test:8443/', route)));
    expect(results).toEqual([delivered, delivered, delivered]);
    expect(route.receiver.resumed).toEqual([false, true, true]);
  });

  it('is opened to the next address, of the other family first, if the proxy cannot reach one', async () => {
    await using route = await openRoute({ addresses: [second] });
    const addresses = [first, second, sixth];
    expect(await post('https://receiver.test:8443/', { ...route, addresses })).toEqual(delivered);
    expect(route.asked()).toEqual(['93.184.215.14:8443', `[${sixth.address}]:8443`, '93.184.215.15:8443']);
  });

  it('is requested for four addresses at most', async () => {
    await using route = await openRoute({});
    const addresses = Array.from({ length: 9 }, (_each, index) => ({ address: `93.184.215.2${index}`, family: 4 }));
    const proxy = { error: 'refused', status: 502 };
    const failure = { error: 'connection', cause: 'host_unreachable', proxy };
    expect(await post('https://receiver.test:8443/', { ...route, addresses })).toEqual(failure);
    expect(route.asked()).toHaveLength(4);
  });
});

describe('the proxy', () => {
  it.each([
    { url: 'https://10.0.0.1:8443/', addresses: [{ address: '10.0.0.1', family: 4 }] },
    { url: 'https://169.254.169.254/', addresses: [{ address: '169.254.169.254', family: 4 }] },
    { url: 'https://receiver.test:8443/', addresses: [first, { address: '10.0.0.1', family: 4 }] },
    { url: 'https://receiver.test:8443/', addresses: [first, loopback] },
    { url: 'http://receiver.test:8443/', addresses: [first] },
  ])('ORG-6: gets no request for the refused target $url $addresses', async ({ url, addresses }) => {
    await using route = await openRoute({});
    expect(await post(url, { ...route, addresses })).toEqual({ error: 'address_refused', cause: 'address_refused' });
    expect(route.asked()).toEqual([]);
  });

  it('gets no request for this computer: in development these webhooks go directly', async () => {
    await using route = await openRoute({});
    await using plain = createHttpServer((_req, res) => res.writeHead(204).end());
    const http = await listenOnLoopback(plain);
    const here = { ...route, addresses: [loopback], allowLoopback: true };
    expect(await post(`${http}/`, here)).toEqual(delivered);
    expect(await post(`https://receiver.test:${route.receiver.port}/`, here)).toEqual(delivered);
    expect(route.asked()).toEqual([]);
    expect(await post('https://receiver.test:8443/', { ...here, addresses: [loopback, first] })).toEqual(delivered);
    expect(route.asked()).toEqual(['93.184.215.14:8443']);
  });

  it.each([401, 403, 407, 429, 500, 502, 503, 504])(
    'fails the attempt with %i, and receives nothing else',
    async (status) => {
      await using route = await openRoute({});
      route.proxy.statuses.push(status);
      const proxy = { error: 'refused', status };
      const cause = status > 501 ? 'host_unreachable' : 'sender_failed';
      expect(await post('https://receiver.test:8443/', route)).toEqual({ error: 'connection', cause, proxy });
      expect([route.asked().length, route.receiver.sockets.length]).toEqual([1, 0]);
      // The next attempt uses a new tunnel.
      expect(await post('https://receiver.test:8443/', route)).toEqual(delivered);
    },
  );

  it('fails the attempt if it does not run', async () => {
    const [port] = await freePorts();
    const connections = connectionsThrough(`http://user:swordfish@127.0.0.1:${port}`);
    expect(await post('https://receiver.test:8443/', { connections })).toEqual({
      error: 'connection',
      cause: 'sender_failed',
      proxy: { error: 'unreachable', code: 'ECONNREFUSED' },
    });
  });

  const ok = 'HTTP/1.1 200 OK\r\n';
  const closed = { error: 'closed', code: 'ECONNRESET' };
  const invalid = { error: 'invalid_response' };
  it.each<[what: string, respond: (socket: Socket) => void, proxy: object | undefined]>([
    ['closes early', (socket) => socket.destroy(), closed],
    ['closes inside the head', (socket) => socket.end(ok), closed],
    ['sends an endless head', (socket) => flood(socket, { text: 'X-Filler: filler\r\n', after: ok }), invalid],
    ['sends endless line breaks', (socket) => flood(socket, { text: '\r\n' }), invalid],
    ['sends an endless reason', (socket) => flood(socket, { text: 'x', after: 'HTTP/1.1 200 ' }), invalid],
    ['does not speak HTTP', (socket) => socket.write('SSH-2.0-OpenSSH\r\n'), invalid],
    ['sends bytes before the receiver', (socket) => socket.write(`${ok}\r\nmore`), invalid],
    [
      'sends an interim response',
      (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'),
      { error: 'refused', status: 100 },
    ],
    ['closes the tunnel', (socket) => socket.end(`${ok}\r\n`), undefined],
  ])('DLV-13: fails the attempt if it %s', async (_what, respond, proxy) => {
    const sockets: Socket[] = [];
    const server = createTcpServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => respond(socket));
    });
    await using closing = new AsyncDisposableStack();
    closing.defer(() => new Promise<void>((done) => server.close(() => done())));
    closing.defer(() => sockets.forEach((socket) => socket.destroy()));
    const connections = connectionsThrough(await listenOnLoopback(server));
    const cause = proxy ? 'sender_failed' : 'tls_failed';
    expect(await post('https://receiver.test:8443/', { connections })).toEqual({ error: 'connection', cause, proxy });
    // A few buffers, not ten seconds of data.
    expect(sockets[0]?.bytesWritten).toBeLessThan(16 * 1024 * 1024);
  });
});

/** Writes `after`, then the text repeatedly until the socket closes. */
function flood(socket: Socket, { text, after = '' }: { text: string; after?: string }): void {
  const chunk = text.repeat(Math.ceil(16_384 / text.length));
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.write(after);
  socket.on('drain', more);
  more();
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

it.each([
  ['http://proxy.test:3128', { protocol: 'http:', host: 'proxy.test', port: 3128, authorization: undefined }],
  ['http://proxy.test', { port: 80 }],
  ['https://proxy.test/', { protocol: 'https:', port: 443 }],
  ['http://[fd00::5]:3128', { host: 'fd00::5', port: 3128 }],
  ['http://user:swordfish@proxy.test:3128', { host: 'proxy.test', authorization: basic('user:swordfish') }],
  ['http://us%40er:s%3Aw%C3%B6rd@proxy.test', { authorization: basic('us@er:s:wörd') }],
  ['http://token@proxy.test', { authorization: basic('token:') }],
])('reads %s', (text, expected) => {
  expect(toWebhookProxy(text)).toMatchObject(expected);
  expect(requireWebhookProxy(text)).toEqual(toWebhookProxy(text));
});

it.each([
  '',
  'proxy.test:3128',
  'proxy.test',
  'ftp://proxy.test',
  'socks5://proxy.test:1080',
  'http://proxy.test:3128/path',
  'http://proxy.test:3128/?key=swordfish',
  'http://proxy.test:3128/#swordfish',
  'http://proxy.test:0',
  'http://proxy.test:65536',
  'http://proxy.test:3128 ',
  'http://proxy\n.test',
  'http://a%3Ab:swordfish@proxy.test',
  'http://user:sword%0D%0Afish@proxy.test',
  'http://user:sword%fish@proxy.test',
])('refuses %j, and the message does not contain it', (text) => {
  expect(toWebhookProxy(text)).toBeUndefined();
  const message =
    'The webhook proxy must be the URL of an HTTP proxy, such as http://proxy.example.com:3128. Its value is not shown, because it may be secret.';
  expect(() => requireWebhookProxy(text)).toThrow(new TypeError(message));
});

it.each([
  'http://user:swordfish@proxy.test:3128',
  'http://token@proxy.test',
  'user:swordfish@proxy.test',
  'user:swordfish',
  'http://user:sword%40proxy.test:3128',
  'http://user:swordfish/proxy.test',
  'http://proxy.test:3128/?key=swordfish',
])('finds that %s may be secret', (text) => expect(mayHaveCredentials(text)).toBe(true));

it.each(['', 'proxy.test:3128', 'http://proxy.test', 'http://proxy.test:3128/', 'https://[fd00::5]:3128', 'ftp://x'])(
  'finds nothing secret in %j',
  (text) => expect(mayHaveCredentials(text)).toBe(false),
);

it('names the proxy in TLS by its name, and not by its address', () => {
  const nameOf = (text: string) => serverNameOf(requireWebhookProxy(text));
  expect(['https://proxy.test', 'https://10.1.0.5', 'https://[fd00::5]'].map(nameOf)).toEqual(['proxy.test', '', '']);
});
