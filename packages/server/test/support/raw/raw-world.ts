/** A world for requests as raw bytes. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openWorld, type World } from '../../../src/testing.ts';
import { sendRaw, type RawOptions, type RawResponse } from './raw-http.ts';

export const search = '/v1/venues/search';
export const unknownBooking = '/v1/bookings/bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';
export const host = 'Host: service.test';
export const close = 'Connection: close';
export const typed = 'Content-Type: application/json';

export interface RawWorld {
  readonly world: World;
  /** The Authorization header of a test key. */
  readonly key: string;
  /** Sends the bytes. Each response must be one that the contract has for a request to `path`. */
  send(bytes: string | Uint8Array, path: string, options?: RawOptions): Promise<RawResponse[]>;
}

/** Opens one world for all tests of a file. After each test, the next caller must get a response. */
export function openRawWorld(): RawWorld {
  const opened: { world?: World } = {};

  function world(): World {
    if (!opened.world) throw new Error('The world opens before the first test.');
    return opened.world;
  }

  beforeAll(async () => {
    opened.world = await openWorld({ organization: { rate_limit: 100_000 } });
  });
  afterAll(() => opened.world?.[Symbol.asyncDispose]());
  afterEach(async () => {
    const { status } = await world().call('POST', search, { body: {} });
    if (status !== 200) throw new Error(`The next caller got ${status}.`);
  });

  return {
    get world() {
      return world();
    },
    get key() {
      return `Authorization: Bearer ${world().organization.keys.test}`;
    },
    async send(bytes, path, options) {
      const responses = await sendRaw(world().url, bytes, options);
      const method = /^[A-Z]+/.exec(bytes.toString())?.[0] ?? 'GET';
      for (const response of responses) world().wire.checkResponse({ method, path, ...response });
      return responses;
    },
  };
}

/** Returns the head of a request. */
export function lines(...all: string[]): string {
  return `${all.join('\r\n')}\r\n\r\n`;
}

/** Returns the status and the code of a refusal. */
export function codeOf({ status, text }: RawResponse): string {
  return `${status} ${(JSON.parse(text) as { error_code: string }).error_code}`;
}
