/** Sends several requests on one connection. */
import { expect, it } from 'vitest';
import { sendRaw, toRequest } from '../support/raw/raw-http.ts';
import { close, codeOf, host, openRawWorld, search, typed, unknownBooking } from '../support/raw/raw-world.ts';

const raw = openRawWorld();

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
