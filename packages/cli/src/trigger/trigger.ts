import { eventTypes, type EventType } from '@booking-service/contract';
import { Command } from 'commander';
import { CommandError, explainFailure } from '../command-error.ts';
import { addConnectionFlags, connect, requireTestKey, type ConnectionFlags } from '../connection.ts';
import { findSandboxClock } from '../sandbox-clock.ts';
import type { Surroundings } from '../surroundings.ts';
import { reachEvent } from './reach-event.ts';

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
