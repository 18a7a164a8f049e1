import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { hasPassword } from '@booking-service/kernel/store';
import { readAvailable } from '../store/cells/merge-pages.ts';
import { type Environment, isNpmStart, readEnvironment, readSettings } from './settings/read-settings.ts';
import { environmentVariable, fileVariable, type SettingName, settings as table } from './settings/settings.ts';
import type { Settings } from './settings/effective-settings.ts';
import { explainTakenPorts, listPorts, StartError, toStartError } from './start-error.ts';
import type { ValueParser } from './settings/value-parsers.ts';
import type { StoreLocation } from './open-store.ts';

/** One run of the command line. */
export interface Invocation {
  /** Default: the environment of the process. */
  readonly environment: Environment | undefined;
  readonly print: (text: string) => void;
  /** Receives a text for people about something that does not stop the command. */
  readonly warn: (text: string) => void;
  /** Receives the names of the cells that are unavailable, and so are missing in what the command did or printed. */
  readonly leaveOut: (cells: readonly string[]) => void;
}

/** The arguments of a command, parsed. */
export interface Arguments<Flags> {
  readonly settings: Settings;
  readonly flags: Flags;
  /** The argument of the command; empty if the command takes none. */
  readonly operand: string;
  /** The command as the user typed it. More flags may follow. */
  readonly line: string;
  /** The environment variables, from which the secrets of suppliers are read. */
  readonly environment: Environment;
  /** Settings that should be changed but do not stop the command. Empty unless the command logs them. */
  readonly warnings: readonly string[];
}

interface CommandDefinition<Flags> {
  readonly name: string;
  /** The description, one sentence without its period. */
  readonly summary: string;
  /** More sentences for its help. */
  readonly details?: string;
  /** The name of its argument. */
  readonly operand?: string;
  /** The arguments of an example that works. */
  readonly example: string;
  /** Its own flags. Their attribute names are the keys of `Flags`. */
  readonly flags: readonly Option[];
  /** The settings that it uses. Each adds its flag. */
  readonly settings: readonly SettingName[];
  /** The start that it is. Default: the one that its flag --sandbox chooses. */
  readonly start?: 'sandbox';
  /** True if it writes `warnings` to its log, instead of plain text to standard error. Default: no. */
  readonly logsWarnings?: true;
  /** Runs it and returns the text to print. */
  run(given: Arguments<Flags>): Promise<string>;
}

/** Creates a command for one run. */
export type CreateCommand = (invocation: Invocation) => Command;

/** Commands by their words, for example `org list`. */
export type NamedCommands = readonly (readonly [words: string, create: CreateCommand])[];

/** Defines a command. The result creates it for one run, because a commander `Command` keeps the values that it has parsed. */
export function defineCommand<Flags extends object>(definition: CommandDefinition<Flags>): CreateCommand {
  const { name, summary, details, operand, flags, settings } = definition;
  return function createCommand(invocation) {
    const command = new Command(name).summary(summary);
    command.description([`${summary}.`, ...(details === undefined ? [] : [details])].join('\n\n'));
    if (operand !== undefined) command.argument(`<${operand}>`);
    for (const flag of flags) command.addOption(flag);
    for (const setting of settings) {
      const option = settingOption(setting, definition.start);
      if (option) command.addOption(option);
    }
    command.option('--config <FILE>', 'read settings from this JSON file');
    command.addHelpText('after', () => helpAfterOptions(lineOf(command, invocation), definition));
    return command.action(async () => {
      const { settingsAt, ...given } = readArguments(command, { definition, invocation });
      try {
        const run = () => definition.run(given);
        // What a start begins goes on after it, and would still leave cells out.
        if (definition.logsWarnings) return invocation.print(await run());
        const { result, unavailable } = await readAvailable(run, invocation.leaveOut);
        invocation.print(result);
        invocation.leaveOut(unavailable);
      } catch (error) {
        const { line } = given;
        const sandbox = definition.start === 'sandbox' || 'sandbox' in given.flags;
        const start = { sandbox, reusePort: 'reusePort' in given.flags };
        const ports = listPorts(given.settings, start);
        const portsAt = (port: number) => listPorts(settingsAt(port), start);
        throw (
          (await explainTakenPorts(error, { line, ports, portsAt })) ??
          toStartError(error, { line, ports: Object.fromEntries(ports.map(({ flag, port }) => [flag, port])) })
        );
      }
    });
  };
}

/** The words that run this command. */
export function lineOf(command: Command, { environment }: Pick<Invocation, 'environment'>): string {
  if (command.name() === 'serve' && isNpmStart(environment)) return 'npm start --';
  const { parent } = command;
  return parent ? `${lineOf(parent, { environment })} ${command.name()}` : command.name();
}

