/** `booking …`: finds the command, parses its flags and runs it. Returns the exit code: 0 success, 1 failure, 2 wrong usage. */
import { Command, CommanderError } from 'commander';
import { CommandError, type Surroundings } from './command.ts';
import { createCompletion } from './completion.ts';
import { createListen } from './listen/listen.ts';
import { createLogs } from './logs.ts';
import { runSandbox } from './sandbox.ts';
import { createStatus } from './status.ts';
import { createTrigger } from './trigger.ts';
import { createReplay, createSend, createVerify } from './webhooks.ts';

const secrets = /((?:sk_(?:test|live)|whsec)_)[\w-]+/g;

export async function runCommandLine(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { writeError } = surroundings;
  const line = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  const [first = ''] = line;
  try {
    // It is a command of the server, which parses its own arguments.
    if (first === 'sandbox') return await runSandbox(line, surroundings);
    await createProgram(surroundings).parseAsync(line, { from: 'user' });
    return 0;
  } catch (error) {
    // commander has written its message, and ends with 1 for wrong usage.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof CommandError)) throw error;
    // Without a message, the command has printed why.
    if (error.message) writeError(`${error.message.replaceAll(secrets, '$1…')}\n`);
    return error.exitCode;
  }
}

function createProgram(surroundings: Surroundings): Command {
  const { name, write, writeError } = surroundings;
  const program = new Command(name)
    .description('The command line of an integrator: a sandbox, forwarded webhooks, and a booking for every event.')
    .option('--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    .showHelpAfterError(`(Use ${name} --help to list the commands and flags.)`)
    .configureOutput({
      writeOut: write,
      writeErr: writeError,
      // A key that was given as an argument without a flag is not printed.
      outputError: (text, print) =>
        print(text.replace(/^error: ./, (start) => start.slice(-1).toUpperCase()).replaceAll(secrets, '$1…')),
    })
    .addHelpText('after', afterProgramHelp(name));
  program.command('sandbox').summary('Starts a complete sandbox on this computer');
  for (const create of [
    createListen,
    createTrigger,
    createLogs,
    createStatus,
    createSend,
    createReplay,
    createVerify,
    createCompletion,
  ]) {
    const command = create(surroundings).copyInheritedSettings(program);
    program.addCommand(command.showHelpAfterError(`(Use ${name} ${command.name()} --help to list its flags.)`));
  }
  return program;
}

function afterProgramHelp(name: string): string {
  return `
Environment:
  BOOKING_API_KEY         the API key; by default the test key of a sandbox in this folder
  BOOKING_BASE_URL        the base URL of the service; by default the sandbox
  BOOKING_WEBHOOK_SECRET  the signing secret of listen, send, replay and verify

Begin, each in a terminal of its own:
  ${name} sandbox
  ${name} listen --forward-to http://127.0.0.1:3000/webhooks
  ${name} trigger booking.confirmed

Show the flags of a command: ${name} help COMMAND
Exit codes: 0 success, 1 failure, 2 wrong usage.`;
}
