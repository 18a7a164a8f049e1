/** Context of the cases of the store's methods. */
import { openBooking, toEvents } from '../../../src/domain/booking.ts';
import { randomId } from '@booking-service/kernel/contract';
import { openSession } from '../../../src/domain/session.ts';
import type { CreatedOrganization, Store } from '../../../src/index.ts';
import type {
  AcceptedBooking,
  AttemptRecord,
  ClaimedDelivery,
  ClaimedRun,
  Organization,
  StoredBooking,
  StoredSession,
} from '../../../src/store/store.ts';
import type { EngineName } from '../../support/engines.ts';
import { newBooking } from '../../support/new-booking.ts';

export const start: Date = new Date('2026-11-21T09:30:00.000Z');
export const at = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);
export const lease: { readonly lease_until: Date; readonly lease_token: string } = {
  lease_until: at(60),
  lease_token: 'lease_a',
};
export const claim: typeof lease & { readonly now: Date; readonly limit: number } = { ...lease, now: start, limit: 10 };
export const attempt: AttemptRecord = {
  request_headers: { 'User-Agent': 'booking-service' },
  started_at: start.toISOString(),
  duration_ms: 3,
  status: 500,
  error: null,
  cause: null,
  answer: 'no',
};

export interface Context {
  /** Records which methods are called. */
  readonly store: Store;
  readonly engine: EngineName;
  readonly organization: CreatedOrganization;
}

/** A method of the port. cells.test.ts tests what only a store of several databases has. */
export type Method = Exclude<keyof Store, symbol | 'cells' | 'chooseCell' | 'findPlace' | 'isDraining' | 'numberOf'>;

/** A case for each of these methods. */
export type Cases<Tested extends Method = Method> = Readonly<Record<Tested, (context: Context) => Promise<void>>>;

export async function findOrganization({ store, organization }: Context): Promise<Organization> {
  const found = await store.findOrganization(organization.organization_id);
  if (!found) throw new Error('The organization is not in the store.');
  return found;
}

export function accepted({ organization }: Context, { asks = false }: { asks?: boolean } = {}): AcceptedBooking {
  const request = newBooking();
  const opening = { id: randomId('bkg'), provider: 'sandbox', livemode: false, request };
  const next_action = { type: 'authorize_payment', url: 'https://pay.test/1' } as const;
  const { booking, events } = openBooking(asks ? { ...opening, next_action } : opening, start);
  return {
    organization_id: organization.organization_id,
    booking,
    idempotency_key: undefined,
    // One event, so that a booking has one delivery.
    events: toEvents(events.slice(0, 1), booking, { newId: randomId }),
    run: asks ? undefined : { step: 1, due_at: start.toISOString() },
  };
}

export async function addBooking(context: Context, options?: { asks?: boolean }): Promise<StoredBooking> {
  return (await context.store.createBooking(accepted(context, options))).stored;
}

/** Claims a run at this many seconds after the start. */
export async function claimOne({ store }: Context, seconds = 0): Promise<ClaimedRun> {
  const [run] = await store.claimRuns({ ...claim, now: at(seconds), lease_until: at(seconds + 60) });
  if (!run) throw new Error('No run was claimed.');
  return run;
}

export async function claimDelivery({ store }: Context): Promise<ClaimedDelivery> {
  const [delivery] = await store.claimDeliveries(claim);
  if (!delivery) throw new Error('No delivery was claimed.');
  return delivery;
}

export async function addSession(
  { store, organization: { organization_id } }: Context,
  now: Date = start,
): Promise<StoredSession> {
  const request = { channel: 'email', destination: 'ada@diner.test' } as const;
  const session = openSession(randomId('ses'), request, now);
  await store.createSession({ organization_id, session, destination: request.destination, code: '424242' });
  const stored = await store.findSession({ organization_id, id: session.id });
  if (!stored) throw new Error('The session is not in the store.');
  return stored;
}

export function verify({ store }: Context, before: StoredSession): Promise<StoredSession | undefined> {
  const session = { ...before.session, status: 'verified' as const };
  return store.changeSession({ before, session, verified: { card_reference: 'card_1', at: start } });
}
