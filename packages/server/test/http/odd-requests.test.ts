/** Sends valid but unusual requests, and several on one connection. */
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

/** Returns this many requests for one connection. */
function pipelined(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const headers = [`Request-Id: req_pipelined${index}`, ...(index === count - 1 ? [close] : [])];
    // Every second request is refused immediately.
    if (index % 2 === 1) return toRequest('GET /v1/nothing', { headers });
    return toRequest(`POST ${search}`, { headers: [raw.key, typed, ...headers], body: '{"limit":1}' });
  }).join('');
}

it('END-14: responds to pipelined requests in their order', async () => {
  const responses = await sendRaw(raw.world.url, pipelined(40));
  for (const [index, response] of responses.entries()) {
    raw.world.wire.checkResponse(
      index % 2 === 1
        ? { method: 'GET', path: '/v1/nothing', ...response }
        : { method: 'POST', path: search, ...response },
    );
  }
  expect(responses.map(({ status, headers }) => [status, headers.get('request-id')])).toEqual(
    Array.from({ length: 40 }, (_, index) => [index % 2 === 1 ? 404 : 200, `req_pipelined${index}`]),
  );
});

it('END-12 END-14: responds to a request before it refuses the garbage after it', async () => {
  const request = toRequest(`POST ${search}`, { headers: [raw.key, typed, 'Request-Id: req_whole000'], body: '{}' });
  const [response, refusal, ...rest] = await sendRaw(raw.world.url, `${request}\x01\x02garbage\r\n\r\n`);
  if (!response || !refusal) throw new Error(`Two responses were expected, not only ${response?.text}`);
  raw.world.wire.checkResponse({ method: 'POST', path: search, ...response });
  raw.world.wire.checkResponse({ method: 'GET', path: '/', ...refusal });
  expect([response.status, response.headers.get('request-id')]).toEqual([200, 'req_whole000']);
  expect([codeOf(refusal), rest]).toEqual(['400 invalid_request', []]);
});

it('END-12 END-14: refuses only the request with the malformed body', async () => {
  const good = toRequest(`POST ${search}`, { headers: [raw.key, typed, 'Request-Id: req_whole000'], body: '{}' });
  const spoilt = toRequest(`POST ${search}`, {
    headers: [raw.key, typed, 'Transfer-Encoding: chunked'],
    body: 'zz\r\n',
  });
  const [response, refusal, ...rest] = await sendRaw(raw.world.url, good + spoilt);
  if (!response || !refusal) throw new Error(`Two responses were expected, not only ${response?.text}`);
  raw.world.wire.checkResponse({ method: 'POST', path: search, ...response });
  raw.world.wire.checkResponse({ method: 'GET', path: '/', ...refusal });
  expect([response.status, response.headers.get('request-id')]).toEqual([200, 'req_whole000']);
  expect([codeOf(refusal), rest]).toEqual(['400 invalid_request', []]);
});

it('END-12: serves nothing after a request with two Hosts', async () => {
  const remaining = async () => {
    const { headers } = await raw.world.call('GET', unknownBooking);
    return Number(headers.get('ratelimit-remaining'));
  };
  const before = await remaining();
  const refused = toRequest(`GET ${unknownBooking}`, { headers: [host, raw.key] });
  const next = toRequest(`POST ${search}`, { headers: [raw.key, typed, close], body: '{}' });
  expect((await raw.send(refused + next, '/')).map(codeOf)).toEqual(['400 invalid_request']);
  // The second reading is a metered request, too.
  expect(before - (await remaining())).toBe(1);
});

it('END-12: sends the refusal of two Hosts to a caller that sends a long body', async () => {
  const refused = toRequest(`POST ${search}`, { headers: [host, raw.key, typed], body: 'x'.repeat(8_000_000) });
  expect((await raw.send(refused, '/')).map(codeOf)).toEqual(['400 invalid_request']);
});

it('END-12: skips the body of a GET and reads the request after it', async () => {
  const headers = [raw.key, 'Content-Type: text/plain', 'Request-Id: req_first000'];
  const body = toRequest('GET /v1/smuggled', { headers: ['Request-Id: req_smuggled'] });
  const first = toRequest(`GET ${unknownBooking}`, { headers, body });
  const second = toRequest('GET /v1/nothing', { headers: ['Request-Id: req_second00', close] });
  const responses = await sendRaw(raw.world.url, first + second);
  expect(responses.map((response) => response.headers.get('request-id'))).toEqual(['req_first000', 'req_second00']);
  for (const [index, path] of [unknownBooking, '/v1/nothing'].entries()) {
    const response = responses[index];
    if (response) raw.world.wire.checkResponse({ method: 'GET', path, ...response });
  }
});

it('END-12 END-14: responds to a request before it refuses the CONNECT after it', async () => {
  const request = toRequest(`POST ${search}`, { headers: [raw.key, typed, 'Request-Id: req_whole000'], body: '{}' });
  const tunnel = toRequest('CONNECT elsewhere.test:443', { headers: ['Request-Id: req_tunnel00'] });
  const responses = await sendRaw(raw.world.url, request + tunnel);
  for (const [index, path] of [search, '/'].entries()) {
    const response = responses[index];
    if (response) raw.world.wire.checkResponse({ method: 'POST', path, ...response });
  }
  expect(responses.map(({ status, headers }) => [status, headers.get('request-id')])).toEqual([
    [200, 'req_whole000'],
    [400, 'req_tunnel00'],
  ]);
});
