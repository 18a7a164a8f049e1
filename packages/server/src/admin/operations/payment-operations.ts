import type { Booking } from '@booking-service/contract';
import {
  adminLimits,
  type BookingList,
  type FoundPayment,
  type PaymentDifference,
  type PaymentDifferenceList,
  type ReconcilePayments,
} from '@booking-service/contract/admin';
import { type EveryField, requireAllTaken } from '@booking-service/kernel/contract';
import { maskSecrets } from '@booking-service/kernel/log';
import {
  capturedAmount,
  findDifference,
  hasPayment,
  isFinalStatus,
  type PaidBooking,
  paymentDifferences,
  PaymentMismatch,
  type PaymentReading,
  type PaymentRepair,
  type ReadPayment,
  toRepair,
} from '../../domain/payment.ts';
import { bookingAt } from '../../domain/booking.ts';
import { toListedBooking } from '../../store/lists/booking-lists.ts';
import { bookingCursor, isBookingCursor, parseBookingCursor, toTimes } from '../../store/lists/list-page.ts';
import {
  type AdminCaller,
  type AdminContext,
  type AdminHandlers,
  AdminRefusal,
  toAuditEntry,
} from '../admin-context.ts';
import { type BookingPath, maxRaces, requireBooking, showState, toRun, toShownBooking } from './booking-operations.ts';
import { defaultLimit, inBody, requireCursor, toListBody } from './lists.ts';
import type { StoredBooking } from '../../store/store.ts';

/**
 * The operations on payments. None of them calls the card service: a command opens only the database. Each stores the request with
 * the booking, the store adds its run, and the service does the work.
 */
export function paymentOperations({
  store,
  clock,
}: Pick<AdminContext, 'store' | 'clock'>): Pick<AdminHandlers, 'listPayments' | 'refundPayment'> {
  /** A modification ends only on the booking that it began with, so no other change may come between. */
  async function requireNoModification(path: BookingPath): Promise<void> {
    const found = await store.findRuns(path);
    if (!found.some(({ work }) => work === 'modification')) return;
    const message = `A modification of booking ${path.booking_id} is under way. Send the request again after it.`;
    throw new AdminRefusal('invalid_state', message);
  }

  return {
    async listPayments({ path: { organization_id }, query }) {
      const { limit = defaultLimit, cursor: given, status: payment_status, unsettled } = query;
      const cursor = requireCursor(given, isBookingCursor);
      const payment_unsettled = unsettled === undefined ? undefined : unsettled === 'true';
      const page = { organization_id, payment_status, payment_unsettled, cursor, limit };
      const now = clock.now();
      const toShown = (booking: Booking) => toShownBooking(toListedBooking(booking, now));
      const body = toListBody(await store.listPayments(page), toShown);
      return { status: 200, body: body satisfies EveryField<BookingList> };
    },
    async refundPayment({ path, body: { amount_refunded, ...rest } }, caller) {
      requireAllTaken(rest);
      const { organization_id, booking_id } = path;
      for (let race = 0; race < maxRaces; race += 1) {
        const before = await requireBooking(path, { store });
        const now = clock.now();
        const paid = requireRefundable(bookingAt(before.booking, now), amount_refunded);
        await requireNoModification(path);
        const payment = { ...paid.payment, refund_requested: amount_refunded };
        const booking = { ...before.booking, payment, updated: now.toISOString() };
        const details = { amount_refunded, currency: payment.currency };
        const action = { action: 'refundPayment', organization_id, target: booking_id, details } as const;
        const audited = store.audited(toAuditEntry(action, { caller, now }));
        const changed = await audited.changeBooking({ before, booking, events: [] });
        if (changed) return { status: 200, body: await showState(path, { store, clock }) };
      }
      throw new AdminRefusal('invalid_state', `Booking ${booking_id} keeps changing. Send the request again.`);
    },
  };
}

