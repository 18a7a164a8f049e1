import type { Booking, ErrorDetail } from '@booking-service/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type TestResponse, type CallOptions, type World } from '../../src/testing.ts';
import { sendRaw, toRequest } from '../support/raw/raw-http.ts';
import { newBooking } from '../support/new-booking.ts';
import { outcomeOf, refusalOf } from '../support/expectations.ts';

const booking = newBooking({ date: '2026-11-22' });
const json = JSON.stringify(booking);

let world: World;
beforeAll(async () => {
  world = await openWorld({ organization: { rate_limit: 100_000 } });
});
afterAll(() => world[Symbol.asyncDispose]());

function detailsOf({ body }: TestResponse<unknown>): string[] {
  return (body as { details: ErrorDetail[] }).details.map((detail) => `${detail.in} ${detail.path}`);
}

/** Inserts a member before the others, or instead of the guest. */
function withMember(text: string): string {
  return json.replace('{', `{${text},`);
}

function named(first_name: string): string {
  return json.replace('"Ada"', `"${first_name}"`);
}

const inBody = (...paths: string[]) => paths.map((path) => ({ in: 'body', path }) as const);

const offTheContract: { name: string; send: CallOptions; details: readonly Omit<ErrorDetail, 'message'>[] }[] = [
  { name: 'no body at all', send: {}, details: inBody('') },
  { name: 'a body of no bytes', send: { text: '' }, details: inBody('') },
  { name: 'half an object', send: { text: json.slice(0, -1) }, details: inBody('') },
  { name: 'two values', send: { text: json + json }, details: inBody('') },
  { name: 'a trailing comma', send: { text: json.replace(/}$/, ',}') }, details: inBody('') },
  { name: 'blanks', send: { text: '   ' }, details: inBody('') },
  { name: 'NaN', send: { text: json.replace(':2,', ':NaN,') }, details: inBody('') },
  { name: 'invalid UTF-8', send: { text: Buffer.from(named('\u00e9'), 'latin1') }, details: inBody('') },
  { name: 'UTF-16', send: { text: Buffer.from(json, 'utf16le') }, details: inBody('') },
  { name: 'an overlong UTF-8 form', send: { text: Buffer.from(named('\u00c0\u0080'), 'latin1') }, details: inBody('') },
  { name: 'an array', send: { body: [] }, details: inBody('') },
  { name: 'an array of a booking', send: { body: [booking] }, details: inBody('') },
  { name: 'a string', send: { body: 'booking' }, details: inBody('') },
  { name: 'a number', send: { body: 1 }, details: inBody('') },
  { name: 'true', send: { body: true }, details: inBody('') },
  { name: 'null', send: { body: null }, details: inBody('') },
  { name: 'an unknown field', send: { body: { ...booking, table: 1 } }, details: inBody('/table') },
  {
    name: 'an unknown field of the guest',
    send: { body: { ...booking, guest: { ...booking.guest, nickname: 'A' } } },
    details: inBody('/guest/nickname'),
  },
  {
    name: 'an unknown field named a/b~c',
    send: { body: { ...booking, 'a/b~c': 1 } },
    details: inBody('/a~1b~0c'),
  },
  { name: 'a number as text', send: { body: { ...booking, party_size: '2' } }, details: inBody('/party_size') },
  { name: 'text as a number', send: { body: { ...booking, slot_id: 7 } }, details: inBody('/slot_id') },
  { name: 'null for a field', send: { body: { ...booking, webhook_url: null } }, details: inBody('/webhook_url') },
  { name: 'half a person', send: { body: { ...booking, party_size: 2.5 } }, details: inBody('/party_size') },
  { name: '1e400 people', send: { text: json.replace(':2,', ':1e400,') }, details: inBody('/party_size') },
  { name: '0 people', send: { body: { ...booking, party_size: 0 } }, details: inBody('/party_size') },
  { name: '51 people', send: { body: { ...booking, party_size: 51 } }, details: inBody('/party_size') },
  {
    name: 'no field at all',
    send: { body: {} },
    details: inBody('/party_size', '/venue_id', '/slot_id', '/guest'),
  },
  {
    name: 'an empty guest',
    send: { body: { ...booking, guest: {} } },
    details: inBody('/guest/first_name', '/guest/email'),
  },
  { name: 'an escaped NUL', send: { text: named('A\\u0000a') }, details: inBody('/guest/first_name') },
  { name: 'a raw NUL', send: { text: named('A\0a') }, details: inBody('') },
  { name: 'a lone high surrogate', send: { text: named('A\\ud83da') }, details: inBody('/guest/first_name') },
  { name: 'a lone low surrogate', send: { text: named('A\\ude00') }, details: inBody('/guest/first_name') },
  {
    name: 'a surrogate pair the wrong way round',
    send: { text: named('\\ude00\\ud83d') },
    details: inBody('/guest/first_name'),
  },
  {
    name: 'a lone surrogate in metadata, in a value and in a name',
    send: { text: withMember('"metadata":{"a/b":"\\ud83d","\\ude00":"x"}') },
    details: inBody('/metadata', '/metadata/a~1b'),
  },
  {
    name: 'a lone surrogate 10,000 levels deep',
    send: { text: withMember(`"table":${'['.repeat(10_000)}"\\ud83d"${']'.repeat(10_000)}`) },
    details: inBody('/table', `/table${'/0'.repeat(10_000)}`.slice(0, 500)),
  },
  { name: '__proto__', send: { text: withMember('"__proto__":{"x":1}') }, details: inBody('/__proto__') },
  { name: 'constructor', send: { text: withMember('"constructor":{"x":1}') }, details: inBody('/constructor') },
  {
    name: '__proto__ in the guest, with what the guest lacks',
    send: { text: json.replace('"first_name":"Ada"', '"__proto__":{"first_name":"Ada"}') },
    details: inBody('/guest/first_name', '/guest/__proto__'),
  },
  {
    name: 'metadata whose __proto__ is an object',
    send: { text: withMember('"metadata":{"__proto__":{"x":"y"}}') },
    details: inBody('/metadata/__proto__'),
  },
  { name: '64 KiB of [', send: { text: '['.repeat(65_536) }, details: inBody('') },
  {
    name: '32 KiB of [ and as many ]',
    send: { text: '['.repeat(32_768) + ']'.repeat(32_768) },
    details: inBody(''),
  },
  {
    name: 'an unknown field 30,000 levels deep',
    send: { text: withMember(`"table":${'['.repeat(30_000)}${']'.repeat(30_000)}`) },
    details: inBody('/table'),
  },
  {
    name: 'metadata 10,000 levels deep',
    send: { text: withMember(`"metadata":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`) },
    details: inBody('/metadata/a'),
  },
];

