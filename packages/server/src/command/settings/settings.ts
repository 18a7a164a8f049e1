import { access, delivery, type KeyMode } from '@booking-service/contract';
import { hasPassword, isDatabaseUrl } from '../../store/postgres/connection/database-url.ts';
import { wholeNumber } from './whole-number.ts';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** What the command is set up with. */
export interface Settings {
  /** The address that the service and its admin port listen on. */
  readonly host: string;
  readonly port: number;
  readonly receiver_port: number;
  /** Where the admin port listens: live, ready, metrics. */
  readonly admin_port: number;
  /** Names of hosts that requests to the admin port may be sent to, beside this computer's. */
  readonly ops_hosts: readonly string[];
  /** The folder that everything is kept in. */
  readonly data: string;
  /** The URL of the PostgreSQL database that everything is kept in, in place of the folder. It may hold a password. */
  readonly database: string | undefined;
  /** Seconds between two ticks of the delivery worker. */
  readonly tick_seconds: number;
  readonly log_level: (typeof logLevels)[number];
  /** Which keys may call. */
  readonly modes: readonly KeyMode[];
  /** The module that brings the providers. */
  readonly providers: string | undefined;
  /** 32 bytes. */
  readonly sealing_key: Uint8Array | undefined;
}

export type SettingName = keyof Settings;

/** One setting: how it is written, and what it means. Its environment variable and its key in the file follow its name. */
export interface Setting<T = unknown> {
  /** How it is given on the command line, with a word for its value; undefined where it is always a secret. */
  readonly flag: readonly [name: `--${string}`, value: string] | undefined;
  readonly meaning: string;
  /** The default, in words. */
  readonly default: string;
  /** Which start it is for. Default: both. */
  readonly only?: 'sandbox' | 'service';
  /** What a right value is, in words. */
  readonly takes: string;
  /** The value of this text; undefined where it is none. */
  readonly parse: (text: string) => T | undefined;
  /** Whether the text holds a secret: then it is no flag, as flags can be seen by others, and is not printed. Default: none does. */
  readonly isSecret?: (text: string) => boolean;
}

/** Every setting there is. docs/configuration.md shows the same table. */
export const settings: { readonly [K in SettingName]: Setting<NonNullable<Settings[K]>> } = {
  host: {
    flag: ['--host', 'ADDRESS'],
    meaning: 'the address that the service listens on; 0.0.0.0 is every one of this computer',
    default: '127.0.0.1',
    takes: 'an address',
    parse: parseText,
  },
  port: {
    flag: ['--port', 'N'],
    meaning: 'where the service listens',
    default: '7420',
    ...wholeNumber(1, 65_534),
  },
  receiver_port: {
    flag: ['--receiver-port', 'N'],
    meaning: 'where the built-in webhook receiver listens',
    default: 'port + 1',
    only: 'sandbox',
    ...wholeNumber(1, 65_535),
  },
  admin_port: {
    flag: ['--admin-port', 'N'],
    meaning: 'where live, ready and metrics are answered',
    default: 'port + 2',
    ...wholeNumber(1, 65_535),
  },
  ops_hosts: {
    flag: ['--admin-hosts', 'NAMES'],
    meaning: 'the host names by which live, ready and metrics may be asked for, with commas between',
    default: 'none: 127.0.0.1 and localhost',
    takes: 'host names without ports, with commas between',
    parse: parseHosts,
  },
  data: {
    flag: ['--data', 'FOLDER'],
    meaning: 'where everything is kept',
    default: 'data',
    takes: 'a folder',
    parse: parseText,
  },
  database: {
    flag: ['--database', 'URL'],
    meaning: 'the PostgreSQL database that everything is kept in, in place of the folder',
    default: 'none: the data folder',
    only: 'service',
    takes: 'a URL of the form postgres://USER@HOST/NAME',
    parse: (text) => (isDatabaseUrl(text) ? text : undefined),
    isSecret: hasPassword,
  },
  tick_seconds: {
    flag: ['--tick', 'SECONDS'],
    meaning: 'how often webhooks are sent',
    default: String(delivery.cadence_seconds),
    ...wholeNumber(1, 3600),
  },
  log_level: {
    flag: ['--log-level', 'LEVEL'],
    meaning: 'what is logged, and all that is worse',
    default: 'info; warn in the sandbox',
    takes: `one of ${logLevels.join(', ')}`,
    parse: (text) => logLevels.find((level) => level === text),
  },
  modes: {
    flag: ['--modes', 'MODES'],
    meaning: 'the keys that may call: test, live, or both with a comma between',
    default: 'test,live',
    takes: 'test, live or test,live',
    parse: parseModes,
  },
  providers: {
    flag: ['--providers', 'FILE'],
    meaning: 'the module that brings your providers',
    default: 'none: it must be given',
    only: 'service',
    takes: 'a file',
    parse: parseText,
  },
  sealing_key: {
    flag: undefined,
    meaning: 'seals the signing secrets: 32 random bytes in base64, made by openssl rand -base64 32',
    default: 'none: it must be given',
    only: 'service',
    takes: '32 bytes in base64, as openssl rand -base64 32 prints them',
    parse: parseKey,
    isSecret: () => true,
  },
};

/** Every setting with its name, in the order of the table. */
export function listSettings(): readonly (readonly [SettingName, Setting])[] {
  // The keys of the table are the names.
  return Object.entries(settings) as [SettingName, Setting][];
}

export function environmentVariable(name: SettingName | 'config'): string {
  return `BOOKING_SERVICE_${name.toUpperCase()}`;
}

function parseText(text: string): string | undefined {
  return text.trim() === '' ? undefined : text;
}

function parseHosts(text: string): readonly string[] | undefined {
  const hosts = text.split(',').map((host) => host.trim().toLowerCase());
  return hosts.every((host) => /^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/.test(host)) ? hosts : undefined;
}

function parseModes(text: string): readonly KeyMode[] | undefined {
  // The contract's modes are an object with these keys.
  const known = Object.keys(access.key_modes) as KeyMode[];
  const asked = text.split(',');
  const modes = known.filter((mode) => asked.includes(mode));
  return modes.length === asked.length ? modes : undefined;
}

function parseKey(text: string): Uint8Array | undefined {
  return /^[A-Za-z0-9+/]{43}=$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}
