/**
 * The timeline of a booking: its requests, its calls, its changes and the attempts of its webhooks, in one order. A page reads a bounded
 * number of events and of requests. If more of either follow, the page ends at the time of the last one, and the next page begins there.
 * The attempts of an event are on its page, also if they came later.
 */
import { delivery as contract } from '@booking-service/contract';
import {
  adminLimits,
  type BookingTimeline,
  type TimelineDelivery as ShownDelivery,
  type TimelineAttempt,
  type TimelineCall,
  type TimelineChange,
  type TimelineEntry,
} from '@booking-service/contract/admin';
import { type EveryField, idStart } from '@booking-service/kernel/contract';
import { keptSince } from '@booking-service/kernel/store';
import type { ListedBooking, TimelineDelivery, TimelineEvent } from '../../store/lists/booking-lists.ts';
import { isIdCursor } from '../../store/lists/list-ranges.ts';
import type { BookingCall } from '../../store/runs/booking-calls.ts';
import type { RequestRow } from '../../store/requests/requests.ts';
import { type AdminContext, type AdminHandlers, AdminRefusal } from '../admin-context.ts';
import { toShownBooking } from './booking-operations.ts';
import { toShownListedAttempt } from './delivery-operations.ts';
import { requireCursor } from './lists.ts';
import { toRequestEntry } from './request-operations.ts';

const { timeline_events, timeline_requests } = adminLimits;

export function timelineOperations({
  store,
  clock,
  retention_days = contract.retention_days,
}: Pick<AdminContext, 'store' | 'clock' | 'retention_days'>): Pick<AdminHandlers, 'getBookingTimeline'> {
  return {
    async getBookingTimeline({ path: { organization_id, booking_id }, query }, caller) {
      const cursor = requireCursor(query.cursor, (text) => isIdCursor('evt', text));
      const from = cursor === undefined ? undefined : timeOf(cursor);
      const now = clock.now();
      const [booking] = await store.findBookings({ organization_id, name: { id: booking_id }, limit: 1, now });
      if (!booking) throw new AdminRefusal('not_found', `No booking has the id ${booking_id}.`);
      const of = { organization_id, booking_id };
      const [{ rows: events, next }, requests, { calls, dropped }] = await Promise.all([
        store.listBookingEvents({ ...of, cursor, limit: timeline_events }),
        store.listBookingRequests({ ...of, from, limit: timeline_requests + 1 }),
        store.listBookingCalls(of),
      ]);
      const end = earliest(
        endOf(events, next !== null),
        endOf(requests.slice(0, timeline_requests), requests.length > timeline_requests),
      );
      const isOnPage = (time: string) =>
        (from === undefined || time >= from.toISOString()) && (end === undefined || time < end);
      const shown = events.filter(({ created }) => isOnPage(created));
      const isLast = next === null && (events.length > 0 || cursor === undefined);
      const parts = [
        ...requests.filter(({ created }) => isOnPage(created)).map(ofRequest),
        ...calls
          .filter(({ at }) => isOnPage(at))
          .map((call) => ofCall(caller.organization_id === null ? call : withoutError(call))),
        ...shown.flatMap((event) => [
          ...captureOf(event, booking),
          ofEvent(event),
          ...event.deliveries.flatMap(ofDelivery(event)),
        ]),
        ...(isLast ? withoutEvent(booking, events.at(-1)) : []),
      ];
      const body = {
        object: 'booking_timeline',
        booking: toShownBooking(booking),
        data: parts.toSorted(inOrder).map(({ entry }) => entry),
        dropped_calls: dropped,
        has_more: end !== undefined,
        next_cursor: end === undefined ? null : idStart('evt', new Date(end)),
        removed_before: keptSince(now, { retention_days }).toISOString(),
      } as const;
      return { status: 200, body: body satisfies EveryField<BookingTimeline> };
    },
  };
}

/** An entry, and its place among those of the same time: what comes first causes the others. */
interface Part {
  readonly rank: number;
  readonly entry: TimelineEntry;
}