function readArguments<Flags extends object>(
  command: Command,
  { definition, invocation: { environment, warn } }: { definition: CommandDefinition<Flags>; invocation: Invocation },
): Arguments<Flags> & { readonly settingsAt: (port: number) => Settings } {
  const flags = command.opts<Flags & { readonly sandbox?: true; readonly config?: string }>();
  const start = definition.start ?? (flags.sandbox ? 'sandbox' : 'service');
  const texts: Partial<Record<SettingName, string>> = {};
  for (const name of definition.settings) {
    const option = settingOption(name);
    const text: string | undefined = option && command.getOptionValue(option.attributeName());
    if (option === undefined || text === undefined) continue;
    const { only = start } = table[name];
    if (only !== start) {
      command.error(
        `error: ${option.long} is ${start === 'sandbox' ? 'not for the sandbox' : 'for the sandbox only'}.`,
      );
    }
    texts[name] = text;
  }
  const sources = { flags: texts, config: flags.config, start, ...(environment && { environment }) } as const;
  const line = lineOf(command, { environment });
  const warnings: string[] = [];
  const settings = readSettings({
    ...sources,
    warn: definition.logsWarnings ? (text) => void warnings.push(text) : warn,
  });
  if (settings.database !== undefined && settings.cells !== undefined) {
    const reason = 'The settings database and cells are both set. Unset database: the file of cells lists every one.';
    throw new StartError(reason, { exitCode: 2 });
  }
  return {
    settings,
    warnings,
    settingsAt: (port) => readSettings({ ...sources, flags: { ...texts, port: String(port) } }),
    flags,
    environment: readEnvironment(environment),
    operand: command.args[0] ?? '',
    // npm start is the sandbox already.
    line: flags.sandbox && line !== 'npm start --' ? `${line} --sandbox` : line,
  };
}

/** The flag of a setting; undefined for a secret, which has none. Its text is parsed with the other sources. */
function settingOption(name: SettingName, start?: 'sandbox'): Option | undefined {
  const { flag, meaning, default: fallback, only } = table[name];
  if (!flag) return undefined;
  const place =
    only === undefined || only === start ? '' : { sandbox: '; sandbox only', service: '; not in the sandbox' }[only];
  return new Option(`${flag[0]} <${flag[1]}>`, `${meaning} (default: ${fallback}${place})`);
}

function helpAfterOptions(line: string, { example, settings }: CommandDefinition<never>): string {
  const secrets = settings.filter((name) => !table[name].flag);
  const rows = secrets.flatMap((name) => [
    `  ${environmentVariable(name)}  ${table[name].meaning}`,
    `  ${fileVariable(name)}  a file that contains it`,
  ]);
  // npm start is the sandbox already.
  const shown = line.startsWith('npm ') ? example.replace('--sandbox ', '') : example;
  return [
    ...(rows.length > 0 ? ['', 'Environment:', ...rows] : []),
    '',
    'Example:',
    `  ${line} ${shown}`,
    '',
    'You can also set each setting in the environment, for example BOOKING_SERVICE_DATA, or in the file: see docs/operate/settings.md.',
  ].join('\n');
}

/** A flag with a value. A wrong value throws a StartError (exit code 2). */
export function createFlag<T>(form: string, meaning: string, { expected, parse }: ValueParser<T>): Option {
  const flag = new Option(form, meaning);
  return flag.argParser((text) => {
    const value = parse(text);
    if (value !== undefined) return value;
    throw new StartError(`${flag.long} must be ${expected}, not ${JSON.stringify(text)}.`, { exitCode: 2 });
  });
}

/** The same, but the command refuses to run without it. */
export function createRequiredFlag<T>(form: string, meaning: string, parser: ValueParser<T>): Option {
  return createFlag(form, meaning, parser).makeOptionMandatory();
}

/** Makes a command print JSON for programs, instead of text for people. */
export const jsonFlag: Option = new Option('--json', 'print JSON');

/** Returns the flag that names the organization. */
export function organizationFlag(meaning: string): Option {
  return createRequiredFlag('--org <ORGANIZATION>', meaning, { expected: 'an id', parse: (text) => text || undefined });
}

/**
 * Returns the flag for this location, with a space before it, for a command that the user can paste. Returns an empty string
 * for the default location, and for a URL with a password: a password must not be in a command line.
 */
export function locationFlag({ data, database, cells }: StoreLocation): string {
  if (cells !== undefined) return ` --cells ${quoted(cells.file)}`;
  if (database !== undefined) return hasPassword(database) ? '' : ` --database ${JSON.stringify(database)}`;
  return data === 'data' ? '' : ` --data ${quoted(data)}`;
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : JSON.stringify(path);
}

/** Rows of text as aligned columns, two spaces apart. */
export function toColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  const pad = (row: readonly string[]) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ');
  return rows.map((row) => pad(row).trimEnd()).join('\n');
}

/** Returns the version of this package. */
export function readVersion(): string {
  // npm has read this file before: it has a version.
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}
