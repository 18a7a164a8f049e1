/** A command of `booking-webhooks`: its arguments and flags as data, which `parseArgs` and the help both read. */
import { parseArgs } from 'node:util';

/** The process, as a command uses it. */
export interface Surroundings {
  /** The name of the program in its help. Default: booking-webhooks. */
  readonly program?: string;
  /** BOOKING_WEBHOOK_SECRET. */
  readonly secret: string | undefined;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/** A flag. Its value is a text. */
export interface Flag {
  /** The name of the value in the help: `FILE`. */
  readonly value: string;
  /** The line of the help. */
  readonly text: string;
  /** True if the command needs it. */
  readonly required?: boolean;
}

type Flags = Readonly<Record<string, Flag>>;

/** The input of a command: its arguments and the values of its flags. */
type Input<Argument extends string, Declared extends Flags> = Readonly<Record<Argument, string>> & {
  readonly [Name in keyof Declared]: Declared[Name] extends { readonly required: true } ? string : string | undefined;
};

interface Definition<Argument extends string, Declared extends Flags> {
  /** The line of the help. */
  readonly text: string;
  /** The positional arguments, all required, by their names in the help: `URL`. */
  readonly arguments: readonly Argument[];
  readonly flags: Declared;
  /** Runs the command and returns the exit code: 0 if all webhooks were accepted, 1 otherwise. Throws UsageError for wrong input. */
  readonly run: (
    input: Input<Argument, Declared>,
    surroundings: Surroundings & { readonly secret: string },
  ) => Promise<number>;
}

export interface Command extends Pick<Definition<string, Flags>, 'text' | 'arguments' | 'flags'> {
  /** Parses the arguments and runs the command. */
  readonly start: (args: readonly string[], surroundings: Surroundings) => Promise<number>;
}

/** The flag that every command has. */
export const secretFlag: Flag = { value: 'SECRET', text: 'The signing secret. Default: BOOKING_WEBHOOK_SECRET.' };

/** Creates a command from its definition. */
export function defineCommand<const Argument extends string, const Declared extends Flags>(
  definition: Definition<Argument, Declared>,
): Command {
  const { arguments: names, flags, run } = definition;
  const allFlags: Flags = { ...flags, secret: secretFlag };
  const options = Object.fromEntries(Object.keys(allFlags).map((name) => [name, { type: 'string' as const }]));

  async function start(args: readonly string[], surroundings: Surroundings): Promise<number> {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const missing = names.slice(positionals.length);
    const unset = Object.entries(allFlags).flatMap(([name, { value, required }]) =>
      required && values[name] === undefined ? [`--${name} ${value}`] : [],
    );
    if (missing.length + unset.length > 0) {
      throw new UsageError(`Missing: ${[...missing, ...unset].join(', ')}. Use --help to list what the command takes.`);
    }
    const extra = positionals.slice(names.length);
    if (extra.length > 0)
      throw new UsageError(`Unexpected argument ${extra.join(' ')}. Use --help to list the arguments.`);
    const secret = [values['secret'], surroundings.secret].find((text) => text?.trim());
    if (secret === undefined) {
      throw new UsageError('The signing secret is missing. Set BOOKING_WEBHOOK_SECRET or --secret.');
    }
    const given = Object.fromEntries(names.map((name, index) => [name, positionals[index]]));
    // The checks above prove the arguments; parseArgs accepts only the flags of the table.
    const input = { ...given, ...values } as Input<Argument, Declared>;
    return run(input, { ...surroundings, secret });
  }

  return { ...definition, start };
}

/** Wrong arguments. The message names the right ones. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Parses the URL of an endpoint. */
export function parseUrl(text: string): URL {
  if (/^https?:/i.test(text) && URL.canParse(text)) return new URL(text);
  throw new UsageError(`${text} is not an HTTP URL. Use one like http://localhost:3000/webhooks.`);
}

/** Parses whole seconds. */
export function parseSeconds(flag: string, text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new UsageError(`--${flag} ${text} is not a whole number of seconds from 0 up.`);
}
