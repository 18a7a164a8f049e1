/** Fills a database with organizations of one shape, whose events are delivered, and later with due work for each of them. */
import { type Booking, delivery as contract } from '@booking-service/contract';
import type { Store } from '@booking-service/server';
import { destination, idempotencyKey, idOf, keyDigest, organizationId, type Place, tagOf, tags } from './place.ts';

export const bookingsEach = 10;

/** The contents of an organization. */
interface Shape {
  /** At most 500. */
  readonly bookings: number;
  /** Of these bookings, the first ones that have events. Those of the others were removed, as after the retention. */
  readonly withEvents: number;
  /** The events of each of them. */
  readonly events: number;
}

const usualShape: Shape = { bookings: bookingsEach, withEvents: bookingsEach, events: 5 };
const minute_ms = 60_000;
const webhook_url = 'https://diner.test/webhooks';

export type Accepted = Parameters<Store['createBooking']>[0];
export type Outcomes = Parameters<Store['recordAttempts']>[0];

// Stores the two organizations that are copied, through the port, so that their rows are those of the service.

/** An organization with confirmed bookings, whose events are delivered, and with a verified session. */
async function addDone(store: Store, now: Date, { bookings, withEvents, events: each }: Shape): Promise<void> {
  const tag = tags.done;
  const organization_id = await addOrganization(store, { tag, now });
  const begin_ms = now.getTime() - (50 + bookings) * minute_ms;
  for (let number = 0; number < bookings; number += 1) {
    const ms = begin_ms + number * minute_ms;
    const booking = newBooking({ id: idOf('bkg', { ms, number, tag }), ms, status: 'confirmed' });
    const events = Array.from({ length: number < withEvents ? each : 0 }, (_, event) =>
      newEvent(booking, { number: number * each + event, ms: ms + event * 1_000, tag }),
    );
    await store.createBooking({ organization_id, booking, idempotency_key: idempotencyKey(number, tag), events });
  }
  await deliverAll(store, organization_id, now);
  await addSession(store, { organization_id, tag, ms: begin_ms });
}

/**
 * An organization with 10 due runs, 10 due deliveries, a booking that has expired, and a delivery whose last attempt was claimed
 * and never recorded.
 */
async function addDue(store: Store, now: Date): Promise<void> {
  const tag = tags.due;
  const organization_id = await addOrganization(store, { tag, now });
  const begin_ms = now.getTime() - 30 * minute_ms;
  // Other numbers than those of addDone, because the copies of both belong to the same organizations.
  const first = 0x200;
  const add = async (number: number, status: 'processing' | 'requires_action', rest: Partial<Accepted>) => {
    const ms = begin_ms + (number - first) * minute_ms;
    const booking = newBooking({ id: idOf('bkg', { ms, number, tag }), ms, status });
    const event = newEvent(booking, { number, ms, tag });
    await store.createBooking({ organization_id, booking, idempotency_key: undefined, events: [event], ...rest });
  };
  await add(first, 'processing', {});
  await spend(store, { organization_id, begin_ms });
  for (let number = first + 1; number <= first + bookingsEach; number += 1)
    await add(number, 'processing', { run: { step: 1, due_at: new Date(begin_ms).toISOString() } });
  await add(first + bookingsEach + 1, 'requires_action', { events: [] });
  // The attempts that were counted ended the turn's claim, so that its turn is due.
  await endTurns(store, { organization_id, at_ms: now.getTime() - minute_ms });
}

export function newBooking({ id, ms, status }: { id: string; ms: number; status: Booking['status'] }): Booking {
  const created = new Date(ms).toISOString();
  const expires_at = new Date(ms + minute_ms).toISOString();
  return {
    id,
    object: 'booking',
    status,
    provider: 'sandbox',
    livemode: true,
    created,
    updated: created,
    venue_id: 'ven_harbour_table',
    slot_id: 'slt_harbour_table_20261121T1900',
    party_size: 2,
    guest: { first_name: 'Ada', email: 'ada@diner.test' },
    metadata: {},
    ...(status === 'confirmed' && { confirmation_code: 'HT-4711' }),
    ...(status === 'requires_action' && {
      expires_at,
      next_action: { type: 'authorize_payment', url: 'https://pay.test/1', expires_at },
    }),
  };
}

export function newEvent(
  { id, status, provider }: Booking,
  { number, ms, tag }: { number: number; ms: number; tag: string },
): Accepted['events'][number] {
  const [event_id, created] = [idOf('evt', { ms, number, tag }), new Date(ms).toISOString()];
  const type = 'booking.created';
  const data = { object: { id, object: 'booking', status, provider } };
  return {
    id: event_id,
    type,
    created,
    payload: JSON.stringify({ id: event_id, type, created, data }),
    deliveries: [{ id: idOf('dlv', { ms, number, tag }), due_at: created, attempts_allowed: 4 }],
  };
}

export function recordOf(ms: number): Outcomes[number]['attempt'] {
  const request_headers = { 'User-Agent': 'booking-service', 'Content-Type': 'application/json', 'Webhook-Id': 'evt' };
  const started = new Date(ms).toISOString();
  return { request_headers, started_at: started, duration_ms: 12, status: 204, error: null, cause: null, answer: '' };
}

export function leaseAt(ms: number, lease_token: string) {
  return { now: new Date(ms), lease_until: new Date(ms + minute_ms), lease_token };
}

