/** The responses that a template cannot print. */
import type {
  AdminOperationId,
  BookingRun,
  ListedBooking,
  TimelineEntry,
  adminCommands,
} from '@booking-service/contract/admin';
import { toColumns } from '../to-columns.ts';
import { copies } from './guest-commands.ts';
import type { SuccessOf } from './open-admin.ts';

/** The operations with a command that has a printer. */
type Printed = Extract<(typeof adminCommands)[keyof typeof adminCommands], { readonly printer: true }>['operation'];

const table: { readonly [K in Printed]: (body: SuccessOf<K>) => string } = {
  getDelivery(delivery) {
    const facts = toColumns([
      ['Delivery', delivery.id],
      ['Event', `${delivery.event_id} (${delivery.event_type})`],
      ['Booking', delivery.booking_id],
      ['Created', delivery.created],
      ['State', delivery.state],
      ['Next attempt', delivery.next_attempt_at ?? 'none'],
    ]);
    const attempts = delivery.attempts.map(
      ({ attempt, started, status, error, cause, duration_ms, answer, answer_deleted }) => [
        String(attempt),
        started,
        String(status ?? cause ?? error),
        `${duration_ms} ms`,
        answer_deleted === null ? JSON.stringify(answer ?? '') : `deleted at ${answer_deleted}`,
      ],
    );
    const rows = toColumns([['ATTEMPT', 'STARTED', 'OUTCOME', 'DURATION', 'RESPONSE'], ...attempts]);
    return `${facts}\n\n${delivery.request_body}\n\n${attempts.length === 0 ? 'No attempts yet.' : rows}`;
  },
  getBookingTimeline({ data, removed_before, next_cursor }) {
    const kept = `Events from before ${removed_before} are removed, unless a delivery is pending.`;
    const more = next_cursor === null ? kept : `More rows follow: --cursor ${next_cursor}`;
    return `${toColumns([['TIME', 'WHAT', 'OUTCOME', 'ID'], ...data.flatMap(toTimelineRows)])}\n\n${more}`;
  },
  getBookingState({ booking, run }) {
    return toColumns([
      ['booking', booking.id],
      ['status', booking.status],
      ['provider', booking.provider],
      ['mode', booking.livemode ? 'live' : 'test'],
      ['created', booking.created],
      ['updated', booking.updated],
      ['venue', booking.venue_id],
      ['slot', booking.slot_id],
      ['confirmation', booking.confirmation_code ?? 'none'],
      ['error', booking.error_code ?? 'none'],
      ...toPaymentRows(booking),
      ...(run ? toRunRows(run) : [['run', 'none: it waits for nothing at its provider']]),
    ]);
  },
  eraseBooking({ booking, erased_fields, erased_events, erased_responses }) {
    if (erased_fields + erased_events + erased_responses === 0) return `${booking.id} has no personal data. ${copies}`;
    return `Erased from ${booking.id}: ${erased_fields} fields, the bodies of ${erased_events} webhooks, ${erased_responses} stored responses. ${copies}`;
  },
};

/** Returns the text for the response of an operation whose command has a printer. */
export function printers(operation: AdminOperationId, body: unknown): string {
  // The table has each operation whose command has a printer, and the body is its response.
  return (table as Readonly<Record<string, (response: unknown) => string>>)[operation]?.(body) ?? '';
}

function toTimelineRows({ at, status, event_id, event_type, deliveries }: TimelineEntry): string[][] {
  return [
    [at, `status ${status}`, event_type ?? 'no event', event_id ?? ''],
    ...deliveries.flatMap(({ id, state, next_attempt_at, attempts }) => [
      ...attempts.map(({ attempt, started, status: code, error, duration_ms }) => [
        started,
        `attempt ${attempt}`,
        `${code ?? error} after ${duration_ms} ms`,
        id,
      ]),
      [next_attempt_at ?? '', 'delivery', state, id],
    ]),
  ];
}

/** Amounts are in the minor unit, as the commands take them. */
function toPaymentRows({ payment }: ListedBooking): string[][] {
  if (!payment) return [['payment', 'none']];
  const { status, amount, amount_refunded, refund_requested, currency, reference } = payment;
  return [
    ['payment', status],
    ['amount', `${amount} ${currency} in the minor unit`],
    ['refunded', `${amount_refunded} ${currency}`],
    ...(refund_requested === undefined ? [] : [['requested', `${refund_requested} ${currency}`]]),
    ['reference', reference],
  ];
}

function toRunRows({
  work,
  reason,
  since,
  attempts,
  failures,
  next_attempt_at,
  in_progress,
  stuck,
}: BookingRun): string[][] {
  return [
    ['run', stuck ? `${work}, stuck` : work],
    ['reason', reason === null ? 'none' : `${reason} since ${since}`],
    ['attempts', `${attempts}, ${failures} failures in a row`],
    ['next attempt', in_progress ? 'in progress' : next_attempt_at],
  ];
}
