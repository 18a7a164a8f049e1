import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '../../src/testing.ts';
import { openRaw, sendRaw, toRequest, type RawResponse, type RawOptions } from '../support/raw-http.ts';

const search = '/v1/venues/search';
const unknownBooking = '/v1/bookings/bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';
const host = 'Host: service.test';
const close = 'Connection: close';
const typed = 'Content-Type: application/json';

let world: World;
let key: string;
beforeAll(async () => {
  world = await openWorld({ organization: { rate_limit: 100_000 } });
  key = `Authorization: Bearer ${world.organization.keys.test}`;
});
afterAll(() => world[Symbol.asyncDispose]());

// Whatever was done to it: the next caller is answered.
afterEach(async () => {
  const { status } = await world.call('POST', search, { body: {} });
  if (status !== 200) throw new Error(`The next caller got ${status}.`);
});

/** Sends the bytes; every answer must be one that the contract has for a request to `path`. */
async function send(bytes: string | Uint8Array, path: string, options?: RawOptions): Promise<RawResponse[]> {
  const answers = await sendRaw(world.url, bytes, options);
  const method = /^[A-Z]+/.exec(bytes.toString())?.[0] ?? 'GET';
  for (const answer of answers) world.wire.checkResponse({ method, path, ...answer });
  return answers;
}

function lines(...all: string[]): string {
  return `${all.join('\r\n')}\r\n\r\n`;
}

function codeOf({ status, text }: RawResponse): string {
  return `${status} ${(JSON.parse(text) as { error_code: string }).error_code}`;
}

/** A request that must never be answered: it stands within another one. */
const smuggled = 'GET /v1/smuggled HTTP/1.1\r\nHost: service.test\r\nRequest-Id: req_smuggled\r\n\r\n';

const many = (count: number, line: string) => Array.from({ length: count }, (_, index) => `X-${index}: ${line}`);

