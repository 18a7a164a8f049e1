import { UsageError } from './command.ts';
import type { Command, Surroundings } from './command.ts';
import { replay } from './replay.ts';
import { send } from './send.ts';
import { verify } from './verify.ts';

const help = `booking-webhooks sends, replays and verifies webhooks of the booking service.

  booking-webhooks send URL [--type TYPE] [--id ID] [--body FILE]
      Sends one signed test event. TYPE is one of the contract's, booking.confirmed by default; --body sends a file's
      bytes instead.
  booking-webhooks replay FILE URL
      Sends each line of a JSON Lines file, one after the other, each signed afresh.
  booking-webhooks verify --body FILE --header VALUE [--at SECONDS]
      Says whether a captured request is genuine, and if not, why and what to mend. --at is the Unix time at which it
      arrived, now by default. FILE holds the body byte for byte; - reads it from the standard input.

The signing secret comes from BOOKING_WEBHOOK_SECRET, or from --secret.
Exits with 0 when every webhook was accepted, with 1 when one was not, with 2 when the arguments are wrong.
`;

const commands: Readonly<Record<string, Command>> = { send, replay, verify };

/** Runs `booking-webhooks` and returns its exit code. */
export async function main([name = 'help', ...args]: readonly string[], surroundings: Surroundings): Promise<number> {
  if (/^(?:help|--help|-h)$/.test(name) || args.includes('--help')) {
    surroundings.write(help);
    return 0;
  }
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new UsageError(`There is no command ${name}: booking-webhooks help lists them.`);
    return await command(args, surroundings);
  } catch (error) {
    if (!isMistake(error)) throw error;
    surroundings.writeError(`${error.message}\n`);
    return 2;
  }
}

/** Wrong arguments, ours or parseArgs', and files that cannot be read. */
function isMistake(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^(?:ERR_PARSE_ARGS_|ENOENT$|EISDIR$|EACCES$)/.test(code);
}
