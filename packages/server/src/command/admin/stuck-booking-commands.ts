import type { BookingRun, BookingState, StuckBooking } from '@booking-service/contract/admin';
import { jsonFlag } from '../create-flag.ts';
import { defineCommand, type CreateCommand } from '../define-command.ts';
import { toColumns } from '../to-columns.ts';
import { given, organizationFlag, pageFlags, type PageFlags } from './list-flags.ts';
import { openAdmin } from './open-admin.ts';

const location = ['data', 'database'] as const;
const example = 'bkg_0123456789abcdef0123456789abcdef --org org_0123456789abcdef0123456789abcdef';
const stuckHead = [
  'BOOKING',
  'ORGANIZATION',
  'PROVIDER',
  'STATUS',
  'WORK',
  'REASON',
  'SINCE',
  'ATTEMPTS',
  'NEXT ATTEMPT',
];

interface OneFlags {
  readonly org: string;
  readonly json?: true;
}

const stuck: CreateCommand = defineCommand<Omit<PageFlags, 'org'>>({
  name: 'stuck',
  summary: 'Lists the bookings whose provider has kept failing or been pending for 10 minutes, the longest first',
  example: '--limit 20',
  flags: [...pageFlags, jsonFlag],
  settings: location,
  async run({ settings, flags }) {
    await using admin = await openAdmin(settings);
    const page = await admin.run('listStuckBookings', { query: given({ limit: flags.limit, cursor: flags.cursor }) });
    if (flags.json) return JSON.stringify(page, null, 2);
    if (page.data.length === 0 && page.next_cursor === null) return 'No booking is stuck.';
    const more = page.next_cursor === null ? '' : `\n\nMore bookings follow: --cursor ${page.next_cursor}`;
    return `${toColumns([stuckHead, ...page.data.map(toRow)])}${more}`;
  },
});

const show: CreateCommand = defineCommand<OneFlags>({
  name: 'show',
  summary: 'Shows a booking and the work that it waits for at its provider',
  operand: 'BOOKING',
  example,
  flags: [organizationFlag('the organization of the booking'), jsonFlag],
  settings: location,
  async run({ settings, operand, flags }) {
    await using admin = await openAdmin(settings);
    const path = { organization_id: flags.org, booking_id: operand };
    const state = await admin.run('getBookingState', { path });
    return flags.json ? JSON.stringify(state, null, 2) : describeState(state);
  },
});

const retry: CreateCommand = defineCommand<OneFlags>({
  name: 'retry',
  summary: 'Makes the next attempt of a booking at its provider due now',
  operand: 'BOOKING',
  example,
  flags: [organizationFlag('the organization of the booking'), jsonFlag],
  settings: location,
  async run({ settings, operand, flags }) {
    await using admin = await openAdmin(settings);
    const path = { organization_id: flags.org, booking_id: operand };
    const state = await admin.run('retryBooking', { path });
    if (flags.json) return JSON.stringify(state, null, 2);
    return `Booking ${operand} is due at its provider. A running service tries it within two seconds.`;
  },
});

const fail: CreateCommand = defineCommand<OneFlags>({
  name: 'fail',
  summary: 'Moves a booking in processing or requires_action to failed, and releases it at its provider',
  details:
    'The organization gets the webhook of a booking that failed. The provider may have taken the booking; the service requests it to release it.',
  operand: 'BOOKING',
  example,
  flags: [organizationFlag('the organization of the booking'), jsonFlag],
  settings: location,
  async run({ settings, operand, flags }) {
    await using admin = await openAdmin(settings);
    const path = { organization_id: flags.org, booking_id: operand };
    const state = await admin.run('failBooking', { path });
    if (flags.json) return JSON.stringify(state, null, 2);
    return `Booking ${operand} has failed. A running service sends the webhook and releases the booking at its provider.`;
  },
});

/** The commands of booking-service booking that are for bookings whose provider holds them up. */
export const stuckBookingCommands: readonly CreateCommand[] = [stuck, show, retry, fail];

function toRow({ booking_id, organization_id, provider, status, run }: StuckBooking): string[] {
  const { work, reason, since, attempts, next_attempt_at } = run;
  return [
    booking_id,
    organization_id,
    provider,
    status,
    work,
    reason ?? 'none',
    since ?? 'none',
    String(attempts),
    next_attempt_at,
  ];
}

function describeState({ booking, run }: BookingState): string {
  const { id, status, provider, livemode, created, updated, venue_id, slot_id, confirmation_code, error_code } =
    booking;
  const facts = [
    ['booking', id],
    ['status', status],
    ['provider', provider],
    ['mode', livemode ? 'live' : 'test'],
    ['created', created],
    ['updated', updated],
    ['venue', venue_id],
    ['slot', slot_id],
    ['confirmation', confirmation_code ?? 'none'],
    ['error', error_code ?? 'none'],
  ];
  return toColumns([...facts, ...(run ? describeRun(run) : [['run', 'none: it waits for nothing at its provider']])]);
}

function describeRun({
  work,
  reason,
  since,
  attempts,
  failures,
  next_attempt_at,
  in_progress,
  stuck: isStuck,
}: BookingRun): string[][] {
  return [
    ['run', isStuck ? `${work}, stuck` : work],
    ['reason', reason === null ? 'none' : `${reason} since ${since}`],
    ['attempts', `${attempts}, ${failures} failures in a row`],
    ['next attempt', in_progress ? 'in progress' : next_attempt_at],
  ];
}
