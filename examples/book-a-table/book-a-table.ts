/**
 * Books a table:
 *
 * 1. finds the first venue of the city that offers a slot
 * 2. creates a booking under the order's own number: however often this runs, the order has one booking
 * 3. waits, and answers what is asked, until the booking is confirmed
 */
import type { Booking, BookingClient, ContinueBooking, Guest, NextAction, Slot } from '@booking-service/client';

/** What is wanted. */
export interface Order {
  /** Its number in your own books. */
  readonly number: string;
  readonly city: string;
  /** What the venue's name must contain. */
  readonly venue?: string;
  /** `2026-11-22` */
  readonly date: string;
  readonly party_size: number;
  readonly guest: Guest;
}

/** The person who wants it. */
export interface Person {
  /** Shows a question and resolves with the answer. */
  ask(question: string): Promise<string>;
  /** Shows a line. */
  tell(line: string): void;
}

/** Returns the confirmed booking; rejects with an EndedError, which has the booking, where it cannot be confirmed any more. */
export async function bookATable(client: BookingClient, order: Order, person: Person): Promise<Booking> {
  const { number, city, party_size, guest } = order;
  const slot = await findSlot(client, order);
  if (!slot) throw new Error(`Nobody in ${city} has a table for ${party_size} on ${order.date}.`);

  const create = { venue_id: slot.venue_id, slot_id: slot.id, party_size, guest };
  const { id } = await client.bookings.create(create, { idempotencyKey: number });
  person.tell(`${id}: a table for ${party_size} at ${slot.starts_at}`);
  for (;;) {
    const booking = await client.bookings.waitFor(id, { until: ['confirmed', 'requires_action'] });
    if (booking.status === 'confirmed') return booking;
    await client.bookings.continue(id, await answer(booking.next_action, person));
  }
}

async function findSlot(client: BookingClient, { city, venue, date, party_size }: Order): Promise<Slot | undefined> {
  const query = venue === undefined ? { city } : { city, query: venue };
  for await (const { id } of client.venues.search(query)) {
    const { data: slots, error } = await client.availability.search({ venue_id: id, date, party_size }).result();
    // A venue that cannot be asked today offers nothing today.
    if (error && !error.is('availability_failed')) throw error;
    if (slots?.data[0]) return slots.data[0];
  }
  return undefined;
}

async function answer(action: NextAction | undefined, person: Person): Promise<ContinueBooking> {
  if (action?.type === 'enter_code') {
    return { type: 'enter_code', code: await person.ask(`The code that came to ${action.destination}: `) };
  }
  if (action?.type === 'authorize_payment') {
    person.tell(`Approve the payment at ${action.url}`);
    await person.ask('Approved? Press return. ');
    return { type: 'authorize_payment' };
  }
  throw new Error(`This program is older than what is asked: ${String(action?.type)}.`);
}
