/** Fixtures of the tests of the store: bookings, changes, sessions, and the folder of the embedded store. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CreateSession } from '@booking-service/contract';
import { randomId } from '@booking-service/kernel/contract';
import { type Move, moveBooking, openBooking, toEvents } from '../../src/domain/booking.ts';
import { openSession } from '../../src/domain/session.ts';
import type { AcceptedBooking, BookingChange, Claim, StoredBooking } from '../../src/store/store.ts';
import type { World } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';
import type { SizedBooking } from '../../src/domain/booking.ts';

export const request: SizedBooking = newBooking();
export const confirm: Move = { trigger: 'provider', to: 'confirmed', confirmation_code: 'OWN-1' };
export const cancel: Move = { trigger: 'cancel', to: 'cancelled' };

/** Returns a new booking with its event and its run. It is not stored. */
export function accepted(
  { clock, organization }: World,
  { livemode = false, asks = false }: { livemode?: boolean; asks?: boolean } = {},
): AcceptedBooking {
  const now = clock.now();
  const opening = { id: randomId('bkg'), provider: 'sandbox', livemode, request };
  const next_action = { type: 'authorize_payment', url: 'https://pay.test/1' } as const;
  const { booking, events } = openBooking(asks ? { ...opening, next_action } : opening, now);
  return {
    organization_id: organization.organization_id,
    booking,
    idempotency_key: undefined,
    events: toEvents(events, booking, { newId: randomId }),
    run: asks ? undefined : { step: 1, due_at: now.toISOString() },
  };
}

export async function stored(world: World, options?: { livemode?: boolean; asks?: boolean }): Promise<StoredBooking> {
  return (await world.store.createBooking(accepted(world, options))).stored;
}

export function change({ clock }: World, before: StoredBooking, move: Move): BookingChange {
  const moved = moveBooking(before.booking, move, clock.now());
  if (!moved) throw new Error(`A ${before.booking.status} booking has no such move.`);
  return { before, booking: moved.booking, events: toEvents(moved.events, moved.booking, { newId: randomId }) };
}

export function claimOf({ clock }: World, lease_token: string = 'lease_test'): Claim {
  return { now: clock.now(), lease_until: new Date(clock.now().getTime() + 60_000), lease_token, limit: 100 };
}

/** Stores a session of the organization that is verified now, and returns its id. */
export async function verified({ store, clock }: World, organization_id: string): Promise<string> {
  const body: CreateSession = { channel: 'email', destination: 'ada@diner.test' };
  const session = openSession(randomId('ses'), body, clock.now());
  await store.createSession({ organization_id, session, destination: 'ada@diner.test', code: '424242' });
  const before = await store.findSession({ organization_id, id: session.id });
  if (!before) throw new Error('The session was not stored.');
  const wanted = { before, session, verified: { card_reference: `card_${session.id}`, at: clock.now() } };
  if (!(await store.changeSession(wanted))) throw new Error('The change was not made.');
  return session.id;
}

/** Returns the types of the events with a delivery, oldest first. Its claims end immediately. */
export async function eventTypes(world: World): Promise<string[]> {
  const claimed = await world.store.claimDeliveries({ ...claimOf(world), lease_until: new Date(0) });
  return claimed.map(({ event_type }) => event_type);
}

export async function used({ store, organization }: World): Promise<number | undefined> {
  return (await store.findOrganization(organization.organization_id))?.test_confirmed;
}

export const start: Date = new Date('2026-11-21T09:30:00.000Z');

export async function makeFolder(): Promise<{ folder: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

export function inDatabase<T>(folder: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(folder, 'booking-service.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}
