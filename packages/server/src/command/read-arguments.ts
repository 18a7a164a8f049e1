import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { readSettings, type Environment } from './settings/config.ts';
import { settings, type SettingName } from './settings/settings.ts';
import { StartError } from './start-error.ts';
import type { Arguments, Command } from './command.ts';

type Values = Readonly<Record<string, string | boolean | undefined>>;

/**
 * Reads what stands after a command's name; undefined where its help is asked for.
 * Throws a StartError (exit code 2) with that help where the command has no such flag or argument.
 */
export function readArguments(
  args: readonly string[],
  {
    command,
    help,
    line,
    environment,
  }: { command: Command; help: string; line: string; environment: Environment | undefined },
): Arguments | undefined {
  const { values, positionals } = parse(args, { command, help });
  if (values['help'] === true) return undefined;
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