const malformed: { name: string; bytes: () => string | Uint8Array; options?: RawOptions }[] = [
  { name: 'bytes that are nothing', bytes: () => Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10]) },
  { name: 'a TLS hello', bytes: () => Buffer.from('16030100c8010000c40303', 'hex') },
  { name: 'the preface of HTTP/2', bytes: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
  { name: 'HTTP/3.7', bytes: () => lines(`GET ${search} HTTP/3.7`, host) },
  { name: 'a line of HTTP/0.9 that is never ended', bytes: () => `GET ${search}\r\n`, options: { end: 'after bytes' } },
  { name: 'half a request line', bytes: () => 'POST /v1/book', options: { end: 'after bytes' } },
  { name: 'half a header', bytes: () => `GET ${search} HTTP/1.1\r\nHo`, options: { end: 'after bytes' } },
  { name: 'bare line feeds', bytes: () => `GET ${search} HTTP/1.1\n${host}\n\n` },
  { name: 'a method nobody knows', bytes: () => lines(`FETCH ${search} HTTP/1.1`, host) },
  { name: 'a method in lower case', bytes: () => lines(`get ${search} HTTP/1.1`, host) },
  { name: 'a target without a slash', bytes: () => lines('GET v1/bookings HTTP/1.1', host) },
  { name: 'a space in the target', bytes: () => lines('GET /v1/book ings HTTP/1.1', host) },
  { name: 'a NUL in the target', bytes: () => lines('GET /v1/\0 HTTP/1.1', host) },
  { name: 'bytes above 127 in the target', bytes: () => Buffer.from(lines('GET /v1/\u00ff HTTP/1.1', host), 'latin1') },
  { name: 'a target of 40,000 bytes', bytes: () => lines(`GET /${'x'.repeat(40_000)} HTTP/1.1`, host) },
  { name: 'a header of 40,000 bytes', bytes: () => lines(`GET ${search} HTTP/1.1`, host, `X: ${'x'.repeat(40_000)}`) },
  { name: '5,000 headers', bytes: () => lines(`GET ${search} HTTP/1.1`, host, ...many(5000, 'x')) },
  { name: '5,000 headers of two bytes', bytes: () => lines(`GET ${search} HTTP/1.1`, host, 'X:\r\n'.repeat(5000)) },
  { name: 'a header without a colon', bytes: () => lines(`GET ${search} HTTP/1.1`, host, 'Nothing') },
  { name: 'a header without a name', bytes: () => lines(`GET ${search} HTTP/1.1`, host, ': x') },
  { name: 'a space before the colon', bytes: () => lines(`GET ${search} HTTP/1.1`, host, 'X : x') },
  { name: 'a NUL in a header', bytes: () => lines(`GET ${search} HTTP/1.1`, host, 'X: a\0b') },
  { name: 'a folded header', bytes: () => lines(`GET ${search} HTTP/1.1`, host, 'X: a', ' b') },
  { name: 'no Host', bytes: () => lines(`GET ${unknownBooking} HTTP/1.1`, key) },
  { name: 'a length that is a word', bytes: () => lines(`POST ${search} HTTP/1.1`, host, key, 'Content-Length: two') },
  { name: 'a negative length', bytes: () => lines(`POST ${search} HTTP/1.1`, host, key, 'Content-Length: -2') },
  { name: 'a length with a sign', bytes: () => lines(`POST ${search} HTTP/1.1`, host, key, 'Content-Length: +2') },
  {
    name: 'a length past 64 bits',
    bytes: () => lines(`POST ${search} HTTP/1.1`, host, key, 'Content-Length: 99999999999999999999'),
  },
  {
    name: 'two lengths',
    bytes: () => `${lines(`POST ${search} HTTP/1.1`, host, key, typed, 'Content-Length: 2', 'Content-Length: 3')}{}`,
  },
  {
    name: 'both a length and chunks',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, key, typed, 'Content-Length: 2', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  },
  {
    name: 'chunks that are not the last coding',
    bytes: () => `${lines(`POST ${search} HTTP/1.1`, host, key, typed, 'Transfer-Encoding: chunked, gzip')}0\r\n\r\n`,
  },
  {
    name: 'a coding nobody knows',
    bytes: () => `${lines(`POST ${search} HTTP/1.1`, host, key, typed, 'Transfer-Encoding: xchunked')}0\r\n\r\n`,
  },
  ...[
    { name: 'the same length twice', framing: ['Content-Length: 2', 'Content-Length: 2'] },
    { name: 'two lengths in one header', framing: ['Content-Length: 2, 2'] },
    { name: 'a hexadecimal length', framing: ['Content-Length: 0x2'] },
    { name: 'a length with a fraction', framing: ['Content-Length: 2.0'] },
    { name: 'a space before the colon of the length', framing: ['Content-Length : 2'] },
    { name: 'chunks, then a length', framing: ['Transfer-Encoding: chunked', 'Content-Length: 2'] },
    {
      name: 'chunks behind another coding, and a length',
      framing: ['Transfer-Encoding: gzip, chunked', 'Content-Length: 2'],
    },
    { name: 'two codings in two headers', framing: ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'] },
    { name: 'a coding in quotes', framing: ['Transfer-Encoding: "chunked"'] },
    { name: 'a coding with a parameter', framing: ['Transfer-Encoding: chunked;x=1'] },
    { name: 'a coding behind a vertical tab', framing: ['Transfer-Encoding: \x0bchunked'] },
    { name: 'a folded coding', framing: ['Transfer-Encoding:', ' chunked'] },
    { name: 'a folded length', framing: ['Content-Length:', '\t2'] },
    { name: 'a coding whose name ends in NUL', framing: ['Transfer-Encoding\0: chunked'] },
    { name: 'a header that a bare return ends', framing: ['X: a\rContent-Length: 2'] },
    { name: 'a header that a bare line feed ends', framing: ['X: a\nContent-Length: 2'] },
    { name: 'a header whose name is not ASCII', framing: ['Content-Lengt\u00e9: 2'] },
  ].map(({ name, framing }) => ({
    name,
    // What is smuggled stands where a body of another length would have ended.
    bytes: () =>
      Buffer.from(`${lines(`POST ${search} HTTP/1.1`, host, key, typed, ...framing)}0\r\n\r\n${smuggled}`, 'latin1'),
  })),
  {
    name: 'a chunk whose size has a sign',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, key, typed, 'Transfer-Encoding: chunked')}+2\r\n{}\r\n0\r\n\r\n`,
  },
  {
    name: 'a chunk whose size is hexadecimal with 0x',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, key, typed, 'Transfer-Encoding: chunked')}0x2\r\n{}\r\n0\r\n\r\n`,
  },
  {
    name: 'a chunk whose size ends in a bare line feed',
    bytes: () => `${lines(`POST ${search} HTTP/1.1`, host, key, typed, 'Transfer-Encoding: chunked')}2\n{}\n0\n\n`,
  },
  {
    name: 'a chunk extension that a bare line feed ends',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, key, typed, 'Transfer-Encoding: chunked')}2;x\n{}\r\n0\r\n\r\n`,
  },
  {
    name: 'a trailer of 40,000 bytes',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, key, typed, 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
  },
  {
    name: 'a chunk size that is a word',
    bytes: () => `${lines(`POST ${search} HTTP/1.1`, host, key, typed, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n`,
  },
  {
    name: 'a chunk size past 64 bits',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, key, typed, 'Transfer-Encoding: chunked')}${'f'.repeat(17)}\r\n`,
  },
  {
    name: 'a chunk longer than its size',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, key, typed, 'Transfer-Encoding: chunked')}1\r\n{}\r\n0\r\n\r\n`,
  },
  {
    name: 'a chunk extension of 20,000 bytes',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, key, typed, 'Transfer-Encoding: chunked')}2;${'x'.repeat(20_000)}\r\n{}\r\n`,
  },
  {
    name: 'a body cut short',
    bytes: () => `${lines(`POST ${search} HTTP/1.1`, host, key, typed, 'Content-Length: 20')}{}`,
    options: { end: 'after bytes' },
  },
];

