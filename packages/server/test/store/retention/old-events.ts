/** Set-up of the tests of the removal of old events. */
import { openBooking, toEvents } from '../../../src/domain/booking.ts';
import { randomId } from '@booking-service/kernel/contract';
import { keptSince } from '@booking-service/kernel/store';
import type { Upkeep } from '../../../src/store/admin-store.ts';
import { createOrganization, type CreatedOrganization, type Store } from '../../../src/index.ts';
import type { TestDatabase } from '../../support/engines.ts';
import { newBooking } from '../../support/new-booking.ts';

export const now: Date = new Date('2026-11-21T09:30:00.000Z');
export const before: Date = keptSince(now, { retention_days: 30 });
const day_ms = 24 * 3600 * 1000;

/** Returns the time this number of days before now. */
export function daysAgo(days: number): Date {
  return new Date(now.getTime() - days * day_ms);
}

export async function addOrganization(
  store: Store,
  webhook_url: string | null = 'https://diner.test/',
): Promise<CreatedOrganization> {
  return createOrganization(store, { name: 'Diner', webhook_url, test_allowance: 1_000_000 }, daysAgo(400));
}

/** Stores a booking with one event from this time, and returns the id of the event. Its delivery is pending. */
export async function addEvent(
  store: Store,
  { organization_id }: Pick<CreatedOrganization, 'organization_id'>,
  created: Date,
): Promise<string> {
  const request = newBooking();
  const opening = { id: randomId('bkg'), provider: 'sandbox', livemode: false, request };
  const { booking } = openBooking(opening, created);
  const events = toEvents(['booking.created'], booking, { newId: randomId });
  await store.createBooking({ organization_id, booking, idempotency_key: booking.id, events });
  return events[0]?.id ?? '';
}

/** Sends every due delivery of the organization, each with one attempt. */
export async function sendDue(
  store: Store,
  { organization_id }: Pick<CreatedOrganization, 'organization_id'>,
  at: Date = now,
): Promise<void> {
  const lease_until = new Date(at.getTime() + 60_000);
  const claimed = await store.claimDeliveries({
    now: at,
    of: [organization_id],
    lease_until,
    lease_token: 'lease_a',
    limit: 5000,
  });
  const attempt = {
    request_headers: {},
    duration_ms: 3,
    status: 200,
    error: null,
    cause: null,
    answer: '',
    started_at: now.toISOString(),
  };
  if (claimed.length > 0) {
    await store.recordAttempts(claimed.map((delivery) => ({ delivery, attempt, state: 'succeeded' })));
  }
}

/** Removes old events until nothing is left to remove. Returns the number of events that each step removed. */
export async function removeAll(store: Pick<Upkeep, 'removeHistory'>, at: Date = now): Promise<number[]> {
  const steps: number[] = [];
  const removal = { now: at, before: keptSince(at, { retention_days: 30 }) };
  let from: string | undefined;
  do {
    const { events, next } = await store.removeHistory({ ...removal, from });
    steps.push(events);
    from = next;
  } while (from !== undefined);
  return steps;
}

/** Returns the ids of the stored events, and how many deliveries and attempts are stored. */
export async function readHistory(
  database: Pick<TestDatabase, 'query'>,
): Promise<{ events: string[]; deliveries: number; attempts: number }> {
  const events = await database.query('SELECT id FROM events ORDER BY id');
  const count = async (table: string) => (await database.query(`SELECT 1 FROM ${table}`)).length;
  return {
    events: events.map(({ id }) => String(id)),
    deliveries: await count('deliveries'),
    attempts: await count('recorded_attempts'),
  };
}
