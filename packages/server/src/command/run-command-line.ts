/**
 * `booking-service …`: finds the command, reads its flags and settings, runs it. Nothing is printed here.
 *  0  done: the text is for standard output
 *  1  failed, 2 wrong use: the text is for standard error
 */
import { readFileSync } from 'node:fs';
import { isNpmStart, type Environment } from './settings/config.ts';
import { StartError, toStartError } from './start-error.ts';
import type { Command, CommandGroup } from './command.ts';
import { commands } from './commands.ts';
import { commandHelp, groupHelp, programHelp } from './help.ts';
import { readArguments } from './read-arguments.ts';

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
  if (first === 'help' && rest.length > 0) return runWords([...rest, '--help'], environment);
  if (first === 'help' || first === '--help' || first === '-h') return helped(programHelp(commands));
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
  const given = readArguments(args, { command, help, line: start, environment });
  if (!given) return helped(help);
  try {
    return { exitCode: 0, text: await command.run(given) };
  } catch (error) {
    const { port, receiver_port, admin_port } = given.settings;
    const ports = { '--port': port, '--receiver-port': receiver_port, '--admin-port': admin_port };
    throw toStartError(error, { line: given.line, ports });
  }
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
