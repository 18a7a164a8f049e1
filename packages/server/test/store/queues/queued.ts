/** Set-up of the tests of the delivery queues. */
import type { CreatedOrganization } from '../../../src/index.ts';
import { openBooking, toEvents } from '../../../src/domain/booking.ts';
import { idStart, randomId } from '@booking-service/kernel/contract';
import type { AttemptRecord, Claim, Receivers, Store } from '../../../src/store/store.ts';
import { openWorldOn, type engines, type EngineWorld, type TestDatabase } from '../../support/engines.ts';
import { newBooking } from '../../support/new-booking.ts';
import { numberedRows } from '../../support/databases.ts';

export const start: Date = new Date('2026-11-21T09:30:00.000Z');
export const lease_ms = 30_000;
export const url: string = 'https://diner.test/';

export function at(ms: number): Date {
  return new Date(start.getTime() + ms);
}

export function claimAt(
  ms: number,
  { lease_token = 'lease_a', limit = 100 }: { lease_token?: string; limit?: number } = {},
): Claim {
  return { now: at(ms), lease_until: at(ms + lease_ms), lease_token, limit };
}

/** Claims turns and returns their organizations. */
export async function claimTurnsOf(store: Store, claim: Parameters<Store['claimTurns']>[0]): Promise<string[]> {
  return (await store.claimTurns(claim)).map(({ organization_id }) => organization_id);
}

export function turnsAt(
  store: Store,
  ms: number,
  receivers: Receivers = 'quick',
  lease_token: string = 'lease_a',
): Promise<string[]> {
  return claimTurnsOf(store, { ...claimAt(ms, { lease_token }), receivers });
}

/** Stores a booking with an event, whose delivery is due after `due_ms`. */
export async function addDelivery(
  store: Store,
  { organization_id }: Pick<CreatedOrganization, 'organization_id'>,
  due_ms: number = 0,
): Promise<void> {
  const request = newBooking();
  const opening = { id: randomId('bkg'), provider: 'sandbox', livemode: false, request };
  const { booking, events } = openBooking(opening, at(due_ms));
  await store.createBooking({
    organization_id,
    booking,
    idempotency_key: undefined,
    events: toEvents(events, booking, { newId: randomId }),
  });
}

export const attempt: AttemptRecord = {
  request_headers: null,
  started_at: start.toISOString(),
  duration_ms: 3,
  status: 500,
  error: null,
  cause: null,
  answer: 'no',
};

/** Claims and completes every due delivery of the organization. */
export async function finish(store: Store, organization_id: string, ms: number): Promise<void> {
  for (const delivery of await store.claimDeliveries({ ...claimAt(ms), of: [organization_id] })) {
    await store.recordAttempts([{ delivery, attempt, state: 'succeeded' }]);
  }
}

export async function openQueues(engine: (typeof engines)[number]): Promise<EngineWorld> {
  return openWorldOn(engine, { organization: { webhook_url: null } });
}

/** Copies the one delivery of this organization. The copies have the ids `copyId(1)` and so on, in the same partition. */
export async function addBacklog(
  query: TestDatabase['query'],
  { copies, of }: { copies: number; of: string },
): Promise<void> {
  await query(`
    INSERT INTO deliveries (id, event_id, organization_id, state, attempts_allowed, due_at)
    SELECT substr(d.id, 1, 16) || '_copy_' || i, d.event_id, d.organization_id, 'pending', d.attempts_allowed, d.due_at
    FROM ${numberedRows(copies)} CROSS JOIN deliveries d WHERE d.organization_id = '${of}'`);
}

/** Returns the id of a copy of a delivery that was created at `start`. */
export function copyId(number: number): string {
  return `${idStart('dlv', start)}_copy_${number}`;
}
