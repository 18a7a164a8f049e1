/**
 * `booking-service …`: finds the command, reads its flags and settings, runs it. Nothing is printed here.
 *  0  done: the text is for standard output
 *  1  failed, 2 wrong use: the text is for standard error
 */
import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { isNpmStart, readSettings, type Environment } from '../config.ts';
import { settings, type SettingName } from '../settings.ts';
import { StartError, toStartError } from '../start-error.ts';
import type { Arguments, Command, CommandGroup } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, groupHelp, programHelp } from './help.ts';

export interface Ended {
  readonly exitCode: number;
  readonly text: string;
}

/** Runs a command line. It never rejects; a service that was started goes on after it resolves. */
export async function runCommandLine(args: readonly string[], environment?: Environment): Promise<Ended> {
  try {
    return await runWords(args, environment);
  } catch (error) {
    const { message, exitCode } = toStartError(error, { line: 'booking-service', ports: {} });
    return { exitCode, text: message };
  }
}

async function runWords(args: readonly string[], environment: Environment | undefined): Promise<Ended> {
  const [first, ...rest] = args;
  if (first === '--version') return { exitCode: 0, text: readVersion() };
  if (first === 'help')
    return rest.length === 0 ? helped(programHelp(commands)) : runWords([...rest, '--help'], environment);
  if (first === '--help' || first === '-h') return helped(programHelp(commands));
  const found = findNamed(first, { within: commands, help: programHelp(commands), path: '' });
  if (!('commands' in found)) return runCommand(found, { path: found.name, args: rest, environment });

  const [second, ...more] = rest;
  if (second === '--help' || second === '-h') return helped(groupHelp(found));
  const command = findNamed(second, { within: found.commands, help: groupHelp(found), path: `${found.name} ` });
  return runCommand(command, { path: `${found.name} ${command.name}`, args: more, environment });
}

function findNamed<T extends Command | CommandGroup>(
  name: string | undefined,
  { within, help, path }: { within: readonly T[]; help: string; path: string },
): T {
  const found = within.find((each) => each.name === name);
  if (found) return found;
  const told = name === undefined ? '' : `There is no command ${JSON.stringify(path + name)}.\n\n`;
  throw new StartError(told + help, { exitCode: 2 });
}

async function runCommand(
  command: Command,
  { path, args, environment }: { path: string; args: readonly string[]; environment: Environment | undefined },
): Promise<Ended> {
  const start = command.name === 'serve' && isNpmStart(environment) ? 'npm start --' : `booking-service ${path}`;
  const help = commandHelp(command, { path, line: start });
  const { values, positionals } = parse(args, { command, help });
  if (values['help'] === true) return helped(help);
  const given = toArguments({ command, values, positionals, help, environment, line: start });
  try {
    return { exitCode: 0, text: await command.run(given) };
  } catch (error) {
    const { port, receiver_port, ops_port } = given.settings;
    const ports = { '--port': port, '--receiver-port': receiver_port, '--ops-port': ops_port };
    throw toStartError(error, { line: given.line, ports });
  }
}

function toArguments({
  command,
  values,
  positionals,
  help,
  environment,
  line,
}: {
  command: Command;
  values: Values;
  positionals: readonly string[];
  help: string;
  environment: Environment | undefined;
  line: string;
}): Arguments {
  const [operand = '', ...extra] = positionals;
  const unexpected = command.operand === undefined ? positionals : extra;
  if (unexpected.length > 0) throw wrongUse(`Unexpected argument '${unexpected[0]}'.`, help);
  if (command.operand !== undefined && operand === '') throw wrongUse(`${line} needs ${command.operand}.`, help);

  const text = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
  const switches = new Set(Object.keys(values).filter((name) => values[name] === true));
  const sandbox = switches.has('sandbox');
  const shared = command.settings.map((name): [SettingName, string | undefined] => [name, text(flagOf(name) ?? '')]);
  const start = sandbox ? 'sandbox' : 'service';
  for (const [name, value] of shared) {
    const { flag, only = start } = settings[name];
    if (value === undefined || only === start) continue;
    throw wrongUse(`${flag?.[0]} is ${sandbox ? 'not for the sandbox' : 'for the sandbox only'}.`, help);
  }
  return {
    settings: readSettings({
      flags: Object.fromEntries(shared.filter(([, value]) => value !== undefined)),
      config: text('config'),
      start,
      ...(environment && { environment }),
    }),
    flags: Object.fromEntries(Object.keys(command.flags).map((name) => [name, text(name)])),
    switches,
    operand,
    line: sandbox && line !== 'npm start --' ? `${line} --sandbox` : line,
  };
}

type Values = Readonly<Record<string, string | boolean | undefined>>;

function parse(
  args: readonly string[],
  { command, help }: { command: Command; help: string },
): { values: Values; positionals: readonly string[] } {
  const text = { type: 'string' } as const;
  const options: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' }, config: text };
  for (const name of command.settings) {
    const flag = flagOf(name);
    if (flag !== undefined) options[flag] = text;
  }
  for (const [name, { value }] of Object.entries(command.flags)) {
    options[name] = value === undefined ? { type: 'boolean' } : text;
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    // No option is `multiple`: none has a list.
    return { values: values as Values, positionals };
  } catch (cause) {
    // Node goes on about arguments that begin with a dash; no command takes one.
    const [reason = ''] = (cause instanceof Error ? cause.message : String(cause)).split('. To specify');
    throw wrongUse(reason, help);
  }
}

function flagOf(name: SettingName): string | undefined {
  return settings[name].flag?.[0].slice(2);
}

function wrongUse(reason: string, help: string): StartError {
  return new StartError(`${reason}\n\n${help}`, { exitCode: 2 });
}

function helped(text: string): Ended {
  return { exitCode: 0, text };
}

function readVersion(): string {
  // npm has read this file before: it has a version.
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}
