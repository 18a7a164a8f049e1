import type { BookingErasure, ListedBooking, PersonalValue } from '@booking-service/contract/admin';
import {
  createRequiredFlag,
  defineCommand,
  jsonFlag,
  type NamedCommands,
  organizationFlag,
  toColumns,
} from '../define-command.ts';
import type { ValueParser } from '../settings/value-parsers.ts';
import { StartError } from '../start-error.ts';
import { openAdmin, type CommandAdmin } from './open-admin.ts';

const word: ValueParser<string> = { expected: 'not empty', parse: (text) => text || undefined };
const location = ['data', 'database', 'cells'] as const;
/** The text below every erasure. */
export const copies = 'Copies at the provider, at receivers of webhooks and in backups are not erased.';

interface OfGuest {
  readonly org: string;
  readonly contact: string;
  readonly json?: true;
}

const contactFlag = createRequiredFlag('--contact <CONTACT>', 'the e-mail address or phone number of the guest', word);

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
export const guestCommands: NamedCommands = [
  ['guest export', exportGuest],
  ['guest erase', eraseGuest],
];

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

function toTable(values: readonly PersonalValue[]): string {
  if (values.length === 0) return 'No personal data is stored.';
  const rows = values.map(({ source, id, field, value }) => [source, id, field, JSON.stringify(value)]);
  return toColumns([['SOURCE', 'ID', 'FIELD', 'VALUE'], ...rows]);
}
