import type { WebhookEvent } from './events.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a verified body: UTF-8 JSON of an object with string `id`, `type`, `created` and an object `data.object` (EVT-2).
 * Returns undefined for anything else. Unknown event types and fields pass (EVT-4), and so does a byte order mark.
 */
export function parseEvent(body: Uint8Array): WebhookEvent | undefined {
  const event = parseJson(body);
  if (!isObject(event) || !isObject(event['data']) || !isObject(event['data']['object'])) return undefined;
  for (const field of ['id', 'type', 'created']) {
    if (typeof event[field] !== 'string') return undefined;
  }
  // The signature proves that the service wrote the rest, and the service writes events of the contract.
  return event as unknown as WebhookEvent;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    // The parser's message quotes the payload, so it must not become anyone's `cause`.
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
