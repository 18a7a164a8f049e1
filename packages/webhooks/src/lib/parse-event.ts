import type { WebhookEvent } from './events.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

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
