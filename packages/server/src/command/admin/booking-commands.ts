import { bookingStates, type BookingStatus, type KeyMode } from '@booking-service/contract';
import type { ListedBooking, TimelineEntry } from '@booking-service/contract/admin';
import { createFlag, jsonFlag } from '../create-flag.ts';
import { defineCommand, type CommandGroup } from '../define-command.ts';
import type { ValueParser } from '../settings/value-parser.ts';
import { toColumns } from '../to-columns.ts';
import { given, oneOf, organizationFlag, pageFlags, timeFlags, type PageFlags } from './list-flags.ts';
import { eraseBookingCommand, exportBookingCommand } from './guest-commands.ts';
import { openAdmin } from './open-admin.ts';
import { stuckBookingCommands } from './stuck-booking-commands.ts';

// The table has one member for each status.
const statuses = Object.keys(bookingStates.states) as readonly BookingStatus[];
const modes: readonly KeyMode[] = ['test', 'live'];
const word: ValueParser<string> = { expected: 'not empty', parse: (text) => text || undefined };
const location = ['data', 'database', 'retention_days'] as const;
const head = ['BOOKING', 'CREATED', 'STATUS', 'MODE', 'PROVIDER', 'CONFIRMATION', 'ERROR'];

interface ListFlags extends PageFlags {
  readonly status?: BookingStatus;
  readonly mode?: KeyMode;
  readonly provider?: string;
}

const list = defineCommand<ListFlags>({
  name: 'list',
  summary: 'Lists the bookings of an organization, newest first',
  example: '--org org_0123456789abcdef0123456789abcdef --status failed --mode live',
  flags: [
    organizationFlag('the organization of the bookings'),
    createFlag('--status <STATUS>', `only with this status: ${statuses.join(', ')}`, oneOf(statuses)),
    createFlag('--mode <MODE>', `only of this environment: ${modes.join(' or ')}`, oneOf(modes)),
    createFlag('--provider <NAME>', 'only at this provider', word),
    ...timeFlags,
    ...pageFlags,
    jsonFlag,
  ],
  settings: location,
  async run({ settings, flags }) {
    await using admin = await openAdmin(settings);
    const query = given({
      status: flags.status,
      mode: flags.mode,
      provider: flags.provider,
      created_from: flags.from,
      created_before: flags.before,
      limit: flags.limit,
      cursor: flags.cursor,
    });
    const page = await admin.run('listBookings', { path: { organization_id: flags.org }, query });
    if (flags.json) return JSON.stringify(page, null, 2);
    if (page.data.length === 0 && page.next_cursor === null) return 'No bookings.';
    const more = page.next_cursor === null ? '' : `\n\nMore bookings follow: --cursor ${page.next_cursor}`;
    return `${toColumns([head, ...page.data.map(toRow)])}${more}`;
  },
});

interface FindFlags {
  readonly org: string;
  readonly id?: string;
  readonly key?: string;
  readonly code?: string;
  readonly json?: true;
}

const find = defineCommand<FindFlags>({
  name: 'find',
  summary: 'Finds bookings by one of their names',
  details: 'Name exactly one of --id, --key and --code.',
  example: '--org org_0123456789abcdef0123456789abcdef --code SBX-5F0C1F2E',
  flags: [
    organizationFlag('the organization of the booking'),
    createFlag('--id <BOOKING>', 'the id of the booking', word),
    createFlag('--key <KEY>', 'the idempotency key of its create', word),
    createFlag('--code <CODE>', 'the confirmation code of its provider', word),
    jsonFlag,
  ],
  settings: location,
  async run({ settings, flags }) {
    await using admin = await openAdmin(settings);
    const query = given({ id: flags.id, idempotency_key: flags.key, confirmation_code: flags.code });
    const found = await admin.run('findBooking', { path: { organization_id: flags.org }, query });
    if (flags.json) return JSON.stringify(found, null, 2);
    return found.data.length === 0 ? 'No booking has this name.' : toColumns([head, ...found.data.map(toRow)]);
  },
});

const timeline = defineCommand<{ readonly org: string; readonly cursor?: string; readonly json?: true }>({
  name: 'timeline',
  summary: 'Shows the changes of a booking with their webhooks, oldest first',
  operand: 'BOOKING',
  example: 'bkg_0123456789abcdef0123456789abcdef --org org_0123456789abcdef0123456789abcdef',
  flags: [
    organizationFlag('the organization of the booking'),
    createFlag('--cursor <CURSOR>', 'continue after the page that printed this cursor', word),
    jsonFlag,
  ],
  settings: location,
  async run({ settings, operand, flags }) {
    await using admin = await openAdmin(settings);
    const path = { organization_id: flags.org, booking_id: operand };
    const page = await admin.run('getBookingTimeline', { path, query: given({ cursor: flags.cursor }) });
    if (flags.json) return JSON.stringify(page, null, 2);
    const rows = page.data.flatMap(toTimelineRows);
    const kept = `Events from before ${page.removed_before} are removed, unless a delivery is pending.`;
    const more = page.next_cursor === null ? kept : `More changes follow: --cursor ${page.next_cursor}`;
    return `${toColumns([['TIME', 'WHAT', 'OUTCOME', 'ID'], ...rows])}\n\n${more}`;
  },
});

/** booking-service booking … */
export const bookingCommands: CommandGroup = {
  name: 'booking',
  summary: 'Lists, finds, retries and fails bookings, exports and erases their guests',
  commands: [list, find, timeline, ...stuckBookingCommands, exportBookingCommand, eraseBookingCommand],
};

function toRow({ id, created, status, livemode, provider, confirmation_code, error_code }: ListedBooking): string[] {
  return [id, created, status, livemode ? 'live' : 'test', provider, confirmation_code ?? 'none', error_code ?? 'none'];
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
