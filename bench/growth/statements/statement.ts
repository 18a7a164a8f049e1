import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Store } from '@booking-service/server';
import { newBooking, newEvent, type Accepted } from '../planting/add-organization.ts';
import { organizationId } from '../planting/planted-ids.ts';
import type { World } from '../world.ts';

/** A method of the store that is measured. */
export interface Statement {
  readonly name: string;
  /** Calls in one round. Default: 100. */
  readonly calls?: number;
  /** Returns this many calls, of other rows each. What it does itself is not measured. */
  readonly prepare: (world: World, calls: number) => Promise<Call[]> | Call[];
}

export type Call = () => Promise<unknown>;

/** A statement whose calls need no preparation. */
export function plain(name: string, call: (world: World) => Call, calls?: number): Statement {
  return {
    name,
    ...(calls !== undefined && { calls }),
    prepare: (world, count) => Array.from({ length: count }, () => call(world)),
  };
}

/** Returns the results of this many concurrent calls. */
export function times<T>(count: number, call: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, call));
}

/** Returns the value. Throws if it is missing, because a benchmark of nothing measures nothing. */
export function required<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('A planted row is missing.');
  return found;
}

/** A create as the service stores it: booking, idempotency key, event, delivery and run. */
export function newCreate(tag: string): Accepted {
  const ms = Date.now();
  // Random, as in the service, where the booking's id follows from the caller's idempotency key.
  const booking = newBooking({ id: `bkg_${randomUUID().replaceAll('-', '')}`, ms, status: 'processing' });
  return {
    organization_id: organizationId(tag),
    booking,
    idempotency_key: randomUUID(),
    events: [freshEvent(booking)],
    run: { step: 1, due_at: booking.created },
  };
}

/** An event with a new id. */
export function freshEvent(booking: Accepted['booking']): Accepted['events'][number] {
  const tag = randomUUIDv7().replaceAll('-', '').slice(-16);
  return newEvent(booking, { number: 0xfff, ms: Date.now(), tag });
}

export type Claimed = NonNullable<Awaited<ReturnType<Store['claimRun']>>>;
