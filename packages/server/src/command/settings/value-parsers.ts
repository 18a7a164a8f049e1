import {
  arePrivateNetworks,
  isLoopbackHost,
  isNetwork,
  mayHaveCredentials,
  privateNetworksExpected,
  toWebhookProxy,
  webhookProxyExpected,
} from '@booking-service/kernel/http';
import { hasPassword, isDatabaseUrl } from '@booking-service/kernel/store';
import { readInstant } from '@booking-service/kernel/time';
import { access, type KeyMode } from '@booking-service/contract';
import type { NamedFile } from './effective-settings.ts';

/** Which texts are a value: in words, and as a parser that returns undefined for any other text. */
export interface ValueParser<T> {
  /** Completes "It must be …". */
  readonly expected: string;
  readonly parse: (text: string) => T | undefined;
}

/** Accepts whole numbers from `min` to `max` in decimal digits: no sign, space, exponent, other base or leading zero. */
export function wholeNumber(min: number, max: number): ValueParser<number> {
  return {
    expected: `a whole number from ${min} to ${max}`,
    parse(text) {
      const number = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    },
  };
}

/** Accepts a time, and returns it in UTC. */
export const time: ValueParser<string> = {
  expected: 'a time such as 2026-11-21T09:30:00Z',
  parse(text) {
    return /^\d{4}-\d\d-\d\dT/.test(text) ? readInstant(text)?.toISOString() : undefined;
  },
};

/* The parsers of settings that are one URL. */

export const alertUrl: ValueParser<string> = {
  expected: 'an http or https URL without a user name',
  parse(text) {
    const url = URL.parse(text);
    return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? text : undefined;
  },
};

/** The value is the origin. A browser keeps the session only for https and for this computer. */
export const dashboardOrigin: ValueParser<string> = {
  expected: 'an https URL without a path, or an http URL of this computer',
  parse(text) {
    const url = URL.parse(text);
    if (!url || url.href !== `${url.origin}/`) return undefined;
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
      ? url.origin
      : undefined;
  },
};

export const webhookProxy: ValueParser<string> & { readonly isSecret: (text: string) => boolean } = {
  expected: webhookProxyExpected,
  parse: (text) => (toWebhookProxy(text) ? text : undefined),
  isSecret: mayHaveCredentials,
};

/* The parsers of settings that list networks, separated by commas. */

export const networks: ValueParser<readonly string[]> = {
  expected: 'addresses or networks, separated by commas',
  parse(text) {
    const listed = split(text);
    return listed.every(isNetwork) ? listed : undefined;
  },
};

export const privateNetworks: ValueParser<readonly string[]> = {
  expected: `${privateNetworksExpected}, separated by commas`,
  parse(text) {
    const listed = split(text);
    return arePrivateNetworks(listed) ? listed : undefined;
  },
};

function split(text: string): readonly string[] {
  return text.split(',').map((each) => each.trim());
}

/** Reads key modes, separated by commas. */
export const modes: ValueParser<readonly KeyMode[]> = {
  expected: 'test, live or test,live',
  parse(text) {
    // The contract's modes are an object with these keys.
    const known = Object.keys(access.key_modes) as KeyMode[];
    const listed = text.split(',');
    const read = known.filter((mode) => listed.includes(mode));
    return read.length === listed.length ? read : undefined;
  },
};

export const namedFile: ValueParser<NamedFile> = {
  expected: 'a file',
  parse: (text) => (text.trim() === '' ? undefined : { file: text }),
};

export const base64Key: ValueParser<Uint8Array> = {
  expected: '32 bytes in base64, as openssl rand -base64 32 prints them',
  parse: (text) => (/^[A-Za-z0-9+/]{43}=$/.test(text) ? Buffer.from(text, 'base64') : undefined),
};

export const databaseUrl: ValueParser<string> & { readonly isSecret: (text: string) => boolean } = {
  expected: 'a URL of the form postgres://USER@HOST/NAME',
  parse: (text) => (isDatabaseUrl(text) ? text : undefined),
  isSecret: hasPassword,
};

/** Accepts every text that is not empty. */
export function anyText(expected: string): ValueParser<string> {
  return { expected, parse: (text) => (text.trim() === '' ? undefined : text) };
}

/** Accepts one of these words. */
export function oneOf<Word extends string>(words: readonly Word[]): ValueParser<Word> {
  return {
    expected: words.length === 2 ? words.join(' or ') : `one of ${words.join(', ')}`,
    parse: (text) => words.find((word) => word === text),
  };
}