it.each(malformed)('END-12 END-14 ERR-1: $name: one 400 invalid_request, and the connection ends', async (row) => {
  const answers = await send(row.bytes(), '/', row.options);
  expect(answers.map(codeOf)).toEqual(['400 invalid_request']);
  expect(answers[0]?.headers.get('connection')).toBe('close');
});

const odd: { name: string; path: string; bytes: () => string; code: string }[] = [
  {
    name: 'HTTP/0.9 with an end',
    path: search,
    bytes: () => `GET ${search}\r\n\r\n`,
    code: '405 method_not_allowed',
  },
  {
    name: 'HTTP/1.0 without a Host',
    path: unknownBooking,
    bytes: () => lines(`GET ${unknownBooking} HTTP/1.0`, key),
    code: '404 not_found',
  },
  {
    name: 'an absolute target, of whichever host',
    path: unknownBooking,
    bytes: () => lines(`GET http://elsewhere.test:99999${unknownBooking} HTTP/1.1`, host, key, close),
    code: '404 not_found',
  },
  {
    name: 'an absolute target of no known path',
    path: '/nothing',
    bytes: () => lines('GET http://elsewhere.test/nothing HTTP/1.1', host, key, close),
    code: '404 not_found',
  },
  {
    name: 'an absolute target, to the wrong method',
    path: search,
    bytes: () => lines(`GET http://elsewhere.test${search} HTTP/1.1`, host, key, close),
    code: '405 method_not_allowed',
  },
  {
    name: 'two slashes before a path that looks like a host',
    path: '/nothing',
    bytes: () => lines(`GET //elsewhere.test${unknownBooking} HTTP/1.1`, host, key, close),
    code: '404 not_found',
  },
  {
    name: 'dots in the path, which nobody resolves',
    path: '/nothing',
    bytes: () => lines(`GET /v1/x/..${unknownBooking.slice(3)} HTTP/1.1`, host, key, close),
    code: '404 not_found',
  },
  {
    name: 'a path that is not UTF-8',
    path: '/nothing',
    bytes: () => lines('GET /v1/bookings/%ff%fe HTTP/1.1', host, key, close),
    code: '404 not_found',
  },
  {
    name: 'a path with an encoded NUL',
    path: '/v1/bookings/%00',
    bytes: () => lines('GET /v1/bookings/%00 HTTP/1.1', host, key, close),
    code: '400 invalid_request',
  },
  {
    name: 'a path with an encoded slash',
    path: '/v1/bookings/x%2fcancel',
    bytes: () => lines('GET /v1/bookings/x%2fcancel HTTP/1.1', host, key, close),
    code: '400 invalid_request',
  },
  {
    name: 'a query that is not UTF-8',
    path: unknownBooking,
    bytes: () => lines(`GET ${unknownBooking}?%ff=%fe&%00 HTTP/1.1`, host, key, close),
    code: '400 invalid_request',
  },
  {
    name: 'a path of 14,000 bytes',
    path: '/nothing',
    bytes: () => lines(`GET /v1/${'x'.repeat(14_000)} HTTP/1.1`, host, key, close),
    code: '404 not_found',
  },
  {
    name: 'a query of 3,000 names',
    path: unknownBooking,
    bytes: () => lines(`GET ${unknownBooking}?${'a&'.repeat(3_000)} HTTP/1.1`, host, key, close),
    code: '400 invalid_request',
  },
  {
    name: 'an upgrade to HTTP/2, which nobody takes',
    path: unknownBooking,
    bytes: () =>
      lines(
        `GET ${unknownBooking} HTTP/1.1`,
        host,
        key,
        'Connection: Upgrade, HTTP2-Settings, close',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABkAAQAAP__',
      ),
    code: '404 not_found',
  },
  {
    name: 'OPTIONS *',
    path: '*',
    bytes: () => lines('OPTIONS * HTTP/1.1', host, close),
    code: '404 not_found',
  },
  {
    name: 'an upgrade to WebSocket, which nobody takes',
    path: unknownBooking,
    bytes: () => lines(`GET ${unknownBooking} HTTP/1.1`, host, key, 'Connection: Upgrade, close', 'Upgrade: websocket'),
    code: '404 not_found',
  },
  {
    name: 'a second Host',
    path: unknownBooking,
    bytes: () => lines(`GET ${unknownBooking} HTTP/1.1`, host, 'Host: elsewhere.test', key, close),
    code: '404 not_found',
  },
];