it.each(offTheContract)('END-12 ERR-4: $name is 400, each field named', async (row) => {
  const response = await world.call('POST', '/v1/bookings', row.send);
  expect(outcomeOf(response)).toEqual(refusalOf(400, 'invalid_request', row.details));
});

it('END-12 ERR-4: names faults outside a missing body too', async () => {
  const response = await world.call('POST', '/v1/bookings/x/modify');
  expect(detailsOf(response).toSorted()).toEqual(['body ', 'path id']);
});

it('END-12 ERR-4 LIM-6: names at most 20 of 50 unknown fields', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`unknown_${index}`, 1]));
  const response = await world.call('POST', '/v1/bookings', { body: { ...booking, ...unknown } });
  const first20 = inBody(...Object.keys(unknown).map((name) => `/${name}`)).slice(0, 20);
  expect(outcomeOf(response)).toEqual(refusalOf(400, 'invalid_request', first20));
});

it('END-12 ERR-4: truncates the name of a field of 60,000 characters to the bound of the contract', async () => {
  const response = await world.call('POST', '/v1/bookings', { body: { ...booking, ['x'.repeat(60_000)]: 1 } });
  expect(outcomeOf(response)).toEqual(refusalOf(400, 'invalid_request', inBody(`/${'x'.repeat(499)}`)));
});

