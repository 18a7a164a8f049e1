/**
 * Reads the settings. A flag overrides the environment, the environment overrides the configuration file, and the file
 * overrides the default. Every text that is given is checked, also one that another source overrides. No other file reads the
 * environment.
 */
import { readFileSync } from 'node:fs';
import {
  environmentVariable,
  fileVariable,
  listSettings,
  type Setting,
  type SettingName,
  settings,
} from './settings.ts';
import type { NamedFile, Settings } from './effective-settings.ts';
import { isWorldReadable, readSecretFile, worldReadable } from './value-parsers.ts';
import { StartError } from '../start-error.ts';
import { isLoopbackHost } from '@booking-service/kernel/http';

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
  /** Receives a text for people about a source that is accepted. Default: no callback. */
  readonly warn?: (text: string) => void;
}

/** A text, and its source in words. */
interface Given {
  readonly source: string;
  readonly text: string;
}

/** Reads all settings. Throws a StartError (exit code 2) that names the wrong source and the fix. */
export function readSettings({
  flags,
  config,
  environment = process.env,
  start,
  warn = () => undefined,
}: Sources): Settings {
  refuseUnknownVariables(environment);
  const file = config ?? environment[environmentVariable('config')];
  const inFile = file === undefined ? {} : readFile(file);
  const hasSecret = listSettings().some(([name]) => inFile[name] && mayBeSecret(name, inFile[name].text));
  if (file !== undefined && hasSecret && isWorldReadable(file)) warn(worldReadable(file));

  function read<K extends SettingName>(name: K): NonNullable<Settings[K]> | undefined {
    const setting: Setting<NonNullable<Settings[K]>> = settings[name];
    const inFlag = flags[name] === undefined ? undefined : { source: setting.flag?.[0] ?? name, text: flags[name] };
    if (inFlag && setting.isSecret?.(inFlag.text) === true) throw secretFlag(name, inFlag.source);
    const given = [inFlag, readVariable(name, { environment, warn }), inFile[name]].filter(
      (each) => each !== undefined,
    );
    const values = given.map(({ source, text }) => {
      const value = setting.parse(text);
      if (value === undefined) throw wrongValue(name, { source, value: text });
      return value;
    });
    return values[0];
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
    admin_host: readOrDefault('admin_host'),
    // No port follows the last one.
    admin_port: read('admin_port') ?? (port + 2 <= 65_535 ? port + 2 : port - 1),
    admin_access: read('admin_access') ?? (start === 'sandbox' ? 'open' : 'token'),
    dashboard_port: read('dashboard_port') ?? (port + 3 <= 65_535 ? port + 3 : port - 2),
    dashboard_url: read('dashboard_url'),
    sign_in: withVariables(read('sign_in')),
    data: readOrDefault('data'),
    database: read('database'),
    cells: withVariables(read('cells')),
    trusted_proxies: read('trusted_proxies') ?? [],
    keep_alive_seconds: readOrDefault('keep_alive_seconds'),
    tick_seconds: readOrDefault('tick_seconds'),
    retention_days: readOrDefault('retention_days'),
    old_events: readOrDefault('old_events'),
    as: read('as'),
    request_log_days: readOrDefault('request_log_days'),
    request_log_successes: readOrDefault('request_log_successes'),
    alert_url: read('alert_url'),
    webhook_url: read('webhook_url'),
    loopback_webhooks: readOrDefault('loopback_webhooks'),
    webhook_private_networks: read('webhook_private_networks') ?? [],
    webhook_proxy: read('webhook_proxy'),
    log_level: read('log_level') ?? (start === 'sandbox' ? 'warn' : 'info'),
    log_successes: readOrDefault('log_successes'),
    validate_with: readOrDefault('validate_with'),
    modes: readOrDefault('modes'),
    providers: read('providers'),
    sealing_key: read('sealing_key'),
    second_sealing_key: read('second_sealing_key'),
  };
  refuseSamePorts(result, start);
  refuseOpenAdmin(result);
  return result;

  function withVariables(named: NamedFile | undefined): NamedFile | undefined {
    return named && { ...named, environment, warn };
  }
}

