/** Sends requests that are not valid HTTP. */
import { expect, it } from 'vitest';
import type { RawOptions } from '../support/raw/raw-http.ts';
import { codeOf, host, lines, openRawWorld, search, typed, unknownBooking } from '../support/raw/raw-world.ts';

const raw = openRawWorld();

/** A request inside another one. It must never get a response. */
const smuggled = 'GET /v1/smuggled HTTP/1.1\r\nHost: service.test\r\nRequest-Id: req_smuggled\r\n\r\n';

const many = (count: number, line: string) => Array.from({ length: count }, (_, index) => `X-${index}: ${line}`);

const malformed: { name: string; bytes: () => string | Uint8Array; options?: RawOptions }[] = [
  { name: 'bytes that are not HTTP', bytes: () => Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10]) },
  { name: 'a TLS hello', bytes: () => Buffer.from('16030100c8010000c40303', 'hex') },
  { name: 'the preface of HTTP/2', bytes: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
  { name: 'HTTP/3.7', bytes: () => lines(`GET ${search} HTTP/3.7`, host) },
  { name: 'an unfinished line of HTTP/0.9', bytes: () => `GET ${search}\r\n`, options: { end: 'after bytes' } },
  { name: 'half a request line', bytes: () => 'POST /v1/book', options: { end: 'after bytes' } },
  { name: 'half a header', bytes: () => `GET ${search} HTTP/1.1\r\nHo`, options: { end: 'after bytes' } },
  { name: 'bare line feeds', bytes: () => `GET ${search} HTTP/1.1\n${host}\n\n` },
  { name: 'an unknown method', bytes: () => lines(`FETCH ${search} HTTP/1.1`, host) },
  { name: 'a method in lower case', bytes: () => lines(`get ${search} HTTP/1.1`, host) },
  { name: 'a target without a slash', bytes: () => lines('GET v1/bookings HTTP/1.1', host) },
  { name: 'a space in the target', bytes: () => lines('GET /v1/book ings HTTP/1.1', host) },
  { name: 'a NUL in the target', bytes: () => lines('GET /v1/\0 HTTP/1.1', host) },
  { name: 'bytes above 127 in the target', bytes: () => Buffer.from(lines('GET /v1/\u00ff HTTP/1.1', host), 'latin1') },
  { name: 'a target of 40,000 bytes', bytes: () => lines(`GET /${'x'.repeat(40_000)} HTTP/1.1`, host) },
  { name: 'a header of 40,000 bytes', bytes: () => lines(`GET ${search} HTTP/1.1`, host, `X: ${'x'.repeat(40_000)}`) },
  { name: '5,000 headers', bytes: () => lines(`GET ${search} HTTP/1.1`, host, ...many(5000, 'x')) },
  { name: '5,000 headers of two bytes', bytes: () => lines(`GET ${search} HTTP/1.1`, host, 'X:\r\n'.repeat(5000)) },
  { name: 'a header without a colon', bytes: () => lines(`GET ${search} HTTP/1.1`, host, 'Nothing') },
  { name: 'a header without a name', bytes: () => lines(`GET ${search} HTTP/1.1`, host, ': x') },
  { name: 'a space before the colon', bytes: () => lines(`GET ${search} HTTP/1.1`, host, 'X : x') },
  { name: 'a NUL in a header', bytes: () => lines(`GET ${search} HTTP/1.1`, host, 'X: a\0b') },
  { name: 'a folded header', bytes: () => lines(`GET ${search} HTTP/1.1`, host, 'X: a', ' b') },
  { name: 'no Host', bytes: () => lines(`GET ${unknownBooking} HTTP/1.1`, raw.key) },
  {
    name: 'two Hosts',
    bytes: () => lines(`GET ${unknownBooking} HTTP/1.1`, host, raw.key, 'Host: elsewhere.test'),
  },
  { name: 'the same Host twice', bytes: () => lines(`GET ${unknownBooking} HTTP/1.1`, host, raw.key, host) },
  { name: 'two Hosts in HTTP/1.0', bytes: () => lines(`GET ${unknownBooking} HTTP/1.0`, host, raw.key, 'hOST:') },
  { name: 'two Hosts in a Host', bytes: () => lines(`GET ${unknownBooking} HTTP/1.1`, `${host} elsewhere.test`) },
  {
    name: 'a URL as Host',
    bytes: () => lines(`GET ${unknownBooking} HTTP/1.1`, 'Host: http://service.test/', raw.key),
  },
  {
    name: 'two Hosts, and a body',
    bytes: () => `${lines(`POST ${search} HTTP/1.1`, host, host, raw.key, typed, 'Content-Length: 2')}{}`,
  },
  {
    name: 'two Hosts, and a request after it',
    bytes: () => `${lines(`GET ${unknownBooking} HTTP/1.1`, host, host)}${smuggled}`,
  },
  {
    name: 'a length that is a word',
    bytes: () => lines(`POST ${search} HTTP/1.1`, host, raw.key, 'Content-Length: two'),
  },
  { name: 'a negative length', bytes: () => lines(`POST ${search} HTTP/1.1`, host, raw.key, 'Content-Length: -2') },
  { name: 'a length with a sign', bytes: () => lines(`POST ${search} HTTP/1.1`, host, raw.key, 'Content-Length: +2') },
  {
    name: 'a length past 64 bits',
    bytes: () => lines(`POST ${search} HTTP/1.1`, host, raw.key, 'Content-Length: 99999999999999999999'),
  },
  {
    name: 'two lengths',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Content-Length: 2', 'Content-Length: 3')}{}`,
  },
  {
    name: 'both a length and chunks',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Content-Length: 2', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  },
  {
    name: 'chunks that are not the last coding',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked, gzip')}0\r\n\r\n`,
  },
  {
    name: 'an unknown coding',
    bytes: () => `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: xchunked')}0\r\n\r\n`,
  },
  ...[
    { name: 'the same length twice', framing: ['Content-Length: 2', 'Content-Length: 2'] },
    { name: 'two lengths in one header', framing: ['Content-Length: 2, 2'] },
    { name: 'a hexadecimal length', framing: ['Content-Length: 0x2'] },
    { name: 'a length with a fraction', framing: ['Content-Length: 2.0'] },
    { name: 'a space before the colon of the length', framing: ['Content-Length : 2'] },
    { name: 'chunks, then a length', framing: ['Transfer-Encoding: chunked', 'Content-Length: 2'] },
    {
      name: 'chunks after another coding, and a length',
      framing: ['Transfer-Encoding: gzip, chunked', 'Content-Length: 2'],
    },
    { name: 'two codings in two headers', framing: ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'] },
    { name: 'a coding in quotes', framing: ['Transfer-Encoding: "chunked"'] },
    { name: 'a coding with a parameter', framing: ['Transfer-Encoding: chunked;x=1'] },
    { name: 'a coding after a vertical tab', framing: ['Transfer-Encoding: \x0bchunked'] },
    { name: 'a folded coding', framing: ['Transfer-Encoding:', ' chunked'] },
    { name: 'a folded length', framing: ['Content-Length:', '\t2'] },
    { name: 'a coding whose name ends in NUL', framing: ['Transfer-Encoding\0: chunked'] },
    { name: 'a header with a bare return at its end', framing: ['X: a\rContent-Length: 2'] },
    { name: 'a header with a bare line feed at its end', framing: ['X: a\nContent-Length: 2'] },
    { name: 'a header whose name is not ASCII', framing: ['Content-Lengt\u00e9: 2'] },
  ].map(({ name, framing }) => ({
    name,
    // The smuggled request begins where a body of another length would end.
    bytes: () =>
      Buffer.from(
        `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, ...framing)}0\r\n\r\n${smuggled}`,
        'latin1',
      ),
  })),
  {
    name: 'a chunk whose size has a sign',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}+2\r\n{}\r\n0\r\n\r\n`,
  },
  {
    name: 'a chunk whose size is hexadecimal with 0x',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}0x2\r\n{}\r\n0\r\n\r\n`,
  },
  {
    name: 'a chunk whose size ends in a bare line feed',
    bytes: () => `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}2\n{}\n0\n\n`,
  },
  {
    name: 'a chunk extension with a bare line feed at its end',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}2;x\n{}\r\n0\r\n\r\n`,
  },
  {
    name: 'a trailer of 40,000 bytes',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
  },
  {
    name: 'a chunk size that is a word',
    bytes: () => `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n`,
  },
  {
    name: 'a chunk size past 64 bits',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}${'f'.repeat(17)}\r\n`,
  },
  {
    name: 'a chunk longer than its size',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}1\r\n{}\r\n0\r\n\r\n`,
  },
  {
    name: 'a chunk extension of 20,000 bytes',
    bytes: () =>
      `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Transfer-Encoding: chunked')}2;${'x'.repeat(20_000)}\r\n{}\r\n`,
  },
  {
    name: 'a truncated body',
    bytes: () => `${lines(`POST ${search} HTTP/1.1`, host, raw.key, typed, 'Content-Length: 20')}{}`,
    options: { end: 'after bytes' },
  },
];

it.each(malformed)(
  'END-12 END-14 ERR-1: refuses $name with one 400 invalid_request and closes the connection',
  async (row) => {
    const responses = await raw.send(row.bytes(), '/', row.options);
    expect(responses.map(codeOf)).toEqual(['400 invalid_request']);
    expect(responses[0]?.headers.get('connection')).toBe('close');
  },
);
