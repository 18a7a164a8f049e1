/** The tools are the operations of the contract, and a call without a response is safe. */
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { operationTable } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createMcpServer, listTools } from '../src/index.ts';
import { callService } from '../src/call-service.ts';
import { createConfirmations } from '../src/confirmations.ts';

const toolNamed = (name: string) => {
  const tool = listTools('live').find((each) => each.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
};

it('lists every operation that a key of the mode may call', () => {
  const all = Object.entries(operationTable);
  expect(listTools('live').map(({ name }) => name)).toEqual(all.map(([name]) => name));
  const test = all.filter(([, row]) => !row.live_key).map(([name]) => name);
  expect(listTools('test').map(({ name }) => name)).toEqual(test);
});

it.each(listTools('live'))('$name: asks before it writes, and names the change', (tool) => {
  const writes = operationTable[tool.name].scope.endsWith(':write');
  expect(tool.confirms).toBe(writes);
  expect(tool.annotations).toMatchObject({ readOnlyHint: !writes, idempotentHint: !writes });
  const { properties, required } = tool.inputSchema as { properties: object; required: string[] };
  expect('confirmation' in properties).toBe(writes);
  expect(required.every((field) => field in properties)).toBe(true);
  expect(JSON.stringify(tool.inputSchema)).not.toContain('$ref');
});

it('marks what ends or changes a booking as destructive', () => {
  const destructive = listTools('live').filter(({ annotations }) => annotations.destructiveHint);
  expect(destructive.map(({ name }) => name)).toEqual(['continueBooking', 'cancelBooking', 'modifyBooking']);
});

it('takes the path and the body side by side, with the bounds of the contract', () => {
  expect(toolNamed('modifyBooking').inputSchema).toMatchObject({
    required: ['id'],
    properties: { id: { pattern: '^bkg_[0-9a-f]{32}$' }, party_size: { minimum: 1, maximum: 50 } },
  });
  expect(toolNamed('createBooking').inputSchema).toMatchObject({
    required: ['venue_id', 'slot_id', 'guest'],
    properties: { guest: { required: ['first_name', 'email'] } },
  });
});

it('BKG-16: describes the condition of a body, without the keywords that clients refuse', () => {
  for (const name of ['searchAvailability', 'createBooking', 'modifyBooking']) {
    const { description, inputSchema } = toolNamed(name);
    expect(description).toMatch(/ Send (?:either party_size or party|at most one of party_size and party)\. /);
    expect(Object.keys(inputSchema)).toEqual(['type', 'properties', 'required', 'additionalProperties']);
  }
});

it('takes every parameter of the query, in its own type', () => {
  expect(toolNamed('listBookings').inputSchema).toMatchObject({
    required: [],
    properties: {
      status: { enum: expect.arrayContaining(['confirmed']) },
      created_from: { format: 'date-time' },
      metadata: { type: 'object' },
      cursor: { type: 'string' },
      limit: { type: 'integer' },
    },
  });
  expect(toolNamed('listEvents').inputSchema).toMatchObject({ properties: { type: { type: 'array' } } });
  for (const { inputSchema } of listTools('live')) {
    expect(Object.keys(inputSchema['properties'] as object)).not.toContain('Idempotency-Key');
    expect(Object.keys(inputSchema['properties'] as object)).not.toContain('Request-Id');
  }
});

it.each([
  [
    'listBookings',
    { metadata: { order: '1041', 'a b': '&' }, limit: 2 },
    '/v1/bookings?metadata%5Border%5D=1041&metadata%5Ba+b%5D=%26&limit=2',
  ],
  [
    'listEvents',
    { type: ['booking.confirmed', 'booking.failed'] },
    '/v1/events?type=booking.confirmed&type=booking.failed',
  ],
  ['getBooking', { id: 'bkg/1' }, '/v1/bookings/bkg%2F1'],
] as const)('%s writes its parameters as the contract says', async (name, given, expected) => {
  const urls: unknown[] = [];
  await using server = createHttpServer((request, response) => {
    urls.push(request.url);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await callService({ url: `http://127.0.0.1:${port}`, key: 'sk_test_1' }, toolNamed(name), { given });
  expect(urls).toEqual([expected]);
  server.closeAllConnections();
});

it.each([
  ['form', false, 'ids=a%2Cb'],
  ['spaceDelimited', false, 'ids=a+b'],
  ['pipeDelimited', false, 'ids=a%7Cb'],
])('writes a list in the style %s', async (style, explode, expected) => {
  const urls: unknown[] = [];
  await using server = createHttpServer((request, response) => {
    urls.push(request.url);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ids = { name: 'ids', in: 'query', required: false, style, explode, schema: {} } as const;
  const tool = { ...toolNamed('listBookings'), parameters: [ids] };
  await callService({ url: `http://127.0.0.1:${port}`, key: 'sk_test_1' }, tool, { given: { ids: ['a', 'b'] } });
  expect(urls).toEqual([`/v1/bookings?${expected}`]);
  server.closeAllConnections();
});

it('describes what it returns, open to later fields', () => {
  expect(toolNamed('searchAvailability').outputSchema).toMatchObject({
    properties: {
      object: { type: 'string' },
      data: { type: 'array' },
      has_more: { type: 'boolean' },
      next_cursor: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
    additionalProperties: true,
  });
  expect(toolNamed('createBooking').outputSchema).toMatchObject({
    properties: { id: { type: 'string' }, status: { type: 'string' }, needs_confirmation: { type: 'boolean' } },
  });
  for (const { outputSchema } of listTools('live')) expect(outputSchema).not.toHaveProperty('required');
  const schemas = listTools('live').map(({ outputSchema }) => JSON.stringify(outputSchema));
  expect(schemas.join('').length).toBeLessThan(700 * schemas.length);
  // Each session of a model reads them.
  const sent = listTools('test').map(({ parameters: _own, ...tool }) => tool);
  expect(JSON.stringify(sent).length).toBeLessThan(27_500);
});

it('refuses a key of another form', () => {
  expect(() => createMcpServer({ url: 'http://127.0.0.1:1', key: 'secret' })).toThrow('must be an API key');
});

it('sends a create without a response once more, with the same key', async () => {
  const keys: unknown[] = [];
  const server = createHttpServer((request, response) => {
    keys.push(request.headers['idempotency-key']);
    if (keys.length === 1) request.socket.destroy();
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"object":"booking"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const options = { url: `http://127.0.0.1:${port}`, key: 'sk_test_1' };
  const given = { given: {}, idempotencyKey: 'one' };
  const result = await callService(options, toolNamed('createBooking'), given);
  expect({ result, keys }).toEqual({ result: { ok: true, body: { object: 'booking' } }, keys: ['one', 'one'] });
  await once(server.close(), 'close');
});

it('reports an unknown outcome if nothing responds', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const options = { url: `http://127.0.0.1:${port}`, key: 'sk_test_1' };
  const { ok, body } = await callService(options, toolNamed('createBooking'), { given: {}, idempotencyKey: 'one' });
  expect({ ok, text: body['what_to_do'] }).toMatchObject({
    ok: false,
    text: expect.stringContaining('the same confirmation'),
  });
  await once(server.close(), 'close');
});

it.each<[string, RequestListener]>([
  ['404, text/html', (_, response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end('<p>')],
  ['301, no content type', (_, response) => response.writeHead(301, { Location: 'https://a.test/' }).end()],
])('reports that another server responds: %s', async (seen, listener) => {
  const server = createHttpServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const options = { url: `http://127.0.0.1:${port}`, key: 'sk_test_1' };
  const { ok, body, isUnknown } = await callService(options, toolNamed('createBooking'), {
    given: {},
    idempotencyKey: 'one',
  });
  expect({ ok, isUnknown }).toEqual({ ok: false, isUnknown: undefined });
  expect(body['error']).toBe(`The response is not from the booking service: status ${seen}.`);
  await once(server.close(), 'close');
});

it.each([
  ['searchVenues', 'Nothing was changed', undefined],
  ['cancelBooking', 'Read the booking', true],
  ['createBooking', 'the same confirmation', true],
] as const)('%s: a response that stays away leaves what is true: %s', async (name, text, isUnknown) => {
  await using server = createHttpServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const options = { url: `http://127.0.0.1:${port}`, key: 'sk_test_1', timeout_ms: 40 };
  const result = await callService(options, toolNamed(name), { given: { id: 'bkg_1' }, idempotencyKey: 'one' });
  expect(result).toMatchObject({ ok: false, body: { what_to_do: expect.stringContaining(text) } });
  expect(result.isUnknown).toBe(isUnknown);
  server.closeAllConnections();
});

it('sends nothing for a call that the client cancelled', async () => {
  let requests = 0;
  await using server = createHttpServer(() => (requests += 1)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const options = { url: `http://127.0.0.1:${port}`, key: 'sk_test_1' };
  const call = { given: {}, idempotencyKey: 'one', signal: AbortSignal.abort() };
  expect(await callService(options, toolNamed('createBooking'), call)).toMatchObject({ ok: false, isUnknown: true });
  expect(requests).toBe(0);
});

it('a call with an unknown outcome keeps its Idempotency-Key, also after its confirmation has ended', () => {
  let now = 0;
  const confirmations = createConfirmations(() => now);
  const given = { slot_id: 'slt_a', party_size: 2 };
  const first = confirmations.offer('createBooking', given);
  confirmations.begin(first, 'createBooking', given);
  now += 24 * 3_600_000;
  expect(confirmations.take(first.token, 'createBooking', given)).toBeUndefined();
  const second = confirmations.offer('createBooking', { party_size: 2, slot_id: 'slt_a' });
  expect(second.idempotencyKey).toBe(first.idempotencyKey);
  expect(confirmations.offer('createBooking', { ...given, party_size: 3 }).idempotencyKey).not.toBe(
    first.idempotencyKey,
  );
  confirmations.settle('createBooking', given);
  expect(confirmations.offer('createBooking', given).idempotencyKey).not.toBe(first.idempotencyKey);
});
