import { expect, it } from 'vitest';
import * as conducts from '../support/conducts.ts';
import { openHostileServer } from '../support/hostile-server.ts';
import { openClient, openRawClient } from '../support/open-client.ts';
import { joined, toQuery } from '../../src/lib/resources/call.ts';

const apiKey = 'sk_test_planted_path_key';

it.each(['', '.', '..', 5, undefined, null])('refuses the id %j before it sends anything', async (given) => {
  await using server = await openHostileServer(conducts.aBooking());
  const options = { apiKey, baseUrl: server.url };
  const client = openClient(options);
  // JavaScript and casts can pass such a value.
  const id = given as unknown as string;
  const calls = [
    () => client.bookings.get(id),
    () => client.bookings.cancel(id),
    () => client.bookings.modify(id, { party_size: 3 }),
    () => client.bookings.continue(id, { type: 'authorize_payment' }),
    () => client.bookings.waitFor(id, { until: 'confirmed' }),
    () => client.sessions.verify(id, { code: '424242' }),
    () => client.sessions.getCard(id),
    () => client.bookings.cancel(id).result(),
    () => openRawClient(options).POST('/v1/bookings/{id}/cancel', { params: { path: { id } } }),
  ];
  for (const call of calls)
    await expect(call()).rejects.toThrow(
      new TypeError(`id must be a string like /[^.]|.{3}/, not ${JSON.stringify(given)}.`),
    );
  expect(server.received).toEqual([]);
});

it.each([
  { id: '../sessions/card', path: '/v1/bookings/..%2Fsessions%2Fcard/cancel' },
  { id: '%2e%2e', path: '/v1/bookings/%252e%252e/cancel' },
  { id: 'a?b#c', path: '/v1/bookings/a%3Fb%23c/cancel' },
  { id: '...', path: '/v1/bookings/.../cancel' },
  { id: 'bkg_ä', path: '/v1/bookings/bkg_%C3%A4/cancel' },
])('keeps the id $id in one segment of the path', async ({ id, path }) => {
  await using server = await openHostileServer(conducts.aBooking());
  const client = openClient({ apiKey, baseUrl: server.url });
  await client.bookings.cancel(id);
  expect(server.received.map((request) => request.path)).toEqual([path]);
});

it('keeps the path of baseUrl', async () => {
  await using server = await openHostileServer(conducts.aBooking());
  const client = openClient({ apiKey, baseUrl: `${server.url}/booking/` });
  const { operation } = await client.bookings.get('bkg_1').withResponse();
  expect([operation, server.received[0]?.path]).toEqual(['getBooking', '/booking/v1/bookings/bkg_1']);
});

it.each([
  [undefined, ''],
  [{ city: undefined }, ''],
  [{ city: 'São Paulo', limit: 2 }, '?city=S%C3%A3o+Paulo&limit=2'],
  [{ tag: ['a', 'b&c'], open: false }, '?tag=a&tag=b%26c&open=false'],
])('writes the query of %j', (query, text) => {
  expect(toQuery(query)).toBe(text);
});

it.each([
  [{ ids: ['a', 'b c'] }, { ids: joined(',') }, '?ids=a%2Cb+c'],
  [{ ids: ['a', 'b'] }, { ids: joined(' ') }, '?ids=a+b'],
  [{ ids: ['a', 'b'] }, { ids: joined('|') }, '?ids=a%7Cb'],
  [{ ids: [] }, { ids: joined(',') }, ''],
  [
    { metadata: { order: '1041', 'a&b': 2 } },
    { metadata: 'deepObject' },
    '?metadata%5Border%5D=1041&metadata%5Ba%26b%5D=2',
  ],
  [{ metadata: { order: '1041' } }, { metadata: joined(',') }, '?metadata=order%2C1041'],
  [{ metadata: { order: '1041' } }, {}, '?order=1041'],
  [
    { from: new Date(0), times: [new Date(1)] },
    {},
    '?from=1970-01-01T00%3A00%3A00.000Z&times=1970-01-01T00%3A00%3A00.001Z',
  ],
] satisfies [object, Parameters<typeof toQuery>[1], string][])(
  'writes the query of %j in the style %j',
  (query, styles, text) => {
    expect(toQuery(query, styles)).toBe(text);
  },
);
