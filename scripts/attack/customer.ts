/** A customer with valid API keys, who wants what belongs to others, more than was agreed, or the service down. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sandbox as magic } from '@booking-service/contract';
// @boundaries-ignore the attacks send the bytes that the tests send
import { openRaw, sendRaw } from '../../packages/server/test/support/raw/raw-http.ts';
import {
  type Attack,
  callService,
  guest,
  listHoles,
  sandboxBooking,
  type Scene,
  type SupplierName,
  tally,
  until,
} from './scene.ts';
import { connections, fullDisk } from './exhaustion.ts';

// An agent that talks to the MCP server over its standard input and output.

const bin = fileURLToPath(new URL('../../packages/mcp/bin/booking-mcp.js', import.meta.url));
const protocolVersion = '2025-06-18';

interface Message {
  readonly id?: number;
  readonly result?: { readonly structuredContent?: Readonly<Record<string, unknown>> };
}

/** Starts five sessions with one confirmation. Returns how many were started. */
async function confirmOften(url: string, key: string): Promise<string> {
  const child = spawn(process.execPath, ['--conditions=@booking-service/source', bin, '--url', url], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, BOOKING_API_KEY: key },
  });
  const waiting = new Map<number, (message: Message) => void>();
  createInterface(child.stdout).on('line', (line) => {
    // The server writes one JSON-RPC message per line.
    const message = JSON.parse(line) as Message;
    waiting.get(message.id ?? 0)?.(message);
  });
  let sent = 0;
  const write = (message: object) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method: string, params: object) => {
    const response = Promise.withResolvers<Message>();
    waiting.set((sent += 1), response.resolve);
    write({ id: sent, method, params });
    return response.promise;
  };
  await request('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'attack', version: '1' } });
  write({ method: 'notifications/initialized' });
  const given = { body: { channel: 'email', destination: 'ada@diner.test' } };
  const call = async (extra: object) => {
    const { result } = await request('tools/call', { name: 'createSession', arguments: { ...given, ...extra } });
    return result?.structuredContent ?? {};
  };
  const { confirmation } = await call({});
  const results = await Promise.all(Array.from({ length: 5 }, () => call({ confirmation })));
  const closed = once(child, 'close');
  child.kill();
  await closed;
  return `${results.filter(({ object }) => object === 'session').length} session`;
}

const smuggled = 'GET /v1/bookings/bkg_smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
const search = (...headers: string[]) => ['POST /v1/venues/search HTTP/1.1', 'Host: a', ...headers].join('\r\n');
const json = 'Content-Type: application/json';

/** Each has at most one response, which is a refusal. What follows it never gets one. */
const malformed: Readonly<Record<string, string>> = {
  'bytes of TLS': '\u0016\u0003\u0001\0\u0005',
  'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'no Host': `GET /v1/venues HTTP/1.1\r\n\r\n${smuggled}`,
  'bare line feeds': `GET /v1/venues HTTP/1.1\nHost: a\n\n${smuggled}`,
  'length and chunks': `${search(json, 'Content-Length: 5', 'Transfer-Encoding: chunked')}\r\n\r\n0\r\n\r\n${smuggled}`,
  'two lengths': `${search(json, 'Content-Length: 2', 'Content-Length: 60')}\r\n\r\n{}${smuggled}`,
  'a signed length': `${search(json, 'Content-Length: +2')}\r\n\r\n{}${smuggled}`,
  'a folded coding': `${search(json, 'Transfer-Encoding:', ' chunked')}\r\n\r\n0\r\n\r\n${smuggled}`,
  'a space before a colon': `${search(json, 'Content-Length : 2')}\r\n\r\n{}${smuggled}`,
  'a chunk size with a sign': `${search(json, 'Transfer-Encoding: chunked')}\r\n\r\n+2\r\n{}\r\n0\r\n\r\n${smuggled}`,
  'a NUL in a header': `${search('X: a\0b')}\r\n\r\n${smuggled}`,
  'a header of 40,000 bytes': `${search(`X: ${'x'.repeat(40_000)}`)}\r\n\r\n${smuggled}`,
  '5,000 headers': `${search(...Array.from({ length: 5000 }, () => 'X:'))}\r\n\r\n${smuggled}`,
};

