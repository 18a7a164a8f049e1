import { Command } from 'commander';
import { explainFailure, type Surroundings } from './command.ts';
import { addConnectionFlags, connect, type ConnectionFlags } from './connection.ts';
import { findSandboxClock } from './sandbox.ts';

/** `booking status`. */
export function createStatus(surroundings: Surroundings): Command {
  return addConnectionFlags(new Command('status'))
    .summary('Shows whether the service accepts the API key, and the newest booking and event')
    .description(
      'Shows whether the service accepts the API key, and the newest booking and event of its organization. Exits with 1 if the service does not respond or refuses the key.',
    )
    .addHelpText('after', `\nExample:\n  ${surroundings.name} status --url https://bookings.example.com`)
    .action((flags: ConnectionFlags) => status(flags, surroundings));
}

async function status(flags: ConnectionFlags, surroundings: Surroundings): Promise<void> {
  const connection = connect(flags, surroundings);
  const { client, url, adminUrl, mode, keySource } = connection;
  try {
    const [booking] = (await client.bookings.list({ limit: 1 })).data;
    const [event] = (await client.events.list({ limit: 1 })).data;
    const clock = await findSandboxClock(adminUrl);
    const rows = {
      Service: `${url} accepts the key`,
      Key: `${mode} mode, from ${keySource}`,
      ...(clock && { Clock: `${clock.now.toISOString()}, of the sandbox` }),
      Booking: booking ? `${booking.id}, ${booking.status}, created ${booking.created}` : 'none yet',
      Event: event ? `${event.id}, ${event.type}, created ${event.created}` : 'none yet',
    };
    for (const [name, value] of Object.entries(rows)) surroundings.write(`${name.padEnd(8)} ${value}\n`);
  } catch (error) {
    throw explainFailure(error, connection);
  }
}