/** Returns the environment variables. Default: those of the process. */
export function readEnvironment(environment: Environment = process.env): Environment {
  return environment;
}

/** Returns whether `npm start` runs the command. Then the user adds flags after `npm start --`. */
export function isNpmStart(environment: Environment = process.env): boolean {
  return environment['npm_lifecycle_event'] === 'start';
}

/** A script of npm that runs the command and nothing else. npx quotes it. */
const ownScript = /^'?(?:node (?:--\S+ )*\S*\/)?(?:booking-service(?:\.js)?|booking)'?(?: [^;&|]*)?$/;

/** Returns whether a script of npm, or npx, runs the command: then npm waits for it, behind a shell. */
export function isRunByNpm(environment: Environment): boolean {
  return ownScript.test(environment['npm_lifecycle_script'] ?? '');
}

/** Reads the variable of the setting, or the file that its other variable names. Both together are refused. */
function readVariable(
  name: SettingName,
  { environment, warn }: { readonly environment: Environment; readonly warn: (text: string) => void },
): Given | undefined {
  const [variable, ofFile] = [environmentVariable(name), fileVariable(name)];
  const [text, file] = [environment[variable], ofFile === undefined ? undefined : environment[ofFile]];
  if (ofFile === undefined || file === undefined) return text === undefined ? undefined : { source: variable, text };
  if (text !== undefined) throw wrongUsage(`${variable} and ${ofFile} are both set. Unset one of them.`);
  const read = { source: `${file}, which ${ofFile} names,`, text: readSecretFile(file, ofFile) };
  if (isWorldReadable(file)) warn(worldReadable(file));
  return read;
}

function refuseUnknownVariables(environment: Environment): void {
  const names = [...listSettings().map(([name]) => name), 'config' as const];
  const known = names
    .flatMap((name) => [environmentVariable(name), fileVariable(name)])
    .filter((variable) => variable !== undefined);
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
    // A number becomes the text that was written, so that 1e1 is refused in the file too.
    const parsed: unknown = JSON.parse(text, (_, value: unknown, written: { source?: string } = {}) =>
      typeof value === 'number' ? written.source : value,
    );
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
  return Array.isArray(value) ? value.map(String).join(',') : undefined;
}

function refuseSamePorts({ port, receiver_port, admin_port, dashboard_port }: Settings, start: Sources['start']): void {
  const used = { port, ...(start === 'sandbox' && { receiver_port }), admin_port, dashboard_port };
  const taken = new Map<number, string>();
  for (const [name, number] of Object.entries(used)) {
    const flag = `--${name.replace('_', '-')}`;
    const earlier = taken.get(number);
    if (earlier) throw wrongUsage(`${earlier} and ${flag} are both ${number}. Choose two different ports.`);
    taken.set(number, flag);
  }
}

function refuseOpenAdmin({ admin_host, admin_access }: Settings): void {
  if (admin_access === 'token' || isLoopbackHost(admin_host) || admin_host === '::1') return;
  throw wrongUsage(
    `--admin-access open needs an --admin-host of this computer, not ${admin_host}: everyone who reaches that address could act as the operator. Use --admin-access token.`,
  );
}

function wrongValue(name: SettingName, { source, value }: { source: string; value: unknown }): StartError {
  const { expected } = settings[name];
  const found = mayBeSecret(name, typeof value === 'string' ? value : JSON.stringify(value))
    ? '. Its value is not shown, because it may be secret'
    : `, not ${JSON.stringify(value)}`;
  return wrongUsage(`${source} must be ${expected}${found}.`);
}

function mayBeSecret(name: SettingName, text: string): boolean {
  const { isSecret, isPrivate } = settings[name];
  return (isSecret?.(text) ?? false) || (isPrivate?.(text) ?? false);
}

function secretFlag(name: SettingName, flag: string): StartError {
  const fix = `Set the whole URL in ${environmentVariable(name)} or in the configuration file.`;
  return wrongUsage(`${flag} must not contain a password, because other users can read a command line. ${fix}`);
}

function wrongUsage(message: string, cause?: unknown): StartError {
  return new StartError(message, { exitCode: 2, cause });
}
