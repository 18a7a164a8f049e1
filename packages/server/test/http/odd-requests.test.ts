/** Sends valid but unusual requests. */
import { expect, it } from 'vitest';
import { openRaw, sendRaw, toRequest } from '../support/raw/raw-http.ts';
import { close, codeOf, host, lines, openRawWorld, search, typed, unknownBooking } from '../support/raw/raw-world.ts';

const raw = openRawWorld();

const odd: { name: string; path: string; bytes: () => string; code: string }[] = [
  {
    name: 'a finished request of HTTP/0.9',
    path: search,
    bytes: () => `GET ${search}\r\n\r\n`,
    code: '405 method_not_allowed',
  },
  {
    name: 'HTTP/1.0 without a Host',
    path: unknownBooking,
    bytes: () => lines(`GET ${unknownBooking} HTTP/1.0`, raw.key),
    code: '404 not_found',
  },
  {
    name: 'an absolute target of another host',
    path: unknownBooking,
    bytes: () => lines(`GET http://elsewhere.test:99999${unknownBooking} HTTP/1.1`, host, raw.key, close),
    code: '404 not_found',
  },
  {
    name: 'an absolute target with an unknown path',
    path: '/nothing',
    bytes: () => lines('GET http://elsewhere.test/nothing HTTP/1.1', host, raw.key, close),
    code: '404 not_found',
  },
  {
    name: 'an absolute target with the wrong method',
    path: search,
    bytes: () => lines(`GET http://elsewhere.test${search} HTTP/1.1`, host, raw.key, close),
    code: '405 method_not_allowed',
  },
  {
    name: 'two slashes before a path that looks like a host',
    path: '/nothing',
    bytes: () => lines(`GET //elsewhere.test${unknownBooking} HTTP/1.1`, host, raw.key, close),
    code: '404 not_found',
  },
  {
    name: 'unresolved dots in the path',
    path: '/nothing',
    bytes: () => lines(`GET /v1/x/..${unknownBooking.slice(3)} HTTP/1.1`, host, raw.key, close),
    code: '404 not_found',
  },
  {
    name: 'a path that is not UTF-8',
    path: '/nothing',
    bytes: () => lines('GET /v1/bookings/%ff%fe HTTP/1.1', host, raw.key, close),
    code: '404 not_found',
  },
  {
    name: 'a path with an encoded NUL',
    path: '/v1/bookings/%00',
    bytes: () => lines('GET /v1/bookings/%00 HTTP/1.1', host, raw.key, close),
    code: '400 invalid_request',
  },
  {
    name: 'a path with an encoded slash',
    path: '/v1/bookings/x%2fcancel',
    bytes: () => lines('GET /v1/bookings/x%2fcancel HTTP/1.1', host, raw.key, close),
    code: '400 invalid_request',
  },
  {
    name: 'a query that is not UTF-8',
    path: unknownBooking,
    bytes: () => lines(`GET ${unknownBooking}?%ff=%fe&%00 HTTP/1.1`, host, raw.key, close),
    code: '400 invalid_request',
  },
  {
    name: 'a path of 14,000 bytes',
    path: '/nothing',
    bytes: () => lines(`GET /v1/${'x'.repeat(14_000)} HTTP/1.1`, host, raw.key, close),
    code: '404 not_found',
  },
  {
    name: 'a query of 3,000 names',
    path: unknownBooking,
    bytes: () => lines(`GET ${unknownBooking}?${'a&'.repeat(3_000)} HTTP/1.1`, host, raw.key, close),
    code: '400 invalid_request',
  },
  {
    name: 'an ignored upgrade to HTTP/2',
    path: unknownBooking,
    bytes: () =>
      lines(
        `GET ${unknownBooking} HTTP/1.1`,
        host,
        raw.key,
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
    name: 'an ignored upgrade to WebSocket',
    path: unknownBooking,
    bytes: () =>
      lines(`GET ${unknownBooking} HTTP/1.1`, host, raw.key, 'Connection: Upgrade, close', 'Upgrade: websocket'),
    code: '404 not_found',
  },
  {
    name: 'an empty Host',
    path: unknownBooking,
    bytes: () => lines(`GET ${unknownBooking} HTTP/1.1`, 'Host:', raw.key, close),
    code: '404 not_found',
  },
  {
    name: 'an IPv6 address with a port as Host',
    path: unknownBooking,
    bytes: () => lines(`GET ${unknownBooking} HTTP/1.1`, 'hOST: [::1]:7420', raw.key, close),
    code: '404 not_found',
  },
];

it.each(odd)('END-12 END-14: returns $code for $name', async ({ bytes, path, code }) => {
  expect((await raw.send(bytes(), path)).map(codeOf)).toEqual([code]);
});

it('END-12 END-14: refuses CONNECT with a response', async () => {
  const responses = await raw.send(lines('CONNECT elsewhere.test:443 HTTP/1.1', host), '/');
  expect(responses.map(({ status }) => status)).toEqual([expect.toBeOneOf([400, 404, 405])]);
});

it('END-12 END-14: does not wait for an unknown expectation', async () => {
  const headers = [raw.key, typed, 'Expect: a-miracle', close];
  const responses = await raw.send(toRequest(`POST ${search}`, { headers, body: '{}' }), search);
  expect(responses.map(({ status }) => status)).toEqual([200]);
});

it('END-12: requests a body with 100 Continue and then responds', async () => {
  const headers = [raw.key, typed, 'Expect: 100-continue', close];
  const [interim, response, ...rest] = await sendRaw(
    raw.world.url,
    toRequest(`POST ${search}`, { headers, body: '{}' }),
  );
  if (!interim || !response) throw new Error('Two responses were expected.');
  raw.world.wire.checkResponse({ method: 'POST', path: search, ...response });
  expect([interim.status, response.status, rest]).toEqual([100, 200, []]);
});

it('END-12: responds to other callers while some never finish their requests', async () => {
  const sockets = Array.from({ length: 100 }, () => openRaw(raw.world.url));
  for (const socket of sockets) socket.write(`POST ${search} HTTP/1.1\r\n${host}\r\n`);
  const responses = await Promise.all(Array.from({ length: 20 }, () => raw.world.call('POST', search, { body: {} })));
  for (const socket of sockets) socket.destroy();
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
});
