/** The tools are the operations of the contract, and a call without a response is safe. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { operationTable } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createMcpServer, listTools } from '../src/index.ts';
import { callService } from '../src/call-service.ts';

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

it.each(listTools('live'))('$name: asks before it writes, and says what it changes', (tool) => {
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
    required: ['venue_id', 'slot_id', 'party_size', 'guest'],
    properties: { guest: { required: ['first_name', 'email'] } },
  });
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

it('says that the outcome is unknown if nothing responds', async () => {
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
