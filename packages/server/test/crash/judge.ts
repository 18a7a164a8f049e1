/** Compares the final state with the acknowledged requests, the provider and the endpoint. */
import type { Booking, EventType } from '@booking-service/contract';
import type { DeliveryRecord } from '../../src/store/lists/delivery-lists.ts';
import type { StoredBooking } from '../../src/store/store.ts';
import { keptOf, type LedgerPayment } from '../support/card-ledger.ts';
import type { Outside } from './outside.ts';
import type { Kind, Story } from './stories.ts';

const paid: readonly EventType[] = ['booking.created', 'booking.requires_action', 'booking.processing'];

/** The expected events of each kind of story. Each must occur once. */
const events: Readonly<Record<Kind, readonly EventType[]>> = {
  confirmed: ['booking.created', 'booking.confirmed'],
  'at once': ['booking.created', 'booking.confirmed'],
  paid: [...paid, 'booking.confirmed'],
  cancelled: ['booking.created', 'booking.cancelled'],
  modified: ['booking.created', 'booking.confirmed', 'booking.modified'],
  'paid and cancelled': [...paid, 'booking.cancelled'],
  'paid and failed': [...paid, 'booking.failed'],
  'paid and cheaper': [...paid, 'booking.confirmed', 'booking.modified'],
  'unpaid and cancelled': ['booking.created', 'booking.requires_action', 'booking.cancelled'],
};

export interface Verdict {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
}

export function judge(
  { kind, key, ids }: Story,
  {
    outside,
    found,
    deliveries,
  }: { outside: Outside; found: StoredBooking | undefined; deliveries: readonly DeliveryRecord[] },
): Verdict {
  const lost: string[] = [];
  const doubled: string[] = [];
  const [id = ''] = ids;
  if (ids.size > 1) doubled.push(`${key}: ${ids.size} bookings`);
  if (!found) return { lost: [`${key}: booking ${id}`], doubled };

  const { status, party_size } = found.booking;
  const ends = kind.endsWith('cancelled') ? 'cancelled' : kind === 'paid and failed' ? 'failed' : 'confirmed';
  if (status !== ends) lost.push(`${key}: is ${status}, not ${ends}`);
  if (kind === 'modified' && party_size !== 3) lost.push(`${key}: the modification`);

  const sentEvents = Map.groupBy(deliveries, ({ event_type }) => event_type);
  const expected = new Set<EventType>(events[kind]);
  // A cancel may come before or after the confirmation.
  if (kind.endsWith('cancelled') && sentEvents.has('booking.confirmed')) expected.add('booking.confirmed');
  for (const type of expected) {
    const [first, ...more] = sentEvents.get(type) ?? [];
    if (!first) lost.push(`${key}: the event ${type}`);
    else if (!outside.received.has(first.event_id)) lost.push(`${key}: the webhook ${type}, ${history(first)}`);
    if (more.length > 0) doubled.push(`${key}: ${type} ${more.length + 1} times`);
  }
  for (const type of sentEvents.keys()) if (!expected.has(type)) doubled.push(`${key}: an event ${type}`);

  const made = outside.made.get(id)?.size ?? 0;
  if (made > 1) doubled.push(`${key}: made ${made} times at the provider`);
  if (status === 'confirmed' && made === 0) lost.push(`${key}: nothing made at the provider`);
  if (status === 'cancelled' && made > 0 && !outside.released.has(id))
    lost.push(`${key}: not released at the provider`);
  if ((outside.modified.get(id)?.size ?? 0) > 1) doubled.push(`${key}: modified more than once`);
  if (kind.includes('paid')) judgePayment(found.booking, { key, lost, doubled, payment: outside.ledger.found.get(id) });
  return { lost, doubled };
}

/** Money without a booking and a booking without money are lost; more than one capture or a refund too much is doubled. */
function judgePayment(
  { status, price, payment: stored }: Booking,
  {
    key,
    lost,
    doubled,
    payment,
  }: { key: string; lost: string[]; doubled: string[]; payment: LedgerPayment | undefined },
): void {
  if (!payment) return void lost.push(`${key}: no payment`);
  const due = status === 'confirmed' ? price?.amount : 0;
  const refunded = payment.refunds.reduce((sum, each) => sum + each, 0);
  if (keptOf(payment) !== due)
    lost.push(`${key}: ${status}, and the card service keeps ${keptOf(payment)}, not ${due}`);
  if (payment.state === 'held' || payment.state === 'open') lost.push(`${key}: the payment is still ${payment.state}`);
  if (stored?.amount_refunded !== refunded)
    lost.push(`${key}: states ${stored?.amount_refunded} refunded, not ${refunded}`);
  if (payment.captures > 1) doubled.push(`${key}: captured ${payment.captures} times`);
  if (refunded > payment.amount) doubled.push(`${key}: refunded ${refunded} of ${payment.amount}`);
}

/** Says why a webhook was not received: the state of its delivery and its attempts. */
function history({ state, next_attempt_at, attempts }: DeliveryRecord): string {
  const each = attempts.map(({ attempt, started, status, error }) => `${attempt} at ${started}: ${status ?? error}`);
  return `${state}, next ${next_attempt_at}, attempts [${each.join('; ')}]`;
}
