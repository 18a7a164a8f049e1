/** Prism's proxy: what it reports, and the requests that it does not forward unchanged. */
import { describe, expect, it } from 'vitest';
import { type Call, createWireValidator, sendCall } from '@booking-service/server/testing';
import { startPrismMock, startPrismProxy } from '../index.ts';
import { openUpstream, type UpstreamResponse } from './documented-operations.ts';
import { bypasses, type ProxyResult } from './bypasses.ts';

const searchPath = '/v1/venues/search';
const json = { Authorization: 'Bearer sk_test_any', 'Content-Type': 'application/json' };

/** The service's response to an unknown path. */
const notFound: UpstreamResponse = {
  status: 404,
  headers: {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Request-Id': 'req_0b9c8d7e6f5a4b3c',
  },
  body: { error: 'There is no such path.', error_code: 'not_found', request_id: 'req_0b9c8d7e6f5a4b3c' },
};
const plainRequest: Call = { method: 'GET', path: '/v1/sessions/card', headers: {} };

describe('startPrismProxy', () => {
  it('returns the response of the upstream, and reports nothing if both sides are valid', async () => {
    await using mock = await startPrismMock();
    await using proxy = await startPrismProxy({ upstream: mock.url });

    const response = await fetch(proxy.url + searchPath, { method: 'POST', headers: json, body: '{}' });
    expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ object: 'list' })]);
    expect(proxy.exchanges).toEqual([{ method: 'POST', path: searchPath, status: 200, routed: true, violations: [] }]);
  });

  it('forwards an invalid request, and reports the path of the violation', async () => {
    await using mock = await startPrismMock();
    await using proxy = await startPrismProxy({ upstream: mock.url });

    const response = await fetch(proxy.url + searchPath, { method: 'POST', headers: json, body: '{"limit":"many"}' });
    expect(response.status).toBe(400);
    expect(proxy.exchanges).toMatchObject([
      { status: 400, violations: [{ side: 'request', severity: 'error', path: ['body', 'limit'] }] },
    ]);
  });

  it('returns an invalid response unchanged, and reports its violations', async () => {
    await using upstream = await openUpstream(() => ({
      status: 201,
      headers: { 'Content-Type': 'application/json' },
      body: { object: 'list' },
    }));
    await using proxy = await startPrismProxy({ upstream: upstream.url });

    const response = await fetch(proxy.url + searchPath, { method: 'POST', headers: json, body: '{}' });
    expect([response.status, await response.json()]).toEqual([201, { object: 'list' }]);
    expect(proxy.exchanges).toMatchObject([{ status: 201, violations: [{ side: 'response', path: [] }] }]);
  });

  it('adds the base path of the upstream before the path of the contract', async () => {
    await using mock = await startPrismMock();
    await using proxy = await startPrismProxy({ upstream: `${mock.url}/elsewhere` });
    const response = await fetch(proxy.url + searchPath, { method: 'POST', headers: json, body: '{}' });
    expect(await response.json()).toMatchObject({
      detail: `The route /elsewhere${searchPath} hasn't been found in the specification file`,
    });
  });

  it('marks requests that belong to no operation as not routed', async () => {
    await using upstream = await openUpstream(() => ({
      status: 404,
      headers: { 'Content-Type': 'application/json' },
      body: { any: 'thing' },
    }));
    await using proxy = await startPrismProxy({ upstream: upstream.url });
    await fetch(`${proxy.url}/v1/nothing`);
    await fetch(proxy.url + searchPath, { method: 'DELETE' });
    expect(proxy.exchanges).toMatchObject([{ routed: false }, { routed: false }]);
  });
});

// Each bypass is still needed: Prism does not forward its example unchanged.
describe('bypasses', () => {
  it('returns a response that matches the contract', () => {
    expect(violatesContract({ ...plainRequest, path: '/v1/nothing' })).toBe(false);
  });

  it.each(bypasses)('gets $result for $name', async ({ example, result, matches }) => {
    expect(matches(example)).toBe(true);
    expect(await sendThroughProxy(example)).toBe(result);
  });

  it('forwards ordinary requests unchanged', async () => {
    const create: Call = {
      method: 'POST',
      path: '/v1/bookings',
      headers: { 'Content-Type': 'application/json' },
      content: '{"metadata":{"a":"ü"}}',
    };
    const paths = ['/v1/nothing?a=1&b=2', '/v1/bookings?metadata[order]=1041', '/v1/bookings?metadata%5Border%5D=1041'];
    for (const call of [plainRequest, create, ...paths.map((path) => ({ ...plainRequest, path }))]) {
      expect(bypasses.filter(({ matches }) => matches(call))).toEqual([]);
      expect(await sendThroughProxy(call)).toBe('unchanged');
    }
  });
});

async function sendThroughProxy(call: Call): Promise<ProxyResult | 'unchanged'> {
  await using upstream = await openUpstream(() => notFound);
  await sendCall(upstream.url, call);
  await using proxy = await startPrismProxy({ upstream: upstream.url });
  const response = sendCall(proxy.url, call).then(
    (received) => received,
    // The connection is closed when the proxy stops.
    () => undefined,
  );
  const first = await Promise.race([response, sendLaterRequests(proxy.url)]);
  if (first === undefined) return 'no response';
  if (first.status !== notFound.status) return "Prism's own response";
  const [direct, forwarded] = upstream.requests.filter((line) => !line.includes('other')).map(withEncodedQuery);
  if (direct !== forwarded) return 'a changed request';
  const exchange = proxy.exchanges.find(({ path }) => !path.includes('other'));
  const hasViolation = exchange?.violations.some(({ side }) => side === 'response') ?? false;
  return exchange?.routed && hasViolation !== violatesContract(call) ? 'a different verdict' : 'unchanged';
}

/** Encodes a query as Prism forwards it: `metadata[order]` is `metadata%5Border%5D`, with the same names and values. */
function withEncodedQuery(line: string): string {
  return line.replace(/(?<=^\S+ [^?\s]+\?)\S+/, (query) => new URLSearchParams(query).toString());
}

/** True if our wire validator rejects `notFound` as a response to this request. */
function violatesContract({ method, path }: Call): boolean {
  const { status, headers, body } = notFound;
  try {
    createWireValidator().checkResponse({
      method,
      path: path.replace(/\?.*/, ''),
      status,
      headers: new Headers(headers),
      text: JSON.stringify(body),
    });
    return false;
  } catch {
    return true;
  }
}

/** Sends 50 requests one after another. If they all get responses first, the earlier request gets none. */
async function sendLaterRequests(url: string): Promise<undefined> {
  for (let turn = 0; turn < 50; turn += 1) await sendCall(url, { ...plainRequest, path: '/v1/other' });
}
