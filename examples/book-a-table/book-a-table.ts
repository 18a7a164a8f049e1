/**
 * Books a table:
 *
 * 1. finds the first venue of the city that offers a slot
 * 2. creates a booking with the order's number as idempotency key, so that an order has one booking even if this runs twice
 * 3. waits, and sends the requested input, until the booking is confirmed
 */
import type { Booking, BookingClient, ContinueBooking, Guest, NextAction, Slot } from '@booking-service/client';

/** The table to book. */
export interface Order {
  /** The number of the order in your own system. */
  readonly number: string;
  readonly city: string;
  /** Text that the venue's name must contain. */
  readonly venue?: string;
  /** `2026-11-22` */
  readonly date: string;
  readonly party_size: number;
  readonly guest: Guest;
}

/** The person who books the table. */
export interface Person {
  /** Shows a question and resolves with the answer. */
  ask(question: string): Promise<string>;
  /** Shows a line. */
  show(line: string): void;
}

/** Returns the confirmed booking. Rejects with an EndedError, which has the booking, if the booking ends without a confirmation. */
export async function bookATable(client: BookingClient, order: Order, person: Person): Promise<Booking> {
  const { number, city, party_size, guest } = order;
  const slot = await findSlot(client, order);
  if (!slot) throw new Error(`No venue in ${city} has a table for ${party_size} on ${order.date}.`);

  const create = { venue_id: slot.venue_id, slot_id: slot.id, party_size, guest };
  const { id } = await client.bookings.create(create, { idempotencyKey: number });
  person.show(`${id}: a table for ${party_size} at ${slot.starts_at}`);
  for (;;) {
    const booking = await client.bookings.waitFor(id, { until: ['confirmed', 'requires_action'] });
    if (booking.status === 'confirmed') return booking;
    await client.bookings.continue(id, await readInput(booking.next_action, person));
  }
}

async function findSlot(client: BookingClient, { city, venue, date, party_size }: Order): Promise<Slot | undefined> {
  const query = venue === undefined ? { city } : { city, query: venue };
  for await (const { id } of client.venues.search(query)) {
    const { data: slots, error } = await client.availability.search({ venue_id: id, date, party_size }).result();
    // Skip a venue whose search fails.
    if (error && !error.is('availability_failed')) throw error;
    if (slots?.data[0]) return slots.data[0];
  }
  return undefined;
}

async function readInput(action: NextAction | undefined, person: Person): Promise<ContinueBooking> {
  if (action?.type === 'enter_code') {
    return { type: 'enter_code', code: await person.ask(`Enter the code sent to ${action.destination}: `) };
  }
  if (action?.type === 'authorize_payment') {
    person.show(`Approve the payment at ${action.url}`);
    await person.ask('Press return after the approval. ');
    return { type: 'authorize_payment' };
  }
  throw new Error(`This program does not support the action ${String(action?.type)}. Update it.`);
}