/** Returns the booking if this sum of refunds can be requested now. */
function requireRefundable(booking: Parameters<typeof hasPayment>[0], amount_refunded: number): PaidBooking {
  const { id, status } = booking;
  if (!hasPayment(booking)) throw invalidState(`The card service collects no payment for booking ${id}.`);
  const { payment } = booking;
  if (payment.status !== 'captured') {
    throw invalidState(`The payment of booking ${id} is ${payment.status}. Only a captured payment can be refunded.`);
  }
  if (status !== 'confirmed' && !isFinalStatus(status)) {
    throw invalidState(`Booking ${id} is ${status}. Its payment can be refunded once it is confirmed or has ended.`);
  }
  const { currency, refund_requested = 0 } = payment;
  const amount = capturedAmount(payment);
  if (amount_refunded > amount) {
    const message = `The payment of booking ${id} is ${amount} ${currency}, so its refunds cannot be ${amount_refunded}.`;
    throw invalidState(message);
  }
  const asked = Math.max(payment.amount_refunded, refund_requested);
  if (amount_refunded <= asked) {
    throw invalidState(
      `Of the payment of booking ${id}, ${asked} ${currency} is refunded or requested. amount_refunded is the sum of all refunds, so it must be more.`,
    );
  }
  return booking;
}

function invalidState(message: string): AdminRefusal {
  return new AdminRefusal('invalid_state', message);
}

// Compares stored payments with the card service. For each booking of a page:
//  1. read     the payment at the card service, then the booking again: a run that works on it meanwhile would be a false difference
//  2. compare  findDifference
//  3. repair   if requested and the booking has no run: stores what the card service states, and the run that is owed

type Difference = PaymentDifference['difference'];

/** A stored booking at the time of the comparison, with the time at which its run is due. */
interface Compared {
  readonly stored: StoredBooking & { readonly booking: PaidBooking };
  readonly next_attempt_at: string | null;
}

const maxReason = 500;

export function reconcileOperations({
  store,
  clock,
  readPayment,
}: Pick<AdminContext, 'store' | 'clock' | 'readPayment'>): Pick<AdminHandlers, 'reconcilePayments'> {
  return {
    async reconcilePayments({ path: { organization_id }, body: { repair = false, ...query } }, caller) {
      if (!readPayment) {
        const message = 'No card service is connected here. Send the request to the admin server of a running service.';
        throw new AdminRefusal('invalid_state', message);
      }
      const page = await readPage(organization_id, query);
      // All at once, so that the request takes no longer than one read.
      const found = await Promise.all(
        page.bookings.map((booking) => reconcile({ organization_id, booking }, { readPayment, repair, caller })),
      );
      const body = {
        object: 'list',
        data: found.filter((each) => each !== undefined),
        read: page.bookings.length,
        has_more: page.next_cursor !== null,
        next_cursor: page.next_cursor,
      } as const;
      return { status: 200, body: body satisfies EveryField<PaymentDifferenceList> };
    },
  };

  /** Reads a page of bookings with a payment between two times. */
  async function readPage(
    organization_id: string,
    { limit = adminLimits.reconciled_payments, cursor: given, created_from, created_before, ...rest }: PageQuery,
  ): Promise<{ readonly bookings: readonly PaidBooking[]; readonly next_cursor: string | null }> {
    requireAllTaken(rest);
    const { from, before } = toTimes({ created_from, created_before });
    const cursor = earlier(requireCursor(given, isBookingCursor, inBody), before);
    const { rows, next } = await store.listPayments({ organization_id, limit, cursor });
    const isBefore = ({ created }: Pick<Booking, 'created'>) => from !== undefined && new Date(created) < from;
    const bookings = rows.filter(hasPayment).filter((booking) => !isBefore(booking));
    const hasEnded = next === null || rows.some(isBefore) || isBefore(parseBookingCursor(next));
    return { bookings, next_cursor: hasEnded ? null : next };
  }

  async function reconcile(
    { organization_id, booking }: { organization_id: string; booking: PaidBooking },
    { readPayment: read, repair, caller }: { readPayment: ReadPayment; repair: boolean; caller: AdminCaller },
  ): Promise<PaymentDifference | undefined> {
    const path = { organization_id, booking_id: booking.id };
    const before = await findCompared(path);
    if (!before) return undefined;
    const show = (difference: Difference, reason: string, more: Partial<Shown> = {}) =>
      toShownDifference(before, { difference, reason, ...more });
    const { stored } = before;
    let reading: PaymentReading;
    try {
      reading = await read({ booking: stored.booking, organization_id });
    } catch (error) {
      const reason = toReason(error);
      if (!(error instanceof PaymentMismatch)) return show('not_read', reason);
      return show(error.difference, reason, { repair: 'by_hand' });
    }
    const found = toFound(reading);
    if (reading.status === 'unknown' || reading.status === 'pending') {
      return show('not_read', 'The card service cannot state the outcome yet.', { found });
    }
    const part = findPart(stored.booking, reading);
    if (part) return show('amount_differs', part, { found, repair: 'by_hand' });
    const difference = findDifference(stored.booking, reading);
    if (difference === undefined) return undefined;
    const reason = paymentDifferences[difference];
    if (await isAtWork(before)) {
      return show('not_read', 'A run changed the booking or is at work on it. Reconcile again.', { found });
    }
    const step = toRepair(stored.booking, reading);
    const row = { found, repair: step.repair };
    if (!repair || before.next_attempt_at !== null || step.repair === 'by_hand') return show(difference, reason, row);
    const repaired = await apply(step, { stored, difference, caller });
    return show(difference, reason, { ...row, repaired });
  }

  /** Returns whether the booking was changed: a change by another party comes first. */
  async function apply(
    { repair, booking: next }: Exclude<PaymentRepair, { readonly repair: 'by_hand' }>,
    { stored, difference, caller }: { stored: Compared['stored']; difference: Difference; caller: AdminCaller },
  ): Promise<boolean> {
    const { organization_id, booking } = stored;
    const now = clock.now();
    const details = { difference, repair };
    const action = { action: 'reconcilePayments', organization_id, target: booking.id, details } as const;
    const changed = await store.audited(toAuditEntry(action, { caller, now })).changeBooking({
      before: stored,
      booking: { ...next, updated: now.toISOString() },
      events: [],
    });
    return changed !== undefined;
  }

  async function findCompared(path: { organization_id: string; booking_id: string }): Promise<Compared | undefined> {
    const [stored, [run]] = await Promise.all([
      store.findBooking({ organization_id: path.organization_id, id: path.booking_id }),
      store.findRuns(path),
    ]);
    if (!stored || !hasPayment(stored.booking)) return undefined;
    return { stored: { ...stored, booking: stored.booking }, next_attempt_at: run?.due_at ?? null };
  }

  /** Returns whether the booking changed since it was read, or a worker has its run. */
  async function isAtWork({ stored: { organization_id, booking, version } }: Compared): Promise<boolean> {
    const found = await store.findRuns({ organization_id, booking_id: booking.id });
    if (found.some((run) => toRun(run, clock.now()).in_progress)) return true;
    const after = await store.findBooking({ organization_id, id: booking.id });
    return after?.version !== version;
  }
}

