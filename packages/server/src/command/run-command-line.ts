/**
 * `booking-service …`: finds the command, parses its flags and runs it. It prints nothing itself.
 *  0  done: the text is for standard output
 *  1  failed, 2 wrong usage: the text is for standard error, unless it is a report
 *  3  done, but not in the cells that a warning names: the text is for standard output
 */
import { adminCommandGroups } from '@booking-service/contract/admin';
import { Command, CommanderError, type AddHelpTextContext } from 'commander';
import { archive, backup, maintain, migrate, transfer } from './store-commands.ts';
import { type Invocation, lineOf, type NamedCommands, readVersion } from './define-command.ts';
import { cardServiceCommands, conformance, providerCommands } from './checks/check-commands.ts';
import { cellCommands } from './cells/cell-commands.ts';
import { contractCommands } from './admin/contract-commands.ts';
import { guestCommands } from './admin/guest-commands.ts';
import { keyCommands, sealingKeyCommands } from './admin/key-commands.ts';
import { maskSecrets } from '@booking-service/kernel/log';
import { serve } from './serve.ts';
import type { Environment } from './settings/read-settings.ts';
import { toStartError } from './start-error.ts';

export interface CommandResult {
  readonly exitCode: number;
  readonly text: string;
  /** True if the text belongs to standard output as after a success: a report of failures, or what a cell is missing in. Default: false. */
  readonly isReport?: true;
  /** Texts for standard error, also after a success. Omitted if there are none. */
  readonly warnings?: readonly string[];
}

/** Every command of the program. */
export const namedCommands: NamedCommands = [
  ['serve', serve],
  ['migrate', migrate],
  ['maintain', maintain],
  ['archive', archive],
  ['backup', backup],
  ['transfer', transfer],
  ['conformance', conformance],
  ...contractCommands,
  ...keyCommands,
  ...guestCommands,
  ...providerCommands,
  ...cardServiceCommands,
  ...sealingKeyCommands,
  ...cellCommands,
];

const groupSummaries: Readonly<Record<string, string>> = {
  ...adminCommandGroups,
  'card-service': 'Checks card services',
  cell: 'Lists, checks, adds and drains the databases of a service with several',
  guest: 'Exports and erases the personal data of a guest',
  provider: 'Checks providers',
  'sealing-key': 'Rotates the key that seals signing secrets, and recovers from its loss',
};

/** A program: its name as the user types it, and its commands. */
export interface ProgramDefinition {
  readonly name: string;
  readonly commands: NamedCommands;
}

const bookingService: ProgramDefinition = { name: 'booking-service', commands: namedCommands };

/** Runs a command line. It never rejects. A service that it started is still running when it resolves. */
export async function runCommandLine(args: readonly string[], environment?: Environment): Promise<CommandResult> {
  return runProgram(args, environment, bookingService);
}

/** Runs a line of any program with such commands. It never rejects. */
export async function runProgram(
  args: readonly string[],
  environment: Environment | undefined,
  program: ProgramDefinition,
): Promise<CommandResult> {
  const warnings: string[] = [];
  const result = await run(args, { environment, warn: (warning) => void warnings.push(warning) }, program);
  return warnings.length === 0 ? result : { ...result, warnings };
}

async function run(
  args: readonly string[],
  { environment, warn }: Pick<Invocation, 'environment' | 'warn'>,
  definition: ProgramDefinition,
): Promise<CommandResult> {
  let text = '';
  const missing: string[] = [];
  const print = (more: string) => void (text += more);
  const leaveOut = (cells: readonly string[]) => {
    missing.push(...cells);
    for (const cell of cells) warn(leftOutText(cell));
  };
  try {
    const program = createProgram(definition, { environment, print, warn, leaveOut });
    const [first, ...rest] = args;
    await program.parseAsync(first === 'help' ? [...rest, '--help'] : args, { from: 'user' });
    return {
      exitCode: missing.length === 0 ? 0 : 3,
      text: text.trimEnd(),
      ...(missing.length > 0 && { isReport: true }),
    };
  } catch (error) {
    // commander ends with 1 for wrong usage.
    if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? 0 : 2, text: text.trimEnd() };
    const { message, exitCode, isReport } = toStartError(error, { line: definition.name, ports: {} });
    return { exitCode, text: message, ...(isReport && { isReport }) };
  }
}

/** A cell that the result of a command lacks. */
const leftOutText = (cell: string): string =>
  `Unavailable cell: ${cell}. The command left it out. Run it again when the database of the cell responds.`;

function createProgram({ name, commands }: ProgramDefinition, invocation: Invocation): Command {
  const program = new Command(name)
    .description('Booking Service makes bookings with external providers for organizations.')
    .version(readVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    .showHelpAfterError()
    .configureOutput({
      writeOut: invocation.print,
      writeErr: invocation.print,
      // A key that was given as an argument without a flag is not printed.
      outputError: (text, write) =>
        write(maskSecrets(text.replace(/^error: ./, (start) => start.slice(-1).toUpperCase()))),
    })
    .configureHelp({
      commandUsage: (command) => `${lineOf(command, invocation)} ${command.usage()}`,
      visibleCommands: listCommands,
      subcommandTerm,
    })
    .addHelpText('beforeAll', refuseUnknownWords)
    .addHelpText('after', afterProgramHelp)
    .addHelpText(
      'afterAll',
      '\nExit codes: 0 success, 1 failure, 2 wrong usage, 3 success without a cell that is unavailable.',
    );

  const groups = new Map([['', program]]);
  for (const [words, create] of commands) {
    const parent = findGroup(words.split(' ').slice(0, -1), groups);
    parent.addCommand(create(invocation).copyInheritedSettings(program));
  }
  return program;
}

/** Returns the command with these words, below which others are. Creates it at its first use. */
function findGroup(words: readonly string[], groups: Map<string, Command>): Command {
  const known = groups.get(words.join(' '));
  if (known) return known;
  const parent = findGroup(words.slice(0, -1), groups);
  const summary = groupSummaries[words.join(' ')] ?? '';
  const group = new Command(words.at(-1)).description(`${summary}. You can use it while the service runs.`);
  parent.addCommand(group.copyInheritedSettings(parent).helpCommand(false));
  groups.set(words.join(' '), group);
  return group;
}

const afterProgramHelp = `
Start a sandbox on this computer:  booking-service serve --sandbox
Show the flags of a command:       booking-service help COMMAND`;

/** The commands of this one, with those of its groups. */
function listCommands({ commands }: Command): Command[] {
  return commands.flatMap((command) => (command.commands.length > 0 ? listCommands(command) : [command]));
}

/** A command in the list of commands: its words after `booking-service`, and its argument. */
function subcommandTerm(command: Command): string {
  return [...wordsOf(command), ...command.registeredArguments.map((argument) => argument.name())].join(' ');
}

/** The words of a command line after `booking-service`. */
function wordsOf(command: Command): string[] {
  const { parent } = command;
  return parent ? [...wordsOf(parent), command.name()] : [];
}

/** commander shows help for any line with --help. This refuses a line with an unknown command or flag anyway. */
function refuseUnknownWords({ error, command }: AddHelpTextContext): string {
  if (error) return '';
  const words = command.args.filter((word) => !/^(?:-h|--help)$/.test(word));
  const flag = words.find((word) => word.startsWith('-'));
  if (flag !== undefined) command.error(`error: unknown option '${flag}'`);
  if (words.length > 0 && command.commands.length > 0) command.error(`error: unknown command '${words[0]}'`);
  return '';
}
