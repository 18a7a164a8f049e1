/** The events of webhooks: the seven types of the contract, and unknown types of later versions (EVT-1, EVT-4). */
import { eventTypes } from '../generated/events.ts';
import type { Received } from '../generated/received.ts';
import type { EventMap as KnownEvents } from '../generated/events.ts';

export type { UnknownValue } from '../generated/received.ts';
export { eventTypes } from '../generated/events.ts';

/** The event of each type. A status, a code or a next action may be unknown: a later version can add one. */
export type EventMap = { readonly [Type in keyof KnownEvents]: KnownEvent<Type> };

/** The event of the contract. Only the data about the booking is open. */
type KnownEvent<Type extends keyof KnownEvents> = Omit<KnownEvents[Type], 'data'> & {
  readonly data: Received<KnownEvents[Type]['data']>;
};

/** A type of an event that this version defines (EVT-1). */
export type EventType = keyof EventMap;

/** An event of a type that this version defines. Its `type` narrows it. */
export type BookingEvent = EventMap[EventType];

/** A string that is not a known type. It is an enum, so that it equals no literal and a typo does not compile. */
declare enum UnknownType {
  later = 'a type that a later version sends',
}

/**
 * An event of a type that a later version of the service sends (EVT-4). Its `type` is the received string. To compare it,
 * write `String(event.type)`.
 */
export interface UnknownEvent {
  readonly id: string;
  readonly type: UnknownType;
  readonly created: string;
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
}

/** Any event. Narrow it by its `type`, or with {@link isKnownEvent}. The rest is an {@link UnknownEvent}. */
export type WebhookEvent = BookingEvent | UnknownEvent;

const known: ReadonlySet<string> = new Set(eventTypes);

/** Returns whether this version defines the type (EVT-1). */
export function isEventType(type: string): type is EventType {
  return known.has(type);
}

/** Returns whether this version defines the type of an event (EVT-1). */
export function isKnownEvent(event: WebhookEvent): event is BookingEvent {
  return isEventType(event.type);
}
