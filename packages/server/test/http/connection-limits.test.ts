/**
 * Each limit of connections, tested with real sockets against the HTTP server of the service with short limits. The tests wait for the
 * end of the connection and do not measure its duration.
 *
 * @module-tag slow
 */
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { readBytes } from '@booking-service/kernel/http';
// @boundaries-ignore a private part of the kernel
import { connectionLimits, type ConnectionLimits } from '../../../kernel/src/http/sockets.ts';
// @boundaries-ignore a private part of the kernel
import { createPublicServer } from '../../../kernel/src/service/join-service.ts';
import { createLog } from '../../src/log/log.ts';
import type { Reports } from '../../src/log/observer.ts';
import { openWorld } from '../../src/testing.ts';
import { contract } from '@booking-service/contract';
import { expectFlat } from '../support/expectations.ts';
import { openRaw, parseResponses, sendRaw, toRequest, untilReset, type RawResponse } from '../support/raw/raw-http.ts';

const ever = 3_600_000;
/** A limit that begins when the connection opens. The first bytes arrive in time, also on a busy computer. */
const short = 1_000;
const generous = {
  headers_ms: ever,
  request_ms: ever,
  keep_alive_ms: ever,
  silence_ms: ever,
  take_ms: ever,
  linger_ms: 50,
  check_ms: 10,
  max_headers: 100,
};
const opened: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(opened.map((close) => close())));

interface Listening {
  readonly url: string;
  /** The reports of the requests that were refused with 400 before they reached the app. */
  readonly malformed: Reports['responded'][];
}

async function listenWith(limits: Partial<ConnectionLimits>, app: RequestListener = answerOk): Promise<Listening> {
  const malformed: Reports['responded'][] = [];
  const server = createPublicServer(app, {
    contract,
    newId: (prefix) => `${prefix}_5f0c1f2e3d4b4a5968778695a4b3c2d1`,
    log: createLog({ level: 'silent' }),
    observer: { responded: (report) => malformed.push(report) },
    limits: { ...generous, max_connections: 100, ...limits },
    linksHelp: false,
  });
  opened.push(() => server.stop({ grace_seconds: 0 }));
  return { ...(await server.listen({ host: '127.0.0.1', port: 0 })), malformed };
}

const answerOk: RequestListener = (req, res) => {
  void readBytes(req, 65_536).then(
    () => res.end('ok'),
    () => res.destroy(),
  );
};

/** Returns the responses that arrived until the connection ended. */
async function untilClosed(socket: Socket): Promise<RawResponse[]> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await once(socket, 'close');
  return parseResponses(Buffer.concat(chunks));
}

/** Refuses a request without waiting for its body. */
const refuseAtOnce: RequestListener = (_req, res) => {
  res.writeHead(413, { Connection: 'close', 'Content-Length': 2 }).end('no');
};
const large = 8_000_000;
const announced = toRequest('POST /v1/bookings', { headers: [`Content-Length: ${large}`] });

it('END-12: reads the rest of a refused body, so that its sender gets the response', async () => {
  const { url } = await listenWith({}, refuseAtOnce);
  const socket = openRaw(url);
  // No client reads a response while it is writing.
  const error = await new Promise((done) => void socket.write(announced + 'x'.repeat(large), done));
  expect(error ?? null).toBeNull();
  expect(await untilClosed(socket)).toMatchObject([{ status: 413, text: 'no' }]);
});

it('END-12: ends the connection of a peer that does not end a refused body', async () => {
  const { url } = await listenWith({ take_ms: 50 }, refuseAtOnce);
  await expect(untilReset(url, announced)).resolves.toBeUndefined();
});

it('END-12: answers a request that arrived while the process was busy for longer than a connection may be idle', async () => {
  const { url } = await listenWith({ keep_alive_ms: 1 });
  const socket = openRaw(url);
  socket.write(toRequest('GET /v1/bookings'));
  await once(socket, 'data');
  socket.write(toRequest('GET /v1/bookings', { headers: ['Connection: close'] }));
  // Node adds a second to the limit. Afterwards its timers run before it reads the sockets.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  expect(await untilClosed(socket)).toMatchObject([{ status: 200 }]);
});

const late = { error: 'The request did not arrive in time.', error_code: 'invalid_request' };

