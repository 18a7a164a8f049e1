import type { Booking, BookingEvent, EventData, EventType } from '@booking-service/contract';
import type { NewId } from './ids.ts';
import { toSummary } from './booking.ts';
import type { EveryField } from './every-field.ts';

/** An event and its deliveries. The transaction of the change stores them. */
export interface NewEvent {
  readonly id: string;
  readonly type: EventType;
  readonly created: string;
  /** The exact JSON text that every attempt sends and signs. */
  readonly payload: string;
  readonly deliveries: readonly { readonly id: string; readonly due_at: string }[];
}

/**
 * Returns the delays of an event's deliveries, in seconds: one delivery per number. A service sends each event once, without delay. A
 * sandbox repeats and delays some, as networks do (DLV-6).
 */
export type DeliveryDelays = (type: EventType, booking: Booking) => readonly number[];

const onceWithoutDelay: DeliveryDelays = () => [0];

/**
 * Returns the events of one change, in order, each with the booking's summary at this moment (EVT-2, EVT-3). The ids of an event
 * and of its deliveries begin with the time of the event: the removal of old events finds its rows by their ids (DLV-14).
 */
export function toEvents(
  types: readonly EventType[],
  booking: Booking,
  { newId, deliveryDelays = onceWithoutDelay }: { newId: NewId; deliveryDelays?: DeliveryDelays | undefined },
): NewEvent[] {
  return types.map((type) => {
    const created = booking.updated;
    const at = new Date(created);
    const id = newId('evt', at);
    const data = { object: toSummary(booking) } satisfies EveryField<EventData>;
    const payload = JSON.stringify({ id, type, created, data } satisfies EveryField<BookingEvent>);
    const deliveries = deliveryDelays(type, booking).map((seconds) => ({
      id: newId('dlv', at),
      due_at: new Date(Date.parse(created) + seconds * 1000).toISOString(),
    }));
    return { id, type, created, payload, deliveries };
  });
}
