import { type Command, type Surroundings, UsageError, secretFlag, type Flag } from './define-command.ts';
import { replay, send, verify } from './commands.ts';

const commands: Readonly<Record<string, Command>> = { send, replay, verify };

/** Runs `booking-webhooks` and returns its exit code. */
export async function main([name = 'help', ...args]: readonly string[], surroundings: Surroundings): Promise<number> {
  const { program = 'booking-webhooks' } = surroundings;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (/^(?:help|--help|-h)$/.test(name) || args.includes('--help')) {
    surroundings.write(helpOf(program, command ? { [name]: command } : commands));
    return 0;
  }
  try {
    if (!command) throw new UsageError(`Unknown command ${name}. Use ${program} help to list the commands.`);
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

/** Returns the help of the commands, from their definitions. */
function helpOf(program: string, shown: Readonly<Record<string, Command>>): string {
  const sections = Object.entries(shown).map(([name, { text, arguments: names, flags }]) => {
    const required = Object.entries(flags).flatMap(([flag, { value, required: isRequired }]) =>
      isRequired ? [`--${flag} ${value}`] : [],
    );
    const usage = [program, name, ...names, ...required, '[flags]'].join(' ');
    return [usage, `  ${text}`, ...toLines(flags)].join('\n');
  });
  return `Sends, replays and verifies webhooks of the booking service.

${sections.join('\n\n')}

Flags of every command
${[...toLines({ secret: secretFlag }), '  --help           Prints this help.'].join('\n')}

Exit codes: 0 if every webhook was accepted, 1 if one was not, 2 if the arguments are wrong.
`;
}

function toLines(flags: Readonly<Record<string, Flag>>): string[] {
  return Object.entries(flags).map(([name, { value, text }]) => `  ${`--${name} ${value}`.padEnd(16)} ${text}`);
}
