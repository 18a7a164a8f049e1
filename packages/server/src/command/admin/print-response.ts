/**
 * Prints the response of an operation for people, as its command says in the contract (x-command):
 *  columns  a table with a template for each heading; `empty` instead of one without rows, `note` below the last page
 *  facts    a line for each template that has a value
 *  text     a text with values, below the facts
 *  printer  a function of print-response.ts
 */
import type {
  AdminCommand,
  adminCommands,
  AdminOperationId,
  BookingRun,
  ListedBooking,
  TimelineCall,
  TimelineDelivery,
  TimelineEntry,
} from '@booking-service/contract/admin';
import { locationFlag, toColumns } from '../define-command.ts';
import { copies } from './guest-commands.ts';
import type { SuccessOf } from './open-admin.ts';
import type { StoreLocation } from '../open-store.ts';

// The responses that a template cannot print.

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
      ({ attempt, started_at, status, error, cause, duration_ms, answer, answer_deleted_at }) => [
        String(attempt),
        started_at,
        String(status ?? cause ?? error),
        `${duration_ms} ms`,
        answer_deleted_at === null ? JSON.stringify(answer ?? '') : `deleted at ${answer_deleted_at}`,
      ],
    );
    const rows = toColumns([['ATTEMPT', 'STARTED', 'OUTCOME', 'DURATION', 'RESPONSE'], ...attempts]);
    return `${facts}\n\n${delivery.request_body}\n\n${attempts.length === 0 ? 'No attempts yet.' : rows}`;
  },
  getBookingTimeline({ booking, data, dropped_calls, removed_before, next_cursor }) {
    const kept = `Events from before ${removed_before} are removed, unless a delivery is pending.`;
    const dropped = dropped_calls === 0 ? '' : `\n${dropped_calls} calls after the first one were dropped.`;
    const more = next_cursor === null ? kept : `More rows follow: --cursor ${next_cursor}`;
    const rows = data.map((entry) => [entry.at, ...toTimelineRow(entry, booking)]);
    return `${toColumns([['TIME', 'WHAT', 'OUTCOME', 'ID'], ...rows])}\n\n${more}${dropped}`;
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
function printers(operation: AdminOperationId, body: unknown): string {
  // The table has each operation whose command has a printer, and the body is its response.
  return (table as Readonly<Record<string, (response: unknown) => string>>)[operation]?.(body) ?? '';
}

/** Returns what happened, its outcome, and the id to continue with. */
function toTimelineRow({ request, call, change, attempt }: TimelineEntry, booking: ListedBooking): string[] {
  if (request) {
    const { method, path, status, error_code, id } = request;
    return [`${method} ${path}`, `${status ?? 'closed'} ${error_code ?? ''}`.trim(), id];
  }
  if (call) return toCallRow(call, booking);
  if (attempt) {
    const { status, error, duration_ms, attempt: number } = attempt.outcome;
    return [
      `webhook ${attempt.event_type}, attempt ${number}`,
      `${status ?? error} after ${duration_ms} ms`,
      attempt.delivery_id,
    ];
  }
  if (!change) return [];
  const pending = change.deliveries.filter(({ state }) => state !== 'succeeded').map(toDeliveryText);
  return [change.event_type ?? 'no event', [`status ${change.status}`, ...pending].join(', '), change.event_id ?? ''];
}

function toDeliveryText({ state, next_attempt_at }: TimelineDelivery): string {
  return next_attempt_at === null ? `webhook ${state}` : `webhook ${state} until ${next_attempt_at}`;
}

function toCallRow(
  { provider, call, attempt, outcome, duration_ms, error, amount }: TimelineCall,
  booking: ListedBooking,
): string[] {
  const facts = [
    outcome.replace('_', ' '),
    ...(error === null ? [] : [error]),
    ...(amount === null ? [] : [`${amount} ${booking.payment?.currency ?? ''}`]),
    ...(duration_ms === null ? [] : [`after ${duration_ms} ms`]),
  ];
  const name = `${provider ?? 'card service'}: ${call.replace('_', ' ')}`;
  return [attempt === null ? name : `${name}, attempt ${attempt}`, facts.join(', '), booking.id];
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

type Fields = Readonly<Record<string, unknown>>;

/** Returns the text for people. */
export function printResponse(
  command: AdminCommand,
  { body, settings }: { readonly body: unknown; readonly settings: StoreLocation },
): string {
  if (command.printer) return printers(command.operation, body);
  // Every response is an object, or the rows of all pages of a list.
  const fields = { ...(Array.isArray(body) ? { data: body } : (body as Fields)), location: locationFlag(settings) };
  if (command.columns) return printTable(command, fields);
  const { facts, text } = command;
  const lines = Object.entries(facts ?? {}).flatMap(([name, template]) => {
    const value = fillAlternatives(template, fields);
    return value === undefined ? [] : [[name, value]];
  });
  return [...(facts ? [toColumns(lines)] : []), ...(text === undefined ? [] : [fill(text, fields).text])].join('\n\n');
}

function printTable({ columns = {}, rows: field = 'data', empty = '', note }: AdminCommand, fields: Fields): string {
  // The contract's lists have objects.
  const rows = fields[field] as readonly Fields[];
  // Absent for a table that has no pages.
  const cursor = (fields['next_cursor'] ?? null) as string | null;
  const end = note === undefined ? '' : fill(note, fields).text;
  if (rows.length === 0 && cursor === null) return [fill(empty, fields).text, end].join(' ').trimEnd();
  const more = cursor === null ? end : `More rows follow: --cursor ${cursor}`;
  const printing = toColumns([
    Object.keys(columns),
    ...rows.map((row) => Object.values(columns).map((template) => fillAlternatives(template, row) ?? '')),
  ]);
  return more === '' ? printing : `${printing}\n\n${more}`;
}

/** The first alternative of a template whose fields all have a value. */
function fillAlternatives(template: string, fields: Fields): string | undefined {
  return template
    .split(' | ')
    .map((alternative) => fill(alternative, fields))
    .find(({ isComplete }) => isComplete)?.text;
}

/** Fills the fields in braces: `{field}`, `{json field}`, `{field ? word}` and `{field past ? word}`. */
function fill(template: string, fields: Fields): { text: string; isComplete: boolean } {
  let isComplete = true;
  const text = template.replaceAll(
    /\{(json )?([\w.]+)( past)?(?: \? (\w+))?\}/g,
    (_, json: string | undefined, path: string, past: string | undefined, word: string | undefined) => {
      const value = read(path, fields);
      const isFound = past ? Date.parse(toText(value)) <= Date.now() : hasValue(value);
      if (!isFound) isComplete = false;
      if (!isFound) return '';
      return word ?? (json ? JSON.stringify(value) : toText(value));
    },
  );
  return { text, isComplete };
}

function read(path: string, fields: Fields): unknown {
  let value: unknown = fields;
  // A field of a response is an object, or it has no fields.
  for (const key of path.split('.')) value = (value as Fields | null | undefined)?.[key];
  return value;
}

function hasValue(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false && value !== '';
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name}=${each}`)
    .join(' ');
}