it.each(odd)('END-12 END-14: $name: answered with $code', async ({ bytes, path, code }) => {
  expect((await send(bytes(), path)).map(codeOf)).toEqual([code]);
});

it('END-12 END-14: CONNECT is refused with an answer', async () => {
  const answers = await send(lines('CONNECT elsewhere.test:443 HTTP/1.1', host), '/');
  expect(answers.map(({ status }) => status)).toEqual([expect.toBeOneOf([400, 404, 405])]);
});

it('END-12 END-14: a CONNECT behind a request is refused after the request is answered', async () => {
  const request = toRequest(`POST ${search}`, { headers: [key, typed, 'Request-Id: req_whole000'], body: '{}' });
  const tunnel = toRequest('CONNECT elsewhere.test:443', { headers: ['Request-Id: req_tunnel00'] });
  const answers = await sendRaw(world.url, request + tunnel);
  for (const [index, path] of [search, '/'].entries()) {
    const answer = answers[index];
    if (answer) world.wire.checkResponse({ method: 'POST', path, ...answer });
  }
  expect(answers.map(({ status, headers }) => [status, headers.get('request-id')])).toEqual([
    [200, 'req_whole000'],
    [400, 'req_tunnel00'],
  ]);
});

it('END-12 END-14: an expectation nobody knows is not waited for', async () => {
  const headers = [key, typed, 'Expect: a-miracle', close];
  const answers = await send(toRequest(`POST ${search}`, { headers, body: '{}' }), search);
  expect(answers.map(({ status }) => status)).toEqual([200]);
});

it('END-12: a body is asked for with 100 Continue, then answered', async () => {
  const headers = [key, typed, 'Expect: 100-continue', close];
  const [interim, answer, ...rest] = await sendRaw(world.url, toRequest(`POST ${search}`, { headers, body: '{}' }));
  if (!interim || !answer) throw new Error('There were no two answers.');
  world.wire.checkResponse({ method: 'POST', path: search, ...answer });
  expect([interim.status, answer.status, rest]).toEqual([100, 200, []]);
});