/** Bytes that are not quite HTTP. */
const rawAttacks: readonly Attack[] = [
  {
    attack: `sends ${Object.keys(malformed).length} malformed requests, most with a request hidden behind them`,
    expected: 'accepted: none',
    play: async ({ service }) => {
      const isAccepted = async (name: string) => {
        const responses = await sendRaw(service.url, Buffer.from(malformed[name] ?? '', 'latin1'), {
          end: 'after bytes',
        });
        return responses.length > 1 || responses.some(({ status }) => status < 400 || status > 499 || status === 404);
      };
      return `accepted: ${await listHoles(Object.keys(malformed), isAccepted)}`;
    },
  },
  {
    attack: 'sends two Host headers',
    expected: '400',
    play: async ({ service, attacker }) => {
      const key = `Authorization: Bearer ${attacker.keys.live}`;
      const bytes = `${search('Host: b', key, json, 'Connection: close', 'Content-Length: 2')}\r\n\r\n{}`;
      return (await sendRaw(service.url, bytes)).map(({ status }) => status).join(', ');
    },
  },
  {
    attack: 'opens a tunnel with CONNECT and resets it, 50 times',
    expected: 'refused',
    play: async ({ service }) => {
      for (let count = 0; count < 50; count += 1) {
        const socket = openRaw(service.url);
        await once(socket, 'connect');
        socket.write(`CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: a\r\n\r\n${'x'.repeat(100_000)}`);
        await nextTurn();
        socket.resetAndDestroy();
      }
      return 'refused';
    },
  },
];

