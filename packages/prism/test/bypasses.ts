import { MIMEType } from 'node:util';
import type { Call } from '@booking-service/server/testing';

/** The ways in which Prism's proxy fails to forward a request unchanged. */
export type ProxyResult = 'no response' | "Prism's own response" | 'a changed request' | 'a different verdict';

export interface Bypass {
  readonly name: string;
  readonly result: ProxyResult;
  /** A request that proves that the bypass is still needed. proxy.test.ts sends it. */
  readonly example: Call;
  readonly matches: (call: Call) => boolean;
}

const path = '/v1/venues/search';
const json = { 'Content-Type': 'application/json' };

/** The requests that go directly to the service in the run through Prism. Keep this list as short as possible. */
export const bypasses: readonly Bypass[] = [
  {
    name: 'HEAD',
    // Prism parses the body because of the Content-Type, but a response to HEAD has no body.
    result: "Prism's own response",
    example: { method: 'HEAD', path, headers: {} },
    matches: ({ method }) => method === 'HEAD',
  },
  {
    name: 'a path with an empty segment',
    result: 'a changed request',
    example: { method: 'POST', path: '/v1//bookings', headers: {} },
    matches: (call) => pathOf(call).includes('//'),
  },
  {
    name: 'a path that ends in a slash',
    // Prism takes the empty segment for the id.
    result: 'a different verdict',
    example: { method: 'GET', path: '/v1/bookings/', headers: {} },
    matches: (call) => pathOf(call).endsWith('/'),
  },
  {
    name: 'a path that cannot be decoded',
    result: "Prism's own response",
    example: { method: 'GET', path: '/v1/bookings/%zz', headers: {} },
    matches: (call) => !isDecodable(pathOf(call)),
  },
  {
    name: 'a query parameter named __proto__',
    result: 'a changed request',
    example: { method: 'GET', path: '/v1/sessions/card?__proto__=1', headers: {} },
    matches: ({ path: target }) => /[?&]__proto__=/.test(target),
  },
  {
    name: 'an invalid content type',
    result: "Prism's own response",
    example: { method: 'POST', path, headers: { 'Content-Type': 'text/plain, application/json' }, content: '{}' },
    matches: (call) => call.content !== undefined && !findType(call),
  },
  {
    name: 'a charset other than UTF-8',
    result: 'no response',
    example: { method: 'POST', path, headers: { 'Content-Type': 'application/json; charset=utf-16' }, content: '{}' },
    matches: (call) => !/^(?:utf-8)?$/i.test(findType(call)?.params.get('charset') ?? ''),
  },
  {
    name: 'JSON nested too deeply for Prism',
    result: "Prism's own response",
    example: { method: 'POST', path, headers: json, content: '['.repeat(9_000) + ']'.repeat(9_000) },
    matches: (call) => isJson(call) && (textOf(call).match(/[[{]/g) ?? []).length > 1_000,
  },
  {
    name: 'invalid JSON',
    result: 'a changed request',
    example: { method: 'POST', path, headers: json, content: '{' },
    matches: (call) => isJson(call) && parse(call) === undefined,
  },
  {
    name: 'JSON that Prism serializes differently',
    result: 'a changed request',
    example: { method: 'POST', path, headers: json, content: '{ "limit": 2 }' },
    matches: (call) =>
      isJson(call) && !Buffer.from(call.content ?? '').equals(Buffer.from(JSON.stringify(parse(call)))),
  },
  {
    name: 'JSON that is neither an object nor an array',
    result: 'a changed request',
    example: { method: 'POST', path, headers: json, content: '"text"' },
    matches: (call) => isJson(call) && !/^[[{]/.test(textOf(call)),
  },
];

function pathOf({ path: target }: Call): string {
  return target.split('?')[0] ?? '';
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function findType({ headers }: Call): MIMEType | undefined {
  try {
    return new MIMEType(new Headers(headers).get('content-type') ?? '');
  } catch {
    return undefined;
  }
}

function isJson(call: Call): boolean {
  return call.content !== undefined && /^application\/(?:.+\+)?json$/.test(findType(call)?.essence ?? '');
}

function textOf({ content = '' }: Call): string {
  return Buffer.from(content).toString();
}

function parse(call: Call): unknown {
  try {
    return JSON.parse(textOf(call));
  } catch {
    return undefined;
  }
}