async function addOrganization(store: Store, { tag, now }: { tag: string; now: Date }): Promise<string> {
  const id = organizationId(tag);
  const created = now.toISOString();
  const organization = {
    id,
    name: 'Bench',
    created,
    webhook_url,
    signing_secret: `whsec_${'0'.repeat(43)}`,
    rate_limit: 1_000_000,
    test_allowance: 1_000_000,
  };
  const key = { id: idOf('key', { ms: now.getTime(), number: 0, tag }), digest: keyDigest(tag), created };
  const shown = {
    organization_id: id,
    name: 'Bench',
    mode: 'live',
    scopes: ['bookings:write', 'bookings:read'],
    last4: '0000',
  } as const;
  await store.createOrganization(organization, [{ ...key, ...shown }]);
  return id;
}

/** Records every delivery as succeeded, and ends the turn when later deliveries would be committed. */
async function deliverAll(store: Store, organization_id: string, now: Date): Promise<void> {
  const lease = leaseAt(now.getTime(), 'lease_bench');
  for (;;) {
    const claimed = await store.claimDeliveries({ ...lease, of: [organization_id], limit: 100 });
    if (claimed.length === 0) break;
    const attempt = recordOf(now.getTime());
    await store.recordAttempts(claimed.map((delivery) => ({ delivery, attempt, state: 'succeeded' })));
  }
  await endTurns(store, { organization_id, at_ms: now.getTime() });
  await endTurns(store, { organization_id, at_ms: now.getTime() + 2 * minute_ms });
}

/** Claims the turn of the organization and ends it, if it is due. */
async function endTurns(
  store: Store,
  { organization_id, at_ms }: { organization_id: string; at_ms: number },
): Promise<void> {
  const lease = leaseAt(at_ms, 'lease_bench');
  await store.claimTurns({ ...lease, limit: 1_000, receivers: 'quick' });
  await store.endTurns([{ organization_id, lease_token: 'lease_bench', now: lease.now, receivers: 'quick' }]);
}

/** Claims the only delivery as often as it may be attempted. */
async function spend(
  store: Store,
  { organization_id, begin_ms }: { organization_id: string; begin_ms: number },
): Promise<void> {
  for (let attempt = 0; attempt < contract.max_attempts; attempt += 1)
    await store.claimDeliveries({
      ...leaseAt(begin_ms + attempt * 2 * minute_ms, 'lease_lost'),
      of: [organization_id],
      limit: 1,
    });
}

async function addSession(
  store: Store,
  { organization_id, tag, ms }: { organization_id: string; tag: string; ms: number },
): Promise<void> {
  const [id, at] = [idOf('ses', { ms, number: 0, tag }), new Date(ms)];
  const created = at.toISOString();
  const session = {
    id,
    object: 'session',
    status: 'pending',
    channel: 'email',
    destination: 'a***@diner.test',
    created,
    expires_at: new Date(ms + 10 * minute_ms).toISOString(),
    attempts_left: 3,
  } as const;
  await store.createSession({ organization_id, session, destination: destination(tag), code: '424242' });
  const before = await store.findSession({ organization_id, id });
  if (!before) throw new Error('The session was not stored.');
  const verified = { card_reference: `card_${tag}`, at };
  await store.changeSession({ before, session: { ...session, status: 'verified' }, verified });
  const owner = { organization_id, destination: destination(tag), forget_before: new Date(0) };
  await store.changeSessionCreations({ ...owner, before: [], after: [created] });
}

export interface Planting {
  readonly bookings: number;
  /** The contents of each organization. Default: 10 bookings with 5 events each. */
  readonly shape?: Shape;
  readonly onProgress: (what: string) => void;
}

/** Plants the bookings, unless an earlier run has. */
export async function plantDone(place: Place, { bookings, shape = usualShape, onProgress }: Planting): Promise<void> {
  // Migrates an empty database.
  await (await place.openStore())[Symbol.asyncDispose]();
  if (await hasRow(place, `status = 'confirmed'`)) return;
  await addSaved(place, shape);
  await place.saveRows('done');
  await place.saveRows('due');
  await place.copy('done', {
    from: 1,
    to: bookings / shape.bookings,
    tables: {},
    onTable: (table) => onProgress(`planting ${bookings} bookings: ${table}`),
  });
}

/** Plants 10 due deliveries and 10 due runs for each organization: by default as many as there are bookings. */
export async function plantDue(place: Place, { bookings, shape = usualShape, onProgress }: Planting): Promise<void> {
  if (await hasRow(place, `status = 'requires_action'`)) return;
  await place.copy('due', {
    from: 1,
    to: bookings / shape.bookings,
    tables: { organizations: 'keep', api_keys: 'keep', delivery_counts: 'keep', delivery_queues: 'replace' },
    onTable: (table) => onProgress(`planting due deliveries and runs beside ${bookings} bookings: ${table}`),
  });
}

async function addSaved(place: Place, shape: Shape): Promise<void> {
  await using store = await place.openStore();
  const now = new Date();
  await addDone(store, now, shape);
  await addDue(store, now);
}

/** True if the first copy has such a booking. */
async function hasRow(place: Place, condition: string): Promise<boolean> {
  const owner = organizationId(tagOf(1));
  const rows = await place.query(`SELECT id FROM bookings WHERE organization_id = '${owner}' AND ${condition} LIMIT 1`);
  return rows.length > 0;
}
