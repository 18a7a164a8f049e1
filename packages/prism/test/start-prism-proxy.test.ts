import { expect, it } from 'vitest';
import { startPrismMock, startPrismProxy } from '../index.ts';
import { openUpstream } from './open-upstream.ts';

const path = '/v1/venues/search';
const json = { Authorization: 'Bearer sk_test_any', 'Content-Type': 'application/json' };

it('gives the answer of the upstream, and finds nothing where both sides fit', async () => {
  await using mock = await startPrismMock();
  await using proxy = await startPrismProxy({ upstream: mock.url });

  const response = await fetch(proxy.url + path, { method: 'POST', headers: json, body: '{}' });
  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ object: 'list' })]);
  expect(proxy.exchanges).toEqual([{ method: 'POST', path, status: 200, routed: true, violations: [] }]);
});

it('forwards a request that does not fit, and says where it does not', async () => {
  await using mock = await startPrismMock();
  await using proxy = await startPrismProxy({ upstream: mock.url });

  const response = await fetch(proxy.url + path, { method: 'POST', headers: json, body: '{"limit":"many"}' });
  expect(response.status).toBe(400);
  expect(proxy.exchanges).toMatchObject([
    { status: 400, violations: [{ side: 'request', severity: 'error', path: ['body', 'limit'] }] },
  ]);
});

it('gives an answer that does not fit as it is, and says what is wrong with it', async () => {
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

it('adds the path that the upstream has before the contract’s', async () => {
  await using mock = await startPrismMock();
  await using proxy = await startPrismProxy({ upstream: `${mock.url}/elsewhere` });
  const response = await fetch(proxy.url + path, { method: 'POST', headers: json, body: '{}' });
  expect(await response.json()).toMatchObject({
    detail: `The route /elsewhere${path} hasn't been found in the specification file`,
  });
});

it('says that it did not judge what is of no operation', async () => {
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
