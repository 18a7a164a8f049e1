/** Compares the final state with the acknowledged requests, the provider and the endpoint. */
import type { Booking, EventType } from '@booking-service/contract';
import type { DeliveryRecord } from '../../src/store/lists/delivery-lists.ts';
import type { StoredBooking } from '../../src/store/store.ts';
import { keptOf, type LedgerPayment } from '../support/card-ledger.ts';
import type { Outside } from './outside.ts';
import { type Kind, requestedRefund, type Story } from './stories.ts';

const paid: readonly EventType[] = ['booking.created', 'booking.requires_action', 'booking.processing'];

/** The expected events of each kind of story. Each must occur once. */
const events: Readonly<Record<Kind, readonly EventType[]>> = {
  confirmed: ['booking.created', 'booking.confirmed'],
  'at once': ['booking.created', 'booking.confirmed'],
  paid: [...paid, 'booking.confirmed'],
  cancelled: ['booking.created', 'booking.cancelled'],
  'left by its provider': ['booking.created', 'booking.confirmed', 'booking.cancelled'],
  modified: ['booking.created', 'booking.confirmed', 'booking.modified'],
  'paid and cancelled': [...paid, 'booking.cancelled'],
  'paid and failed': [...paid, 'booking.failed'],
  'paid and cheaper': [...paid, 'booking.confirmed', 'booking.modified'],
  'paid and refunded': [...paid, 'booking.confirmed'],
  'paid with half back and cancelled': [...paid, 'booking.cancelled'],
  'unpaid and cancelled': ['booking.created', 'booking.requires_action', 'booking.cancelled'],
  'refused and cancelled': ['booking.created', 'booking.confirmed', 'booking.cancelled'],
};

/**
 * The faults that a kill may cause. The last four are about money:
 *  charged     money is held or kept without a booking, or more than its price
 *  uncharged   a booking is confirmed without its money
 *  captures    a payment was captured more than once
 *  refunds     more was returned than is due
 */
export const faultKinds = ['lost', 'doubled', 'charged', 'uncharged', 'captures', 'refunds'] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly kind: FaultKind;
  readonly text: string;
}

/** Notes a fault of the story. */
type Note = (kind: FaultKind, text: string) => void;

export function judge(
  story: Story,
  {
    outside,
    found,
    deliveries,
  }: { outside: Outside; found: StoredBooking | undefined; deliveries: readonly DeliveryRecord[] },
): Fault[] {
  const { kind, key, ids } = story;
  const faults: Fault[] = [];
  const note: Note = (of, text) => void faults.push({ kind: of, text: `${key}: ${text}` });
  const [id = ''] = ids;
  if (ids.size > 1) note('doubled', `${ids.size} bookings`);
  if (!found) {
    note('lost', `booking ${id}`);
    return faults;
  }

  const { status, party_size } = found.booking;
  const isCancelled = kind.endsWith('cancelled') || kind === 'left by its provider';
  const ends = isCancelled ? 'cancelled' : kind === 'paid and failed' ? 'failed' : 'confirmed';
  if (status !== ends) note('lost', `is ${status}, not ${ends}`);
  if (kind === 'modified' && party_size !== 3) note('lost', 'the modification');

  const sentEvents = Map.groupBy(deliveries, ({ event_type }) => event_type);
  const expected = new Set<EventType>(events[kind]);
  // A cancel may come before or after the confirmation.
  if (kind.endsWith('cancelled') && sentEvents.has('booking.confirmed')) expected.add('booking.confirmed');
  for (const type of expected) {
    const [first, ...more] = sentEvents.get(type) ?? [];
    if (!first) note('lost', `the event ${type}`);
    else if (!outside.received.has(first.event_id)) note('lost', `the webhook ${type}, ${history(first)}`);
    if (more.length > 0) note('doubled', `${type} ${more.length + 1} times`);
  }
  for (const type of sentEvents.keys()) if (!expected.has(type)) note('doubled', `an event ${type}`);

  const made = outside.made.get(id)?.size ?? 0;
  if (made > 1) note('doubled', `made ${made} times at the provider`);
  if (status === 'confirmed' && made === 0) note('lost', 'nothing made at the provider');
  if (status === 'cancelled' && made > 0 && !outside.released.has(id)) note('lost', 'not released at the provider');
  if ((outside.modified.get(id)?.size ?? 0) > 1) note('doubled', 'modified more than once');
  if (kind.includes('paid')) judgePayment(found.booking, { kind, note, payment: outside.ledger.found.get(id) });
  return faults;
}

/** Compares the money at the card service with the booking. */
function judgePayment(
  booking: Booking,
  { kind, note, payment }: { kind: Kind; note: Note; payment: LedgerPayment | undefined },
): void {
  if (!payment) return note('lost', 'no payment');
  const { status, payment: stored } = booking;
  const { state, captures, refunds } = payment;
  const due = dueOf(booking, { kind, amount: payment.amount });
  const kept = keptOf(payment);
  const money = `${status}, and the card service keeps ${kept}, not ${due}`;
  if (state === 'held' || state === 'open') note('charged', `the payment is still ${state}`);
  else if (kept > due) note('charged', money);
  else if (kept < due) note(captures === 0 ? 'uncharged' : 'refunds', money);
  if (captures > 1) note('captures', `captured ${captures} times`);
  const refunded = refunds.reduce((sum, each) => sum + each, 0);
  if (stored?.amount_refunded !== refunded) note('lost', `states ${stored?.amount_refunded} refunded, not ${refunded}`);
}

/** Returns the money that the card service is to keep. */
function dueOf(
  { status, price, confirmation_code }: Booking,
  { kind, amount }: { kind: Kind; amount: number },
): number {
  if (status === 'confirmed')
    return kind === 'paid and refunded' ? amount - requestedRefund : (price?.amount ?? amount);
  const isHalfKept = kind === 'paid with half back and cancelled' && confirmation_code !== undefined;
  return isHalfKept ? amount / 2 : 0;
}

/** Says why a webhook was not received: the state of its delivery and its attempts. */
function history({ state, next_attempt_at, attempts }: DeliveryRecord): string {
  const each = attempts.map(({ attempt, started, status, error }) => `${attempt} at ${started}: ${status ?? error}`);
  return `${state}, next ${next_attempt_at}, attempts [${each.join('; ')}]`;
}