function pipelined(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const headers = [`Request-Id: req_pipelined${index}`, ...(index === count - 1 ? [close] : [])];
    // Every other one is refused without waiting for anything.
    if (index % 2 === 1) return toRequest('GET /v1/nothing', { headers });
    return toRequest(`POST ${search}`, { headers: [key, typed, ...headers], body: '{"limit":1}' });
  }).join('');
}

it('END-14: pipelined requests are answered in their order, the quick behind the slow', async () => {
  const answers = await sendRaw(world.url, pipelined(40));
  for (const [index, answer] of answers.entries()) {
    world.wire.checkResponse(
      index % 2 === 1 ? { method: 'GET', path: '/v1/nothing', ...answer } : { method: 'POST', path: search, ...answer },
    );
  }
  expect(answers.map(({ status, headers }) => [status, headers.get('request-id')])).toEqual(
    Array.from({ length: 40 }, (_, index) => [index % 2 === 1 ? 404 : 200, `req_pipelined${index}`]),
  );
});

it('END-12 END-14: garbage behind a request is refused after the request is answered', async () => {
  const request = toRequest(`POST ${search}`, { headers: [key, typed, 'Request-Id: req_whole000'], body: '{}' });
  const [answer, refusal, ...rest] = await sendRaw(world.url, `${request}\x01\x02garbage\r\n\r\n`);
  if (!answer || !refusal) throw new Error(`There was only one answer: ${answer?.text}`);
  world.wire.checkResponse({ method: 'POST', path: search, ...answer });
  world.wire.checkResponse({ method: 'GET', path: '/', ...refusal });
  expect([answer.status, answer.headers.get('request-id')]).toEqual([200, 'req_whole000']);
  expect([codeOf(refusal), rest]).toEqual(['400 invalid_request', []]);
});

it('END-12 END-14: a body that goes wrong spoils its own request, and none before it', async () => {
  const good = toRequest(`POST ${search}`, { headers: [key, typed, 'Request-Id: req_whole000'], body: '{}' });
  const spoilt = toRequest(`POST ${search}`, { headers: [key, typed, 'Transfer-Encoding: chunked'], body: 'zz\r\n' });
  const [answer, refusal, ...rest] = await sendRaw(world.url, good + spoilt);
  if (!answer || !refusal) throw new Error(`There was only one answer: ${answer?.text}`);
  world.wire.checkResponse({ method: 'POST', path: search, ...answer });
  world.wire.checkResponse({ method: 'GET', path: '/', ...refusal });
  expect([answer.status, answer.headers.get('request-id')]).toEqual([200, 'req_whole000']);
  expect([codeOf(refusal), rest]).toEqual(['400 invalid_request', []]);
});

it('END-12: what stands in the body of a GET is skipped, and the request behind it is read', async () => {
  const headers = [key, 'Content-Type: text/plain', 'Request-Id: req_first000'];
  const body = toRequest('GET /v1/smuggled', { headers: ['Request-Id: req_smuggled'] });
  const first = toRequest(`GET ${unknownBooking}`, { headers, body });
  const second = toRequest('GET /v1/nothing', { headers: ['Request-Id: req_second00', close] });
  const answers = await sendRaw(world.url, first + second);
  expect(answers.map((answer) => answer.headers.get('request-id'))).toEqual(['req_first000', 'req_second00']);
  for (const [index, path] of [unknownBooking, '/v1/nothing'].entries()) {
    const answer = answers[index];
    if (answer) world.wire.checkResponse({ method: 'GET', path, ...answer });
  }
});

it('END-12: callers who never finish a request keep nobody else waiting', async () => {
  const sockets = Array.from({ length: 100 }, () => openRaw(world.url));
  for (const socket of sockets) socket.write(`POST ${search} HTTP/1.1\r\n${host}\r\n`);
  const answers = await Promise.all(Array.from({ length: 20 }, () => world.call('POST', search, { body: {} })));
  for (const socket of sockets) socket.destroy();
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
