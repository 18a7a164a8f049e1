import { MIMEType } from 'node:util';
import type { Call } from '@booking-service/server/testing';

/** What Prism's proxy makes of a call, in place of carrying it. */
export type Instead = 'no answer' | 'an answer of its own' | 'another call' | 'another judgement';

export interface NotCarried {
  readonly what: string;
  readonly instead: Instead;
  /** A call of which that is still so: not-carried.test.ts sees to it. */
  readonly example: Call;
  readonly isSo: (call: Call) => boolean;
}

const path = '/v1/venues/search';
const json = { 'Content-Type': 'application/json' };

/** The calls that go to the service directly in the run through Prism. Each one less is more that Prism judges. */
export const notCarried: readonly NotCarried[] = [
  {
    what: 'HEAD',
    // It parses the body that the Content-Type announces, and there is none.
    instead: 'an answer of its own',
    example: { method: 'HEAD', path, headers: {} },
    isSo: ({ method }) => method === 'HEAD',
  },
  {
    what: 'a path with an empty segment in it',
    instead: 'another call',
    example: { method: 'POST', path: '/v1//bookings', headers: {} },
    isSo: (call) => pathOf(call).includes('//'),
  },
  {
    what: 'a path that ends in a slash',
    // It takes what is not there for the id.
    instead: 'another judgement',
    example: { method: 'GET', path: '/v1/bookings/', headers: {} },
    isSo: (call) => pathOf(call).endsWith('/'),
  },
  {
    what: 'a path that cannot be decoded',
    instead: 'an answer of its own',
    example: { method: 'GET', path: '/v1/bookings/%zz', headers: {} },
    isSo: (call) => !isDecodable(pathOf(call)),
  },
  {
    what: 'a parameter named like what an object has',
    instead: 'another call',
    example: { method: 'GET', path: '/v1/sessions/card?__proto__=1', headers: {} },
    isSo: ({ path: target }) => /[?&]__proto__=/.test(target),
  },
  {
    what: 'a content type that is none',
    instead: 'an answer of its own',
    example: { method: 'POST', path, headers: { 'Content-Type': 'text/plain, application/json' }, content: '{}' },
    isSo: (call) => call.content !== undefined && !findType(call),
  },
  {
    what: 'another charset than UTF-8',
    instead: 'no answer',
    example: { method: 'POST', path, headers: { 'Content-Type': 'application/json; charset=utf-16' }, content: '{}' },
    isSo: (call) => !/^(?:utf-8)?$/i.test(findType(call)?.params.get('charset') ?? ''),
  },
  {
    what: 'JSON nested deeper than it can follow',
    instead: 'an answer of its own',
    example: { method: 'POST', path, headers: json, content: '['.repeat(9_000) + ']'.repeat(9_000) },
    isSo: (call) => isJson(call) && (textOf(call).match(/[[{]/g) ?? []).length > 1_000,
  },
  {
    what: 'JSON that is none',
    instead: 'no answer',
    example: { method: 'POST', path, headers: json, content: '{' },
    isSo: (call) => isJson(call) && parse(call) === undefined,
  },
  {
    what: 'JSON that it writes another way',
    instead: 'another call',
    example: { method: 'POST', path, headers: json, content: '{ "limit": 2 }' },
    isSo: (call) => isJson(call) && !Buffer.from(call.content ?? '').equals(Buffer.from(JSON.stringify(parse(call)))),
  },
  {
    what: 'JSON that is no object or array',
    instead: 'another call',
    example: { method: 'POST', path, headers: json, content: '"text"' },
    isSo: (call) => isJson(call) && !/^[[{]/.test(textOf(call)),
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
