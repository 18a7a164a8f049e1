import type { Command, Surroundings } from './define-command.ts';
import { helpOf } from './help.ts';
import { replay } from './replay.ts';
import { send } from './send.ts';
import { UsageError } from './usage-error.ts';
import { verify } from './verify.ts';

const commands: Readonly<Record<string, Command>> = { send, replay, verify };

/** Runs `booking-webhooks` and returns its exit code. */
export async function main([name = 'help', ...args]: readonly string[], surroundings: Surroundings): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (/^(?:help|--help|-h)$/.test(name) || args.includes('--help')) {
    surroundings.write(helpOf(command ? { [name]: command } : commands));
    return 0;
  }
  try {
    if (!command) throw new UsageError(`Unknown command ${name}. Use booking-webhooks help to list the commands.`);
    return await command.start(args, surroundings);
  } catch (error) {
    if (!isWrongInput(error)) throw error;
    surroundings.writeError(`${error.message}\n`);
    return 2;
  }
}

/** Returns whether an error comes from wrong arguments or from a file that cannot be read. */
function isWrongInput(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^(?:ERR_PARSE_ARGS_|ENOENT$|EISDIR$|EACCES$)/.test(code);
}
