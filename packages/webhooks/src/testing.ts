/** Creates webhooks as the service sends them, for the tests of a receiver. */
import type { Bytes } from './lib/input.ts';
import { eventSamples, headerSamples } from './generated/event-samples.ts';
import type { EventMap, EventType } from './lib/events.ts';
import type { WebhookHeaders } from './generated/events.ts';
import { createSigner } from './lib/signing/sign.ts';
import { SIGNATURE_HEADER } from './lib/verifying/signature.ts';

/** Options of {@link createTestEvent}. */
export interface TestEventOptions<T extends EventType> {
  /** Fields of the booking's summary that differ from the contract's example. */
  readonly object?: Partial<EventMap[T]['data']['object']>;
  /** The event's id. Default: a new one. */
  readonly id?: string;
  /** The time of the event. Default: now. */
  readonly created?: Date;
}

/** Creates an event of a type from the contract's example, with a new id. */
export function createTestEvent<T extends EventType>(
  type: T,
  { object = {}, id = newEventId(), created = new Date() }: TestEventOptions<T> = {},
): EventMap[T] {
  const sample = eventSamples[type];
  const event = {
    ...sample,
    id,
    created: created.toISOString(),
    data: { object: { ...sample.data.object, ...object } },
  };
  return event;
}

type RequiredHeader = { [Name in keyof WebhookHeaders]-?: undefined extends WebhookHeaders[Name] ? never : Name };

/** A signed webhook, to POST to an endpoint. It has the required headers only, so it belongs to no trace. */
export interface TestWebhook {
  readonly body: string | Bytes;
  readonly headers: Readonly<Record<'Content-Type' | RequiredHeader[keyof WebhookHeaders], string>>;
}

/**
 * Signs an event, or a body given as text or bytes, as the service does (SIG-2). Runs on Node, Bun and Deno.
 *
 * @throws TypeError if the secret is unset, blank, or with white space around it.
 */
export function createTestWebhook(
  event: object | string | Bytes,
  {
    secret,
    timestamp = Math.floor(Date.now() / 1000),
  }: {
    /** The signing secret of the receiver. */
    secret: string;
    /** The time of the signature, in Unix seconds. Default: now. */
    timestamp?: number;
  },
): TestWebhook {
  const body = typeof event === 'string' || event instanceof Uint8Array ? event : JSON.stringify(event);
  const signature = createSigner({ secret }).header(body, { timestamp });
  return { body, headers: { 'Content-Type': 'application/json', ...headerSamples, [SIGNATURE_HEADER]: signature } };
}

function newEventId(): string {
  return `evt_${crypto.randomUUID().replaceAll('-', '')}`;
}