const ranks = { request: 0, created: 1, ended: 2, change: 3, continued: 4, attempt: 5 } as const;

function inOrder(a: Part, b: Part): number {
  if (a.entry.at !== b.entry.at) return a.entry.at < b.entry.at ? -1 : 1;
  return a.rank - b.rank;
}

function toPart(rank: keyof typeof ranks, part: Partial<TimelineEntry> & Pick<TimelineEntry, 'at'>): Part {
  const { at, request = null, call = null, change = null, attempt = null } = part;
  const entry = { at, request, call, change, attempt } satisfies EveryField<TimelineEntry>;
  return { rank: ranks[rank], entry };
}

function ofRequest(row: RequestRow): Part {
  const began = new Date(Date.parse(row.created) - row.latency_ms);
  return toPart('request', { at: began.toISOString(), request: toRequestEntry(row) });
}

/** Returns the call as a member sees it: its error is of the operator's supplier, and may name hosts. The code of a refusal is public. */
function withoutError(call: BookingCall): BookingCall {
  return call.outcome === 'refused' ? call : { ...call, error: null };
}

function ofCall({ at, amount_refunded, ...call }: BookingCall): Part {
  const isContinued = call.outcome === 'failed' || call.outcome === 'pending';
  const shown = { ...call, amount: amount_refunded } satisfies EveryField<TimelineCall>;
  return toPart(isContinued ? 'continued' : 'ended', { at, call: shown });
}

function ofEvent({ id, type, created, status, deliveries }: TimelineEvent): Part {
  const change = { status, event_id: id, event_type: type, deliveries: deliveries.map(toShownDelivery) };
  return toPart(type === 'booking.created' ? 'created' : 'change', {
    at: created,
    change: change satisfies EveryField<TimelineChange>,
  });
}

/** The run that confirms a booking has captured its payment, which therefore needs no row. */
function captureOf({ type, created }: TimelineEvent, { payment }: ListedBooking): Part[] {
  if (type !== 'booking.confirmed' || (payment?.status !== 'captured' && payment?.status !== 'refunded')) return [];
  const call = {
    provider: null,
    call: 'capture',
    attempt: null,
    outcome: 'succeeded',
    duration_ms: null,
    error: null,
    amount: payment.amount,
  } as const;
  return [toPart('ended', { at: created, call: call satisfies EveryField<TimelineCall> })];
}

function ofDelivery({ type }: TimelineEvent): (delivery: TimelineDelivery) => Part[] {
  return ({ id, attempts }) =>
    attempts.map((outcome) => {
      const attempt = { delivery_id: id, event_type: type, outcome: toShownListedAttempt(outcome) };
      return toPart('attempt', { at: outcome.started_at, attempt: attempt satisfies EveryField<TimelineAttempt> });
    });
}

/** Returns the last change if no stored event has it: an expiry, or a change whose event was removed. */
function withoutEvent({ status, updated }: ListedBooking, last: TimelineEvent | undefined): Part[] {
  if (last?.status === status) return [];
  const change = { status, event_id: null, event_type: null, deliveries: [] };
  return [toPart('change', { at: updated, change: change satisfies EveryField<TimelineChange> })];
}

function toShownDelivery({ attempts: _attempts, ...delivery }: TimelineDelivery): ShownDelivery {
  return delivery satisfies EveryField<ShownDelivery>;
}

/** Returns the time before which these rows are complete; undefined if they are all. Rows of its millisecond may follow. */
function endOf(rows: readonly { readonly created: string }[], hasMore: boolean): string | undefined {
  const [first, last] = [rows[0]?.created, rows.at(-1)?.created];
  if (!hasMore || last === undefined) return undefined;
  // A page of one millisecond ends after it, so that the next one continues.
  return first === last ? new Date(Date.parse(last) + 1).toISOString() : last;
}

function earliest(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}

/** Returns the time with which an id begins. */
function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(4, 16), 16));
}
