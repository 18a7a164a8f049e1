import type { WebhookEvent } from './events.ts';

/** A request body as it arrived: its bytes, or the string that they decode to (SIG-3). */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** The encoders of UTF-8. jsdom has none, but the modules of Node. */
export const utf: Utf = globalThis.TextEncoder
  ? globalThis
  : // Declared here, so that a program without the types of Node.js compiles.
    (globalThis as unknown as { process: { getBuiltinModule(name: string): Utf } }).process.getBuiltinModule(
      'node:util',
    );

type Utf = Pick<typeof globalThis, 'TextEncoder' | 'TextDecoder'>;

/** Returns the bytes of a body, without copying bytes. Returns undefined if it is not a {@link RawBody}. */
export function toBytes(body: unknown): Uint8Array | undefined {
  if (typeof body === 'string') return new utf.TextEncoder().encode(body);
  // By tag instead of instanceof: test runners and frames pass bytes of another realm.
  const tag = {}.toString.call(body);
  if (ArrayBuffer.isView(body)) return tag === '[object Uint8Array]' ? (body as Uint8Array) : undefined;
  return tag === '[object ArrayBuffer]' ? new Uint8Array(body as ArrayBuffer) : undefined;
}

/**
 * Bytes that are not shared between threads, as WebCrypto and fetch require. Before TypeScript 5.7, Uint8Array has no type
 * argument for this. This form compiles there too.
 */
export type Bytes = ReturnType<Uint8ArrayConstructor['of']>;

const utf8 = new utf.TextDecoder('utf-8', { fatal: true });

/**
 * Parses a verified body: UTF-8 JSON of an object with string `id`, `type`, `created` and an object `data.object` (EVT-2).
 * Returns undefined for anything else. Accepts unknown event types and fields (EVT-4), and a byte order mark.
 */
export function parseEvent(body: Uint8Array): WebhookEvent | undefined {
  // Any JSON value except null has properties to read.
  const event = (parseJson(body) ?? {}) as Partial<Record<string, unknown>>;
  const data = (event['data'] ?? {}) as { object?: unknown };
  const isEvent =
    ['id', 'type', 'created'].every((field) => typeof event[field] === 'string') &&
    data.object instanceof Object &&
    !Array.isArray(data.object);
  // The signature proves that the service wrote the rest, and the service writes events of the contract.
  return isEvent ? (event as unknown as WebhookEvent) : undefined;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    // The parser's message quotes the payload, so it must not become a `cause`.
    return undefined;
  }
}

/** The source of the current time. The clock of the client and that of a server have this form, too. */
export interface Clock {
  now(): Date;
}

/** The time of the computer. */
export const systemClock: Clock = { now: () => new Date() };
