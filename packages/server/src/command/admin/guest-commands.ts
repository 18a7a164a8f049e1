import type { BookingErasure, ListedBooking, PersonalValue } from '@booking-service/contract/admin';
import { createRequiredFlag, jsonFlag } from '../create-flag.ts';
import { defineCommand, type CommandGroup, type CreateCommand } from '../define-command.ts';
import type { ValueParser } from '../settings/value-parser.ts';
import { StartError } from '../start-error.ts';
import { toColumns } from '../to-columns.ts';
import { organizationFlag } from './list-flags.ts';
import { openAdmin, type CommandAdmin } from './open-admin.ts';

const word: ValueParser<string> = { expected: 'not empty', parse: (text) => text || undefined };
const location = ['data', 'database'] as const;
const copies = 'Copies at the provider, at receivers of webhooks and in backups are not erased.';

interface OfBooking {
  readonly org: string;
  readonly json?: true;
}

interface OfGuest extends OfBooking {
  readonly contact: string;
}

const contactFlag = createRequiredFlag('--contact <CONTACT>', 'the e-mail address or phone number of the guest', word);

/** booking-service booking erase … */
export const eraseBookingCommand: CreateCommand = defineCommand<OfBooking>({
  name: 'erase',
  summary: 'Erases the personal data of the guest from a booking, its webhooks and the stored responses',
  details: `The booking, its status and its idempotency key stay. ${copies} docs/running.md has more.`,
  operand: 'BOOKING',
  example: 'bkg_0123456789abcdef0123456789abcdef --org org_0123456789abcdef0123456789abcdef',
  flags: [organizationFlag('the organization of the booking'), jsonFlag],
  settings: location,
  async run({ settings, operand, flags: { org, json } }) {
    await using admin = await openAdmin(settings);
    const erasure = await admin.run('eraseBooking', { path: { organization_id: org, booking_id: operand } });
    return json ? JSON.stringify(erasure, null, 2) : `${toText(erasure)} ${copies}`;
  },
});

/** booking-service booking export … */
export const exportBookingCommand: CreateCommand = defineCommand<OfBooking>({
  name: 'export',
  summary: 'Prints the personal data of the guest of a booking',
  operand: 'BOOKING',
  example: 'bkg_0123456789abcdef0123456789abcdef --org org_0123456789abcdef0123456789abcdef --json',
  flags: [organizationFlag('the organization of the booking'), jsonFlag],
  settings: location,
  async run({ settings, operand, flags: { org, json } }) {
    await using admin = await openAdmin(settings);
    const found = await admin.run('exportBooking', { path: { organization_id: org, booking_id: operand } });
    return json ? JSON.stringify(found, null, 2) : toTable(found.personal_data);
  },
});

const exportGuest = defineCommand<OfGuest>({
  name: 'export',
  summary: 'Prints the personal data that is stored of a guest, in all bookings of an organization',
  details: 'It reads every booking of the organization, a few at a time.',
  example: '--org org_0123456789abcdef0123456789abcdef --contact ada@diner.test --json',
  flags: [organizationFlag('the organization of the bookings'), contactFlag, jsonFlag],
  settings: location,
  async run({ settings, flags: { org: organization_id, contact, json } }) {
    await using admin = await openAdmin(settings);
    const exports = [];
    for await (const { id: booking_id } of findBookings(admin, { organization_id, contact })) {
      exports.push(await admin.run('exportBooking', { path: { organization_id, booking_id } }));
    }
    return json ? JSON.stringify(exports, null, 2) : toTable(exports.flatMap((each) => each.personal_data));
  },
});

const eraseGuest = defineCommand<OfGuest>({
  name: 'erase',
  summary: 'Erases the personal data of a guest from all bookings of an organization',
  details: `It reads every booking of the organization, a few at a time. A booking in progress is named and stays: run the command again later. ${copies}`,
  example: '--org org_0123456789abcdef0123456789abcdef --contact ada@diner.test',
  flags: [organizationFlag('the organization of the bookings'), contactFlag, jsonFlag],
  settings: location,
  async run({ settings, flags: { org: organization_id, contact, json } }) {
    await using admin = await openAdmin(settings);
    const erased: BookingErasure[] = [];
    const refused: string[] = [];
    for await (const { id: booking_id } of findBookings(admin, { organization_id, contact })) {
      try {
        erased.push(await admin.run('eraseBooking', { path: { organization_id, booking_id } }));
      } catch (error) {
        // A refusal names the booking. The others are erased anyway.
        if (!(error instanceof StartError)) throw error;
        refused.push(error.message);
      }
    }
    const done = `Erased the guest from ${erased.length === 1 ? '1 booking' : `${erased.length} bookings`}.`;
    if (refused.length > 0) throw new StartError([`${done} Not from these:`, ...refused].join('\n'));
    return json ? JSON.stringify(erased, null, 2) : `${done} ${copies}`;
  },
});

/** booking-service guest … */
export const guestCommands: CommandGroup = {
  name: 'guest',
  summary: 'Exports and erases the personal data of a guest',
  commands: [exportGuest, eraseGuest],
};

async function* findBookings(
  admin: CommandAdmin,
  { organization_id, contact }: { organization_id: string; contact: string },
): AsyncGenerator<ListedBooking> {
  let cursor: string | null = null;
  do {
    const body: { contact: string; cursor?: string } = { contact, ...(cursor !== null && { cursor }) };
    const page = await admin.run('findGuestBookings', { path: { organization_id }, body });
    yield* page.data;
    cursor = page.next_cursor;
  } while (cursor !== null);
}

function toText({ booking, erased_fields, erased_events, erased_responses }: BookingErasure): string {
  if (erased_fields + erased_events + erased_responses === 0) return `${booking.id} has no personal data.`;
  return `Erased from ${booking.id}: ${erased_fields} fields, the bodies of ${erased_events} webhooks, ${erased_responses} stored responses.`;
}

function toTable(values: readonly PersonalValue[]): string {
  if (values.length === 0) return 'No personal data is stored.';
  const rows = values.map(({ source, id, field, value }) => [source, id, field, JSON.stringify(value)]);
  return toColumns([['SOURCE', 'ID', 'FIELD', 'VALUE'], ...rows]);
}