type PageQuery = Omit<ReconcilePayments, 'repair'>;

/** Returns the cursor of the page: that of the request, unless the time is earlier. */
function earlier(cursor: string | undefined, before: Date | undefined): string | undefined {
  if (before === undefined) return cursor;
  const created = before.toISOString();
  if (cursor !== undefined && parseBookingCursor(cursor).created <= created) return cursor;
  // An id before every other: the page has the bookings created before the time.
  return bookingCursor({ created, id: 'bkg_0' });
}

type Shown = Pick<PaymentDifference, 'difference' | 'reason' | 'found' | 'repair' | 'repaired'>;

function toShownDifference(
  { stored: { booking }, next_attempt_at }: Compared,
  {
    difference,
    reason,
    found = null,
    repair = 'none',
    repaired = false,
  }: Pick<Shown, 'difference' | 'reason'> & Partial<Shown>,
): PaymentDifference {
  return {
    object: 'payment_difference',
    booking_id: booking.id,
    status: booking.status,
    difference,
    reason,
    payment: booking.payment,
    found,
    repair,
    repaired,
    next_attempt_at,
  } satisfies EveryField<PaymentDifference>;
}

function toFound(reading: PaymentReading): FoundPayment {
  return {
    status: reading.status === 'pending' ? 'unknown' : reading.status,
    amount_refunded: reading.status === 'captured' ? reading.amount_refunded : null,
  } satisfies EveryField<FoundPayment>;
}

/** Returns the reason if another sum was captured than is stored: a part by hand. */
function findPart({ payment }: PaidBooking, reading: PaymentReading): string | undefined {
  if (reading.status !== 'captured') return undefined;
  const { amount = payment.amount } = reading;
  if (amount === capturedAmount(payment)) return undefined;
  return `The card service took ${amount} ${payment.currency}, not ${capturedAmount(payment)} ${payment.currency}.`;
}

/** The message of an integration may contain anything. */
function toReason(error: unknown): string {
  const text = error instanceof Error ? error.message : 'The card service failed.';
  return maskSecrets(text).slice(0, maxReason).toWellFormed();
}
