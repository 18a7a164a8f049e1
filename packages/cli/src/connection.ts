import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { createBookingClient, type BookingClient } from '@booking-service/client';
import { access, type KeyMode } from '@booking-service/contract';
import type { Command } from 'commander';
import { type CalledService, CommandError, type Surroundings } from './command.ts';

/** The flags of every command that calls the service. */
export interface ConnectionFlags {
  readonly url?: string;
  readonly apiKeyFile?: string;
  readonly data: string;
  readonly profile?: string;
}

/** A client of the service, and what it was made from. */
export interface Connection extends CalledService {
  readonly client: BookingClient;
  readonly mode: KeyMode;
  readonly apiKey: string;
  /** The admin address of a sandbox, as far as it is known without a flag. */
  readonly adminUrl: string | undefined;
}

/** The address of a sandbox that was started without --port. */
const sandboxUrl = 'http://127.0.0.1:7420';

/** Adds the flags that name the service and the API key. A key itself is never a flag: other users can read a command line. */
export function addConnectionFlags(command: Command): Command {
  return command
    .option('--url <URL>', 'the base URL of the service (default: BOOKING_BASE_URL, else the sandbox of --data)')
    .option('--api-key-file <FILE>', 'a file that contains the API key (default: the key in BOOKING_API_KEY)')
    .option(
      '--data <FOLDER>',
      'the data folder of a sandbox on this computer, whose address and test key are the default',
      'data',
    )
    .option(
      '--profile <FILE>',
      'a file with BOOKING_BASE_URL=… and BOOKING_API_KEY=… of a service, instead of the environment',
    );
}

/** The flags of a command with a signing secret. A secret itself is never a flag: other users can read a command line. */
export interface SecretFlags {
  readonly secretFile?: string;
}

export function addSecretFlag(command: Command, otherwise = ''): Command {
  return command.option(
    '--secret-file <FILE>',
    `a file that contains the signing secret (default: BOOKING_WEBHOOK_SECRET${otherwise})`,
  );
}

/** Returns the signing secret that the user has chosen; undefined if there is none. Throws a CommandError (exit code 2) if it is empty. */
export function readSecret(
  { secretFile: file }: SecretFlags,
  environment: Surroundings['environment'],
): string | undefined {
  const text =
    file === undefined ? environment['BOOKING_WEBHOOK_SECRET'] : readFile(file, '--secret-file', 'the signing secret');
  const secret = text?.trim();
  if (secret !== '') return secret;
  throw wrongUsage(
    `The signing secret in ${file ?? 'BOOKING_WEBHOOK_SECRET'} is empty. Enter the secret of the receiver.`,
  );
}

/** Creates the client of a command. Throws a CommandError (exit code 2) with the fix. */
export function connect(flags: ConnectionFlags, { environment: own, name }: Surroundings): Connection {
  const { profile } = flags;
  const environment = profile === undefined ? own : parseEnv(readFile(profile, '--profile', 'a URL and an API key'));
  const sandbox = readSandboxFile(flags);
  const url = (flags.url ?? environment['BOOKING_BASE_URL'] ?? sandbox?.url ?? sandboxUrl).replace(/\/$/, '');
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw wrongUsage(`The base URL must be an http or https URL such as ${sandboxUrl}, not ${JSON.stringify(url)}.`);
  const { text, source } = readKey(flags, environment) ?? sandboxKey(sandbox, url) ?? {};
  if (text === undefined || source === undefined)
    throw wrongUsage(
      `The API key is missing. Set BOOKING_API_KEY or --api-key-file, or start a sandbox in this folder with ${name} sandbox.`,
    );
  const apiKey = text.trim();
  const mode = (['test', 'live'] as const).find((each) => apiKey.startsWith(access.key_modes[each].prefix));
  if (!mode || !/^[!-~]+$/.test(apiKey)) {
    const { test, live } = access.key_modes;
    throw wrongUsage(`The API key from ${source} must begin with ${test.prefix} or ${live.prefix}.`);
  }
  const adminUrl = environment['BOOKING_ADMIN_URL'] ?? (url === sandbox?.url ? sandbox.adminUrl : undefined);
  try {
    // A command reports a failure at once. `listen` repeats its requests itself.
    const client = createBookingClient({ baseUrl: url, apiKey, retries: 0, appInfo: 'booking-cli' });
    return { client, url, adminUrl, mode, apiKey, program: name, keySource: source };
  } catch (cause) {
    throw wrongUsage(`The base URL ${url} cannot be used. ${cause instanceof Error ? cause.message : ''}`, cause);
  }
}

/** Throws a CommandError (exit code 2) for a live key. */
export function requireTestKey({ mode, keySource }: Connection, why: string): void {
  if (mode === 'live') throw wrongUsage(`The API key from ${keySource} is a live key. ${why} Use a test key.`);
}

interface GivenKey {
  readonly text: string;
  /** In words. */
  readonly source: string;
}

function readKey({ apiKeyFile }: ConnectionFlags, environment: Surroundings['environment']): GivenKey | undefined {
  if (apiKeyFile !== undefined)
    return { text: readFile(apiKeyFile, '--api-key-file', 'the API key'), source: apiKeyFile };
  const text = environment['BOOKING_API_KEY'];
  return text ? { text, source: 'BOOKING_API_KEY' } : undefined;
}

/** Returns the test key of the sandbox, if the URL is that of the sandbox: no other service gets it. */
function sandboxKey(sandbox: SandboxFile | undefined, url: string): GivenKey | undefined {
  return sandbox && url === sandbox.url ? { text: sandbox.key, source: sandbox.file } : undefined;
}

/** `content` names what the file contains, in words. */
function readFile(file: string, flag: string, content: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw wrongUsage(`Cannot read the file of ${flag}: ${reason}. Name a file that contains ${content}.`, cause);
  }
}

/** The file that a sandbox leaves in its data folder. */
interface SandboxFile {
  readonly file: string;
  readonly key: string;
  readonly url: string;
  readonly adminUrl: string;
}

/** Reads the file of the sandbox; undefined if there is none, or none of this version. */
function readSandboxFile({ data }: ConnectionFlags): SandboxFile | undefined {
  const file = join(data, 'sandbox-credentials.json');
  try {
    const { keys, url, admin_url } = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly keys?: { readonly test?: string };
      readonly url?: string;
      readonly admin_url?: string;
    };
    if (keys?.test === undefined || !isLocal(url) || !isLocal(admin_url)) return undefined;
    return { file, key: keys.test, url, adminUrl: admin_url };
  } catch {
    return undefined;
  }
}

/** Returns whether the URL is one of this computer. A file in a folder of others must not send a key anywhere else. */
function isLocal(url: string | undefined): url is string {
  return /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])$/.test(URL.parse(url ?? '')?.hostname ?? '');
}

function wrongUsage(message: string, cause?: unknown): CommandError {
  return new CommandError(message, { exitCode: 2, cause });
}
