import type { Booking, BookingEvent, EventData, EventType } from '@booking-service/contract';
import type { NewId } from './ids.ts';
import { toSummary } from './booking.ts';
import type { EveryField } from './every-field.ts';

/** An event and its deliveries, to be stored with the change they tell of. */
export interface NewEvent {
  readonly id: string;
  readonly type: EventType;
  readonly created: string;
  /** The exact JSON text that every attempt sends and signs. */
  readonly payload: string;
  readonly deliveries: readonly { readonly id: string; readonly due_at: string }[];
}

/**
 * How many seconds after an event its deliveries are due: one for each number. A service sends each event once and at
 * once; a sandbox repeats and delays some, as networks do (DLV-6).
 */
export type DeliveryDelays = (type: EventType, booking: Booking) => readonly number[];

const onceAtOnce: DeliveryDelays = () => [0];

/** The events of one change, in order, each with the booking's summary as it is now (EVT-2, EVT-3). */
export function toEvents(
  types: readonly EventType[],
  booking: Booking,
  { newId, deliveryDelays = onceAtOnce }: { newId: NewId; deliveryDelays?: DeliveryDelays | undefined },
): NewEvent[] {
  return types.map((type) => {
    const id = newId('evt');
    const created = booking.updated;
    const data = { object: toSummary(booking) } satisfies EveryField<EventData>;
    const payload = JSON.stringify({ id, type, created, data } satisfies EveryField<BookingEvent>);
    const deliveries = deliveryDelays(type, booking).map((seconds) => ({
      id: newId('dlv'),
      due_at: new Date(Date.parse(created) + seconds * 1000).toISOString(),
    }));
    return { id, type, created, payload, deliveries };
  });
}
