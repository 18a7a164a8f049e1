import type { Booking, EventType } from '@booking-service/contract';
import type { NewId } from '../ids.ts';
import { toSummary } from './booking.ts';

/** An event and its delivery, to be stored with the change they tell of. */
export interface NewEvent {
  readonly id: string;
  readonly delivery_id: string;
  readonly type: EventType;
  readonly created: string;
  /** The exact JSON text that every attempt sends and signs. */
  readonly payload: string;
}

/** The events of one change, in order, each with the booking's summary as it is now (EVT-2, EVT-3). */
export function toEvents(types: readonly EventType[], booking: Booking, newId: NewId): NewEvent[] {
  return types.map((type) => {
    const id = newId('evt');
    const created = booking.updated;
    const payload = JSON.stringify({ id, type, created, data: { object: toSummary(booking) } });
    return { id, delivery_id: newId('dlv'), type, created, payload };
  });
}
