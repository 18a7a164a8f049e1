import { type EventType, eventTypes, sandbox } from '@booking-service/contract';
import { Command } from 'commander';
import type { Booking, BookingClient, BookingStatus } from '@booking-service/client';
import { CommandError, explainFailure, type Surroundings } from './command.ts';
import { addConnectionFlags, connect, type ConnectionFlags, requireTestKey } from './connection.ts';
import { findSandboxClock, type SandboxClock } from './sandbox.ts';

interface TriggerFlags extends ConnectionFlags {
  readonly adminUrl?: string;
  readonly json?: true;
}

/** `booking trigger EVENT`. */
export function createTrigger(surroundings: Surroundings): Command {
  return addConnectionFlags(new Command('trigger'))
    .summary('Makes a booking in test mode and drives it to an event')
    .description(
      'Makes a booking in test mode and drives it to an event: a real booking at the venue of the sandbox that has this outcome. Without an event it lists the events. It advances the clock of a sandbox by the time that the provider takes.',
    )
    .argument('[EVENT]', 'the type of the event')
    .option(
      '--admin-url <URL>',
      'the admin address of the sandbox (default: BOOKING_ADMIN_URL, else that of the sandbox of --data)',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', `\nExample:\n  ${surroundings.name} trigger booking.failed`)
    .action((event: string | undefined, flags: TriggerFlags) => trigger(event, flags, surroundings));
}

async function trigger(event: string | undefined, flags: TriggerFlags, surroundings: Surroundings): Promise<void> {
  const { write, name } = surroundings;
  if (event === undefined) {
    write(`${eventTypes.join('\n')}\n\nTrigger one of them: ${name} trigger booking.confirmed\n`);
    return;
  }
  const type = parseEvent(event);
  const connection = connect(flags, surroundings);
  requireTestKey(connection, 'trigger makes bookings.');
  const { client, adminUrl } = connection;
  try {
    const clock = await findSandboxClock(flags.adminUrl ?? adminUrl);
    const id = await reachEvent[type]({ client, clock });
    const booking = await client.bookings.get(id);
    const events = (await client.events.list({ booking_id: id, limit: 100 })).data.toReversed();
    if (flags.json) {
      write(`${JSON.stringify({ booking, events })}\n`);
      return;
    }
    write(`${id} at ${booking.venue_id}: ${booking.status}${booking.error_code ? `, ${booking.error_code}` : ''}\n`);
    for (const each of events) write(`  ${each.id} ${each.type}\n`);
  } catch (error) {
    throw explainFailure(error, connection);
  }
}

function parseEvent(text: string): EventType {
  const type = eventTypes.find((each) => each === text);
  if (type) return type;
  throw new CommandError(`${text} is not an event. Use one of ${eventTypes.join(', ')}.`, { exitCode: 2 });
}

/** The service in which a booking is made. */
interface TestService {
  readonly client: BookingClient;
  /** The clock of a sandbox, which is advanced by the time that the provider takes. Without it the time passes. */
  readonly clock: SandboxClock | undefined;
}

type Venue = (typeof sandbox.venues)[number];

const guest = { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test' };
const party_size = 2;

/** Makes a booking and drives it until it has the event. Returns the id of the booking. */
const reachEvent: Readonly<Record<EventType, (service: TestService) => Promise<string>>> = {
  'booking.created': (service) => book(service, confirming()),
  'booking.confirmed': confirm,
  'booking.failed': async (service) => settle(service, await book(service, failing()), 'failed'),
  'booking.requires_action': requireAction,
  async 'booking.processing'(service) {
    const id = await requireAction(service);
    await service.client.bookings.continue(id, { type: 'enter_code', code: sandbox.code });
    return id;
  },
  async 'booking.cancelled'(service) {
    const id = await confirm(service);
    await service.client.bookings.cancel(id);
    return id;
  },
  async 'booking.modified'(service) {
    const id = await confirm(service);
    await service.client.bookings.modify(id, { party_size: party_size + 1 });
    return id;
  },
};

async function confirm(service: TestService): Promise<string> {
  return settle(service, await book(service, confirming()), 'confirmed');
}

async function requireAction(service: TestService): Promise<string> {
  return settle(service, await book(service, asking()), 'requires_action');
}

/** Creates a booking of tomorrow at the venue, and returns its id. */
async function book({ client, clock }: TestService, venue: Venue): Promise<string> {
  const now = clock?.now ?? new Date();
  const date = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
  const { data, error } = await client.availability.search({ venue_id: venue.id, date, party_size }).result();
  if (error && !('code' in error && error.code === 'not_found')) throw error;
  const slot_id = data?.data[0]?.id;
  if (slot_id === undefined) {
    throw new CommandError(
      `This service has no slot at ${venue.id} on ${date}, because its test mode has other venues than a sandbox. Use a sandbox for trigger.`,
    );
  }
  return (await client.bookings.create({ venue_id: venue.id, slot_id, party_size, guest })).id;
}

/** Waits until the provider has brought the booking to the status. */
async function settle({ client, clock }: TestService, id: string, until: BookingStatus): Promise<Booking['id']> {
  await clock?.advance(sandbox.provider_seconds * 1000);
  await client.bookings.waitFor(id, { until });
  return id;
}

/** A venue that confirms without any other effect. */
function confirming(): Venue {
  return findVenue(({ ends }, effects) => ends === 'confirmed' && effects.length === 0);
}

function failing(): Venue {
  return findVenue(({ ends }, effects) => ends === 'failed' && effects.join() === 'error_code');
}

/** A venue that requires a code, for as long as a booking may wait. */
function asking(): Venue {
  return findVenue((venue, effects) => 'asks' in venue && effects.join() === 'asks');
}

/** The values that every venue has. */
const described: ReadonlySet<string> = new Set(['id', 'name', 'city', 'country', 'ends', 'meaning']);

/** Returns the first venue that fits. `effects` are the names of the values that make it a special one. */
function findVenue(fits: (venue: Venue, effects: readonly string[]) => boolean): Venue {
  const found = sandbox.venues.find((venue) =>
    fits(
      venue,
      Object.keys(venue).filter((key) => !described.has(key)),
    ),
  );
  if (!found) throw new Error('The contract has no such venue.');
  return found;
}