it.each([
  { name: 'half a request line', bytes: 'POST /v1/boo' },
  { name: 'headers that never end', bytes: 'POST /v1/bookings HTTP/1.1\r\nHost: service.test\r\nX: ' },
])('END-12: refuses $name after the time limit and closes the connection', async ({ bytes }) => {
  const { url, malformed } = await listenWith({ headers_ms: short });
  const socket = openRaw(url);
  socket.write(bytes);
  const [response, ...more] = await untilClosed(socket);
  expect([response?.status, JSON.parse(response?.text ?? ''), more]).toEqual([400, expect.objectContaining(late), []]);
  expect(malformed).toHaveLength(1);
});

it('END-12: gives headers that arrive byte by byte no more time than others', async () => {
  const { url } = await listenWith({ headers_ms: short });
  const socket = openRaw(url);
  const responses = untilClosed(socket);
  socket.write('POST / HTTP/1.1\r\nX: ');
  for (let sent = 0; sent < 2_000 && !socket.destroyed; sent += 1) {
    socket.write('x');
    await pause(5);
  }
  expect((await responses).map(({ status }) => status)).toEqual([400]);
});

it.each([
  { name: 'a length', headers: ['Content-Length: 20'] },
  { name: 'chunks', headers: ['Transfer-Encoding: chunked'] },
])('END-12: refuses half a body with $name after the time limit', async ({ headers }) => {
  const { url } = await listenWith({ request_ms: short, headers_ms: short });
  const socket = openRaw(url);
  socket.write(toRequest('POST /', { headers, body: '2\r\n{}' }));
  const [response, ...more] = await untilClosed(socket);
  expect([response?.status, JSON.parse(response?.text ?? ''), more]).toEqual([400, expect.objectContaining(late), []]);
});

it('END-12: closes a connection without any byte, with no response and no report', async () => {
  const { url, malformed } = await listenWith({ headers_ms: 50 });
  expect(await untilClosed(openRaw(url))).toEqual([]);
  expect(malformed).toEqual([]);
});

it('END-12: keeps an idle connection for the keep-alive time only', async () => {
  const { url, malformed } = await listenWith({ keep_alive_ms: 50 });
  const socket = openRaw(url);
  socket.write(toRequest('GET /'));
  expect((await untilClosed(socket)).map(({ text }) => text)).toEqual(['ok']);
  expect(malformed).toEqual([]);
});

it('END-12: closes the connection of a caller that does not read its responses', async () => {
  const cut = Promise.withResolvers<void>();
  const { url } = await listenWith({ silence_ms: short }, (req, res) => {
    req.socket.once('close', () => cut.resolve());
    // More than the system buffers.
    res.end(Buffer.alloc(64 * 1024 * 1024));
  });
  const socket = openRaw(url).pause();
  socket.write(toRequest('GET /'));
  expect(await cut.promise).toBeUndefined();
  socket.destroy();
});

it('END-12: closes the connection if the caller does not read a complete response in time', async () => {
  const cut = Promise.withResolvers<void>();
  const { url } = await listenWith({ take_ms: short }, (req, res) => {
    req.socket.once('close', () => cut.resolve());
    res.end(Buffer.alloc(64 * 1024 * 1024));
  });
  const socket = openRaw(url).pause();
  socket.write(toRequest('GET /').repeat(2));
  expect(await cut.promise).toBeUndefined();
  socket.destroy();
});

it.each([
  { name: 'bytes that are no request', bytes: 'abc\r\n' },
  { name: 'half a head', bytes: 'POST /v1/bookings HTTP/1.1\r\nX: ' },
  { name: 'half a body', bytes: toRequest('POST /', { headers: ['Content-Length: 20'], body: '{}' }) },
  { name: 'a request without a Host', bytes: 'GET / HTTP/1.1\r\n\r\n' },
  { name: 'a tunnel', bytes: toRequest('CONNECT elsewhere.test:443') },
  { name: 'an answered request and garbage behind it', bytes: `${toRequest('GET /')}\x01\x02\r\n\r\n` },
])('END-12: destroys the connection after $name, even if the peer ignores its end', async ({ bytes }) => {
  const { url } = await listenWith({ headers_ms: 100, request_ms: 100 });
  expect(await untilReset(url, bytes)).toBeUndefined();
});

