/**
 * Reads the settings. A flag overrides the environment, the environment overrides the configuration file, and the file
 * overrides the default. No other file reads the environment.
 */
import { readFileSync } from 'node:fs';
import {
  environmentVariable,
  listSettings,
  settings,
  type Setting,
  type SettingName,
  type Settings,
} from './settings.ts';
import { StartError } from '../start-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Sources {
  /** The texts of the flags. */
  readonly flags: Partial<Readonly<Record<SettingName, string>>>;
  /** The value of --config. */
  readonly config: string | undefined;
  /** Default: the environment of the process. */
  readonly environment?: Environment;
  /** Chooses between defaults that differ. */
  readonly start: 'sandbox' | 'service';
}

/** A text, and its source in words. */
interface Given {
  readonly source: string;
  readonly text: string;
}

/** Reads all settings. Throws a StartError (exit code 2) that names the wrong source and the fix. */
export function readSettings({ flags, config, environment = process.env, start }: Sources): Settings {
  refuseUnknownVariables(environment);
  const file = config ?? environment[environmentVariable('config')];
  const inFile = file === undefined ? {} : readFile(file);

  function read<K extends SettingName>(name: K): NonNullable<Settings[K]> | undefined {
    const setting: Setting<NonNullable<Settings[K]>> = settings[name];
    const variable = environmentVariable(name);
    const inFlag = flags[name] === undefined ? undefined : { source: setting.flag?.[0] ?? name, text: flags[name] };
    const inVariable =
      environment[variable] === undefined ? undefined : { source: variable, text: environment[variable] };
    const given = inFlag ?? inVariable ?? inFile[name];
    if (!given) return undefined;
    if (inFlag && setting.isSecret?.(inFlag.text) === true) throw secretFlag(name, inFlag.source);
    const value = setting.parse(given.text);
    if (value !== undefined) return value;
    throw wrongValue(name, { source: given.source, value: given.text });
  }

  function readOrDefault<K extends SettingName>(name: K): NonNullable<Settings[K]> {
    const setting: Setting<NonNullable<Settings[K]>> = settings[name];
    const value = read(name) ?? setting.parse(setting.default);
    if (value === undefined) throw new Error(`The default of ${name}, ${setting.default}, is not a valid value.`);
    return value;
  }

  const port = readOrDefault('port');
  const result: Settings = {
    host: readOrDefault('host'),
    port,
    receiver_port: read('receiver_port') ?? port + 1,
    // No port follows the last one.
    admin_port: read('admin_port') ?? (port + 2 <= 65_535 ? port + 2 : port - 1),
    admin_hosts: read('admin_hosts') ?? [],
    admin_access: readOrDefault('admin_access'),
    data: readOrDefault('data'),
    database: read('database'),
    keep_alive_seconds: readOrDefault('keep_alive_seconds'),
    tick_seconds: readOrDefault('tick_seconds'),
    retention_days: readOrDefault('retention_days'),
    alert_url: read('alert_url'),
    webhook_url: read('webhook_url'),
    loopback_webhooks: readOrDefault('loopback_webhooks'),
    log_level: read('log_level') ?? (start === 'sandbox' ? 'warn' : 'info'),
    modes: readOrDefault('modes'),
    providers: read('providers'),
    sealing_key: read('sealing_key'),
  };
  refuseSamePorts(result, start);
  return result;
}

/** Returns the environment variables. Default: those of the process. */
export function readEnvironment(environment: Environment = process.env): Environment {
  return environment;
}

/** Returns whether `npm start` runs the command. Then the user adds flags after `npm start --`. */
export function isNpmStart(environment: Environment = process.env): boolean {
  return environment['npm_lifecycle_event'] === 'start';
}

function refuseUnknownVariables(environment: Environment): void {
  const names = [...listSettings().map(([name]) => name), 'config' as const];
  const known = names.map(environmentVariable);
  const unknown = Object.keys(environment).find((name) => name.startsWith('BOOKING_SERVICE_') && !known.includes(name));
  if (unknown === undefined) return;
  throw wrongUsage(`${unknown} is not a setting. Unset it, or use one of ${known.join(', ')}.`);
}

function readFile(file: string): Partial<Record<string, Given>> {
  const known = listSettings().map(([each]) => each);
  const entries = Object.entries(parseFile(file)).map(([written, value]): [string, Given] => {
    const source = `${written} in ${file}`;
    const name = known.find((each) => each === written);
    if (!name) throw wrongUsage(`${source} is not a setting. Remove it, or use one of ${known.join(', ')}.`);
    const text = toText(value);
    if (text === undefined) throw wrongValue(name, { source, value });
    return [name, { source, text }];
  });
  return Object.fromEntries(entries);
}

function parseFile(file: string): object {
  const fix = 'Fix it, or name another file with --config.';
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw wrongUsage(`Cannot read the configuration file ${file} (${reason}). ${fix}`, cause);
  }
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  } catch (cause) {
    // The parser's message would quote the text around the fault, which may be a secret.
    throw wrongUsage(`The configuration file ${file} is not valid JSON. ${fix}`, cause);
  }
  throw wrongUsage(`The configuration file ${file} is not a JSON object such as { "port": 7420 }. ${fix}`);
}

/** Returns a value of the file as the text of a flag, or undefined if its type has no such text. A list is joined with commas. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? value.map(String).join(',') : undefined;
}

function refuseSamePorts({ port, receiver_port, admin_port }: Settings, start: Sources['start']): void {
  const used = { port, ...(start === 'sandbox' && { receiver_port }), admin_port };
  const taken = new Map<number, string>();
  for (const [name, number] of Object.entries(used)) {
    const flag = `--${name.replace('_', '-')}`;
    const earlier = taken.get(number);
    if (earlier) throw wrongUsage(`${earlier} and ${flag} are both ${number}. Choose two different ports.`);
    taken.set(number, flag);
  }
}

function wrongValue(name: SettingName, { source, value }: { source: string; value: unknown }): StartError {
  const { expected, isSecret = () => false } = settings[name];
  const found = isSecret(String(value))
    ? '. Its value is not shown, because it may be secret'
    : `, not ${JSON.stringify(value)}`;
  return wrongUsage(`${source} must be ${expected}${found}.`);
}

function secretFlag(name: SettingName, flag: string): StartError {
  const fix = `Set the whole URL in ${environmentVariable(name)} or in the configuration file.`;
  return wrongUsage(`${flag} must not contain a password, because other users can read a command line. ${fix}`);
}

function wrongUsage(message: string, cause?: unknown): StartError {
  return new StartError(message, { exitCode: 2, cause });
}
