import { expect, it } from 'vitest';
import { startPrismMock, startPrismProxy } from '../index.ts';
import { openUpstream } from './open-upstream.ts';

const path = '/v1/venues/search';
const json = { Authorization: 'Bearer sk_test_any', 'Content-Type': 'application/json' };

it('returns the response of the upstream, and reports nothing if both sides are valid', async () => {
  await using mock = await startPrismMock();
  await using proxy = await startPrismProxy({ upstream: mock.url });

  const response = await fetch(proxy.url + path, { method: 'POST', headers: json, body: '{}' });
  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ object: 'list' })]);
  expect(proxy.exchanges).toEqual([{ method: 'POST', path, status: 200, routed: true, violations: [] }]);
});

it('forwards an invalid request, and reports the path of the violation', async () => {
  await using mock = await startPrismMock();
  await using proxy = await startPrismProxy({ upstream: mock.url });

  const response = await fetch(proxy.url + path, { method: 'POST', headers: json, body: '{"limit":"many"}' });
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

  const response = await fetch(proxy.url + path, { method: 'POST', headers: json, body: '{}' });
  expect([response.status, await response.json()]).toEqual([201, { object: 'list' }]);
  expect(proxy.exchanges).toMatchObject([{ status: 201, violations: [{ side: 'response', path: [] }] }]);
});

it('adds the base path of the upstream before the path of the contract', async () => {
  await using mock = await startPrismMock();
  await using proxy = await startPrismProxy({ upstream: `${mock.url}/elsewhere` });
  const response = await fetch(proxy.url + path, { method: 'POST', headers: json, body: '{}' });
  expect(await response.json()).toMatchObject({
    detail: `The route /elsewhere${path} hasn't been found in the specification file`,
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
  await fetch(proxy.url + path, { method: 'DELETE' });
  expect(proxy.exchanges).toMatchObject([{ routed: false }, { routed: false }]);
});
