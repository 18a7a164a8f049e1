/** The events a receiver gets: the seven types of the contract, and whatever a later version adds (EVT-1, EVT-4). */
import { eventTypes } from '../generated/events.ts';
import type { Received } from '../generated/received.ts';
import type { EventMap as KnownEvents } from '../generated/events.ts';

export type { UnknownValue } from '../generated/received.ts';
export { eventTypes } from '../generated/events.ts';

/** The event of each type, as it is read: a status, a code or a next action may be one that a later version adds. */
export type EventMap = { readonly [Type in keyof KnownEvents]: KnownEvent<Type> };

/** Each by the contract's own name and constant type; only what it tells of the booking is open. */
type KnownEvent<Type extends keyof KnownEvents> = Omit<KnownEvents[Type], 'data'> & {
  readonly data: Received<KnownEvents[Type]['data']>;
};

/** The type of an event that this version knows (EVT-1). */
export type EventType = keyof EventMap;

/** An event of a type that this version knows, narrowed by its `type`. */
export type BookingEvent = EventMap[EventType];

/** A string that is none of the known types. As an enum it compares equal to no literal, so that a typo does not compile. */
declare enum UnknownType {
  later = 'a type that a later version sends',
}

/**
 * An event of a type that a later version of the service sends (EVT-4). Its `type` is the string that arrived; to compare it,
 * write `String(event.type)`.
 */
export interface UnknownEvent {
  readonly id: string;
  readonly type: UnknownType;
  readonly created: string;
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
}

/** Any event that may arrive. Narrow it by its `type`, or with {@link isKnownEvent}; what is left is unknown. */
export type WebhookEvent = BookingEvent | UnknownEvent;

const known: ReadonlySet<string> = new Set(eventTypes);

/** Whether this version knows the type of an event (EVT-1). */
export function isKnownEvent(event: WebhookEvent): event is BookingEvent {
  return known.has(event.type);
}