const times = <T>(count: number, call: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

const deep = (depth: number) => `${'{"metadata":'.repeat(depth)}1${'}'.repeat(depth)}`;
const booking = { venue_id: 'ven_kind_one', slot_id: 'slt_kind_one', party_size: 2, guest };
const wrongBodies: readonly (readonly [string, unknown])[] = [
  ['no JSON', '{"venue_id":'],
  ['a list', '[]'],
  ['10,000 levels', deep(10_000)],
  ['2 MB', { ...booking, metadata: { note: 'x'.repeat(2_000_000) } }],
  ['an unknown field', { ...booking, livemode: false }],
  ['__proto__', `{"__proto__":{"livemode":false},${JSON.stringify(booking).slice(1)}`],
  ['a lone surrogate', JSON.stringify(booking).replace('Adalbertine', String.raw`\ud800`)],
  ['a negative party', { ...booking, party_size: -1 }],
  ['a fraction', { ...booking, party_size: 1.5 }],
  ['NUL', { ...booking, guest: { ...guest, first_name: 'A\0' } }],
];

/** A's failures at a supplier, then a booking of B at the same supplier. */
async function failThenBook(
  scene: Scene,
  {
    supplier,
    at,
    mode = 'live',
    hangs = false,
  }: { supplier: SupplierName; at: string; mode?: 'live' | 'test'; hangs?: boolean },
): Promise<string> {
  const party_size = 7;
  let failed = 0;
  scene.suppliers[supplier].misbehave(({ path, body }, res) => {
    const size = (body['booking'] as typeof booking | undefined)?.party_size ?? body['party_size'];
    if (path !== at || size !== party_size) return false;
    failed += 1;
    if (!hangs) res.writeHead(500).end();
    return true;
  });
  const creates = times(hangs ? 100 : 6, () => scene.book(scene.attacker, { supplier, party_size, mode }));
  if (hangs) void creates.catch(() => undefined);
  else await creates;
  if (mode === 'live')
    await until(
      () => failed,
      (count) => count >= 6,
    );
  const { status, body } = await scene.book(scene.victim, { supplier });
  return status === 201 ? '201' : `${status} ${String(body['error_code'])}`;
}

export const customer: readonly Attack[] = [
  ...rawAttacks,
  {
    attack: `sends ${wrongBodies.length} bodies that the contract forbids`,
    expected: 'accepted: none',
    play: async ({ service, attacker }) => {
      const isAccepted = async ([, body]: (typeof wrongBodies)[number]) => {
        const { status } = await callService(service.url, 'POST /v1/bookings', { key: attacker.keys.live, body });
        return ![400, 413].includes(status);
      };
      return `accepted: ${await listHoles(wrongBodies, isAccepted, ([name]) => name)}`;
    },
  },
  {
    attack: "reads, changes and cancels another organization's booking",
    expected: '3 × 404',
    play: async ({ service, attacker, victim, book }) => {
      const id = String((await book(victim, { supplier: 'kind' })).body['id']);
      const lines = [`GET /v1/bookings/${id}`, `POST /v1/bookings/${id}/modify`, `POST /v1/bookings/${id}/cancel`];
      const key = attacker.keys.live;
      const call = (line: string) =>
        callService(service.url, line, {
          key,
          ...(line.startsWith('POST') && { body: line.endsWith('modify') ? { party_size: 3 } : {} }),
        });
      return tally((await Promise.all(lines.map(call))).map(({ status }) => status));
    },
  },
  {
    attack: 'books at a live supplier with a test key',
    expected: '0 calls',
    play: async ({ suppliers: { modes }, attacker, book }) => {
      const booked = () => modes.calls.filter(({ path }) => path === '/bookings/book').length;
      await book(attacker, { supplier: 'modes', mode: 'test' });
      await book(attacker, { supplier: 'modes' });
      await until(booked, (count) => count > 0);
      // The live booking has two calls: its check and its book.
      return `${modes.calls.filter(({ path }) => path.startsWith('/bookings/')).length - 2} calls`;
    },
  },
  {
    attack: 'creates 60 bookings at once with a test allowance of 3',
    expected: '3 × 201, 57 × 402',
    play: async ({ sandbox: { service, addCustomer } }) => {
      const key = (await addCustomer({ test_allowance: 3 })).keys.test;
      const create = () => callService(service.url, 'POST /v1/bookings', { key, body: sandboxBooking() });
      return tally((await times(60, create)).map(({ status }) => status).toSorted((a, b) => a - b));
    },
  },
  {
    attack: 'sends one create 200 times at once with one Idempotency-Key',
    expected: '1 booking',
    play: async ({ attacker, book }) => {
      const create = () => book(attacker, { supplier: 'kind', idempotencyKey: 'attack-once' });
      // A busy service refuses some of them for a moment.
      const replies = await times(200, () => until(create, ({ status }) => status !== 503));
      return `${new Set(replies.flatMap(({ body }) => body['id'] ?? [])).size} booking`;
    },
  },
  {
    attack: 'requests 50 sessions at once for one person',
    expected: '3 sessions',
    play: async ({ sandbox: { service, addCustomer } }) => {
      const key = (await addCustomer()).keys.live;
      const body = { channel: 'email', destination: 'victim@diner.test' };
      const replies = await times(50, () => callService(service.url, 'POST /v1/sessions', { key, body }));
      return `${replies.filter(({ status }) => status === 201).length} sessions`;
    },
  },
  {
    attack: 'uses one confirmation of createSession five times over MCP',
    expected: '1 session',
    play: async ({ sandbox: { service, addCustomer } }) => confirmOften(service.url, (await addCustomer()).keys.live),
  },
  {
    attack: "uses the sandbox's public keys at the service",
    expected: 'accepted: none',
    play: async ({ service }) => {
      const keys = magic.organizations.map(({ name }) => `sk_test_${magic.public_key_prefix}${name}`);
      const isAccepted = async (key: string) =>
        (await callService(service.url, 'POST /v1/venues/search', { key, body: {} })).status !== 401;
      return `accepted: ${await listHoles(keys, isAccepted)}`;
    },
  },
  ...(['test', 'live'] as const).map((mode) => ({
    attack: `lets six ${mode} creates fail at a supplier; another organization books there`,
    expected: '201',
    play: (scene: Scene) =>
      failThenBook(scene, { supplier: mode === 'test' ? 'testchecks' : 'checks', at: '/bookings/check', mode }),
  })),
  {
    attack: 'lets six accepted bookings fail at a supplier; another organization books there',
    expected: '201',
    play: (scene) => failThenBook(scene, { supplier: 'books', at: '/bookings/book' }),
  },
  {
    attack: 'lets 100 creates hang at a supplier; another organization books there',
    expected: '201',
    play: (scene) => failThenBook(scene, { supplier: 'hangs', at: '/bookings/check', hangs: true }),
  },
  connections,
  fullDisk,
];
