import type { Booking } from '@booking-service/contract';
import type { OctoBooking, OctoClient } from '../http/octo-client.ts';
import { timeOf } from '../availability/slots.ts';
import { textOf } from '../unchecked.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ContactDefaults } from './guest-details.ts';

/** The requested duration of a hold: as long as the service waits for an input. */
export const hold_minutes = 20;

/** Bounds the memory. A booking that is forgotten counts as held for hold_minutes. */
const maxHolds = 10_000;

/** The ends of the holds that this process made or read, by UUID. A supplier that forgets an ended hold loses its end. */
export interface HoldEnds {
  note(uuid: string, held: OctoBooking): void;
  /** True if a hold that an earlier attempt made has ended. Without a known end, it ended hold_minutes after the booking began. */
  hasEnded(uuid: string, booking: Booking): boolean;
}

export function createHoldEnds(clock: { now(): Date }): HoldEnds {
  const ends = new Map<string, number>();
  return {
    note(uuid, held) {
      const end_ms = endOf(held);
      if (Number.isNaN(end_ms)) return;
      ends.delete(uuid);
      ends.set(uuid, end_ms);
      const [oldest] = ends.keys();
      if (ends.size > maxHolds && oldest !== undefined) ends.delete(oldest);
    },
    hasEnded(uuid, { updated }) {
      const end_ms = ends.get(uuid) ?? Date.parse(updated) + hold_minutes * 60_000;
      return end_ms <= clock.now().getTime();
    },
  };
}

/** The end of a hold in milliseconds. NaN if the supplier states none. */
export function endOf({ utcExpiresAt }: OctoBooking): number {
  return Date.parse(textOf(utcExpiresAt) ?? '');
}

/** One supplier, as the steps of a booking need it. */
export interface Supplier {
  readonly octo: OctoClient;
  readonly catalogue: Pick<Catalogue, 'find'>;
  readonly clock: { now(): Date };
  readonly contact: ContactDefaults;
  readonly holdEnds: HoldEnds;
  /** Returns a signal that ends the requests of one call of the port. */
  readonly newSignal: () => AbortSignal;
}

/** Returns whether the slot of the booking has ended. */
export function isOver({ availability }: OctoBooking, now: Date): boolean {
  const time = timeOf(availability ?? {}, { timeZone: undefined, isByDay: false });
  return time !== undefined && time.start.getTime() + time.minutes * 60_000 <= now.getTime();
}