it('END-12 BKG-6: keeps metadata with the names of object members as plain data', async () => {
  const metadata = '{"__proto__":"a","constructor":"b","toString":"c","hasOwnProperty":"d"}';
  const created = await world.call<Booking>('POST', '/v1/bookings', { text: withMember(`"metadata":${metadata}`) });
  expect(created.status).toBe(201);
  const read = await world.call<Booking>('GET', `/v1/bookings/${created.body.id}`);
  expect(JSON.stringify(read.body.metadata)).toBe(metadata);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

const accepted: { name: string; send: CallOptions }[] = [
  { name: 'a paired surrogate', send: { text: named('A\\ud83d\\ude00') } },
  { name: 'a whole number with a point', send: { text: json.replace(':2,', ':2.0,') } },
  { name: 'blanks around it', send: { text: ` \r\n\t${json}\n` } },
  { name: 'exactly 65,536 bytes', send: { text: json.padEnd(65_536) } },
  { name: 'charset=UTF-8', send: { body: booking, headers: { 'Content-Type': 'application/json;charset=UTF-8' } } },
  {
    name: 'charset="utf-8"',
    send: { body: booking, headers: { 'Content-Type': 'application/json; charset="utf-8"' } },
  },
  { name: 'APPLICATION/JSON', send: { body: booking, headers: { 'Content-Type': 'APPLICATION/JSON' } } },
  { name: 'Content-Encoding: identity', send: { body: booking, headers: { 'Content-Encoding': 'identity' } } },
];

it.each(accepted)('END-12: a booking with $name is accepted', async ({ send }) => {
  expect(await world.call('POST', '/v1/bookings', send)).toMatchObject({ status: 201 });
});

it.each([65_537, 131_072, 1_048_576])('END-12: refuses a valid body of %i bytes with 413', async (size) => {
  const response = await world.call('POST', '/v1/bookings', { text: json.padEnd(size) });
  expect(outcomeOf(response)).toEqual(refusalOf(413, 'payload_too_large'));
});

it.each(['ada@müller.test', 'ädа@diner.test', 'ada@münchen'])(
  'END-12 ERR-4: refuses the internationalized address %s with a sentence, as a guest and as a destination',
  async (email) => {
    const message =
      'must be an email address in ASCII, such as ada@example.com; write an internationalized domain in its ASCII form, such as xn--mller-kva.test';
    const guest = { ...booking.guest, email };
    const created = await world.call('POST', '/v1/bookings', { body: { ...booking, guest } });
    const session = { channel: 'email', destination: email };
    const opened = await world.call('POST', '/v1/sessions', { key: 'live', body: session });
    for (const [{ status, body }, path] of [
      [created, '/guest/email'],
      [opened, '/destination'],
    ] as const)
      expect([status, body]).toMatchObject([400, { details: [{ in: 'body', path, message }] }]);
  },
);

it('END-12: accepts an address whose domain is in its ASCII form', async () => {
  const guest = { ...booking.guest, email: 'ada@xn--mller-kva.test' };
  const { status, body } = await world.call<Booking>('POST', '/v1/bookings', { body: { ...booking, guest } });
  expect([status, body.guest.email]).toEqual([201, guest.email]);
});

it('END-12: counts bytes, not characters', async () => {
  const body = { ...booking, metadata: { note: '\u20ac'.repeat(400) } };
  const text = JSON.stringify(body).padEnd(65_000);
  expect(Buffer.byteLength(text)).toBe(65_800);
  expect(await world.call('POST', '/v1/bookings', { text })).toMatchObject({ status: 413 });
});

it.each([
  'text/plain',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'application/json; v=1',
  'application/merge-patch+json',
  'application/jsonp',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain, application/json',
  '*/*',
  '',
])('END-12: refuses a body of the type "%s" with 415', async (type) => {
  const response = await world.call('POST', '/v1/bookings', { body: booking, headers: { 'Content-Type': type } });
  expect(outcomeOf(response)).toEqual(refusalOf(415, 'unsupported_media_type'));
});

it.each(['gzip', 'deflate', 'br', 'identity, gzip', 'x'])('END-12: a body coded as "%s" is 415', async (coding) => {
  const headers = { 'Content-Encoding': coding };
  const response = await world.call('POST', '/v1/bookings', { body: booking, headers });
  expect(outcomeOf(response)).toEqual(refusalOf(415, 'unsupported_media_type'));
});

/** Sends the booking over a raw socket, with these headers and the key. */
async function post(headers: readonly string[], body: string): Promise<TestResponse<unknown>> {
  const all = [`Authorization: Bearer ${world.organization.keys.test}`, ...headers];
  const [response] = await sendRaw(world.url, toRequest('POST /v1/bookings', { headers: all, body }));
  if (!response) throw new Error('There was no response.');
  world.wire.checkResponse({ method: 'POST', path: '/v1/bookings', ...response });
  return { ...response, body: JSON.parse(response.text) };
}

const close = 'Connection: close';
const typed = 'Content-Type: application/json';
const chunked = 'Transfer-Encoding: chunked';

function toChunks(body: string, size: number): string {
  const chunks = body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  return [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
}

it('END-12: refuses a body without a content type with 415', async () => {
  expect(outcomeOf(await post([close], json))).toEqual(refusalOf(415, 'unsupported_media_type'));
});

it('END-12: reads a chunked body', async () => {
  expect(await post([close, typed, chunked], toChunks(json, 7))).toMatchObject({ status: 201 });
  expect(await post([close, typed, chunked], toChunks(json.padEnd(65_536), 1000))).toMatchObject({ status: 201 });
});

it('END-12 ERR-4: treats a chunked body without chunks as missing', async () => {
  expect(outcomeOf(await post([close, typed, chunked], toChunks('', 1)))).toEqual(
    refusalOf(400, 'invalid_request', inBody('')),
  );
});

it('END-12: refuses a chunked body of 65,537 bytes with 413', async () => {
  const response = await post([close, typed, chunked], toChunks(json.padEnd(65_537), 60_000));
  expect(outcomeOf(response)).toEqual(refusalOf(413, 'payload_too_large'));
});

it('END-12: ignores the body of a GET', async () => {
  const created = await world.call<Booking>('POST', '/v1/bookings', { body: booking });
  const path = `/v1/bookings/${created.body.id}`;
  const key = `Authorization: Bearer ${world.organization.keys.test}`;
  for (const [type, body] of [
    ['text/plain', 'hello'],
    ['application/json', '{"half":'],
    ['application/json', json.padEnd(70_000)],
  ] as const) {
    const headers = [key, 'Connection: close', `Content-Type: ${type}`];
    const [response] = await sendRaw(world.url, toRequest(`GET ${path}`, { headers, body }));
    if (!response) throw new Error('There was no response.');
    world.wire.checkResponse({ method: 'GET', path, ...response });
    expect(response.status).toBe(200);
  }
});