it('END-12: survives the reset of a tunnel while it refuses it', async () => {
  const { url } = await listenWith({});
  for (let times = 0; times < 50; times += 1) {
    const socket = openRaw(url);
    await once(socket, 'connect');
    socket.write(toRequest('CONNECT elsewhere.test:443') + 'x'.repeat(100_000));
    await nextTurn();
    socket.resetAndDestroy();
  }
  const responses = await sendRaw(url, toRequest('GET /', { headers: ['Connection: close'] }));
  expect(responses.map(({ text }) => text)).toEqual(['ok']);
});

it('END-12: replaces the longest unused connection at the maximum', async () => {
  const { url } = await listenWith({ max_connections: 3 });
  const silent: Socket[] = [];
  for (let count = 0; count < 3; count += 1) {
    const socket = openRaw(url);
    await once(socket, 'connect');
    silent.push(socket);
  }
  const [oldest, ...others] = silent;
  const gone = oldest && once(oldest, 'close');
  const responses = await sendRaw(url, toRequest('GET /', { headers: ['Connection: close'] }));
  expect(responses.map(({ text }) => text)).toEqual(['ok']);
  await gone;
  expect(others.map(({ destroyed }) => destroyed)).toEqual([false, false]);
  for (const socket of others) socket.destroy();
});

it('END-12: replaces used idle connections by each other, not by new ones', async () => {
  const { url } = await listenWith({ max_connections: 5 });
  const usedOnes: Socket[] = [];
  const useOne = async () => {
    const socket = openRaw(url);
    socket.write(toRequest('GET /'));
    await once(socket, 'data');
    usedOnes.push(socket);
  };
  for (let count = 0; count < 4; count += 1) await useOne();
  const fresh = openRaw(url);
  await once(fresh, 'connect');
  const [oldest] = usedOnes;
  const gone = oldest && once(oldest, 'close');
  await useOne();
  await gone;
  fresh.write(toRequest('GET /', { headers: ['Connection: close'] }));
  expect((await untilClosed(fresh)).map(({ text }) => text)).toEqual(['ok']);
  for (const socket of usedOnes) socket.destroy();
});

it('END-12: never replaces a connection with a request under way', async () => {
  const waiting: (() => void)[] = [];
  const both = Promise.withResolvers<void>();
  const { url } = await listenWith({ max_connections: 2 }, (_req, res) => {
    if (waiting.push(() => res.end('ok')) === 2) both.resolve();
  });
  const request = toRequest('GET /', { headers: ['Connection: close'] });
  const responses = [sendRaw(url, request), sendRaw(url, request)];
  await both.promise;
  expect(await untilClosed(openRaw(url))).toEqual([]);
  for (const response of waiting) response();
  expect((await Promise.all(responses)).flat().map(({ text }) => text)).toEqual(['ok', 'ok']);
});

it('END-12: passes on all headers of a request, or refuses it', async () => {
  const { url } = await listenWith({ max_headers: 20 }, (req, res) => res.end(req.headers['x-last']));
  const answersTo = (count: number) => {
    // Host, X-Last and Connection count too.
    const others = Array.from({ length: count - 3 }, () => 'X:');
    return sendRaw(url, toRequest('GET /', { headers: [...others, 'X-Last: seen', 'Connection: close'] }));
  };
  expect((await answersTo(20)).map(({ text }) => text)).toEqual(['seen']);
  expect((await answersTo(21)).map(({ status }) => status)).toEqual([400]);
});

it('END-12: has limits that do not contradict each other', () => {
  const { headers_ms, request_ms, silence_ms, check_ms } = connectionLimits;
  expect(headers_ms).toBeLessThanOrEqual(request_ms);
  expect(request_ms).toBeLessThan(silence_ms);
  expect(check_ms).toBeLessThan(headers_ms);
});

it('END-12: serves others and keeps no memory after 2,000 silent or incomplete connections', async () => {
  await using world = await openWorld();
  const idle = openSockets();
  // Half a kilobyte per connection. A leaked connection would keep about seven.
  await expectFlat(2_000 * 512, async () => {
    const sockets = Array.from({ length: 2_000 }, () => openRaw(world.url));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets.slice(1_000)) socket.write('POST /v1/bookings HTTP/1.1\r\nX: ');
    expect((await world.call('POST', '/v1/venues/search', { body: {} })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    while (openSockets() > idle + 5) await pause(10);
    expect((await world.call('POST', '/v1/venues/search', { body: {} })).status).toBe(200);
  });
}, 240_000);

/** The open connections of this process, which has both ends of each. */
function openSockets(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
}
