/** Readers of the values of flags and variables: from their text, and from the file of a secret. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
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
import { StartError } from '../start-error.ts';

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

const max_bytes = 65_536;

/**
 * Returns the text of a file that contains one secret, without a line break at its end. `variable` named the file.
 * Throws a StartError (exit code 2), which contains nothing of the text, if the file cannot be read or is longer than 64 KiB.
 */
export function readSecretFile(file: string, variable: string): string {
  const bytes = readBytes(file, variable);
  if (bytes.length > max_bytes) throw refuse(file, { variable, reason: `it is longer than ${max_bytes} bytes` });
  return bytes.toString('utf8').replace(/\r?\n$/, '');
}

/** Returns whether every user of this computer can read the file. False on Windows, where files have no such mode. */
export function isWorldReadable(file: string): boolean {
  if (process.platform === 'win32') return false;
  return (statSync(file).mode & 0o004) !== 0;
}

/** Returns the warning about a file with a secret that every user of this computer can read. */
export function worldReadable(file: string): string {
  return `${file} contains a secret, and every user of this computer can read it. Take that right away: chmod o-r ${file}`;
}

/** Returns at most one byte more than are allowed. A pipe has no size before it is read. */
function readBytes(file: string, variable: string): Buffer {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const buffer = Buffer.alloc(max_bytes + 1);
      let length = 0;
      for (let read = -1; read !== 0; length += read) {
        read = readSync(descriptor, buffer, length, buffer.length - length, null);
      }
      return buffer.subarray(0, length);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw refuse(file, { variable, reason, cause });
  }
}

function refuse(
  file: string,
  { variable, reason, cause }: { variable: string; reason: string; cause?: unknown },
): StartError {
  return new StartError(`Cannot read the file ${file} of ${variable} (${reason}). Fix it, or name another file.`, {
    exitCode: 2,
    cause,
  });
}
