/**
 * Runs the start command as a process, to test output, exit codes, signals and kill -9. Each process ends with its `await using`, by
 * its pid. The process of a test that timed out ends after the last test of the file.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Booking, BookingEvent, KeyMode, SlotList } from '@booking-service/contract';
import { afterAll } from 'vitest';
import { freePorts } from './free-ports.ts';
import { newBooking } from '../new-booking.ts';

const bin = fileURLToPath(new URL('../../../bin/booking-service.js', import.meta.url));
const running = new Set<Command>();
let over = false;

/** Ends what the tests of this file leave running, after the last one. The set-up file end-processes.ts calls it for each file. */
export function endProcesses(): void {
  over = false;
  afterAll(async () => {
    over = true;
    await Promise.all([...running].map((command) => command.end('SIGKILL')));
  });
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Command extends AsyncDisposable {
  readonly pid: number | undefined;
  readonly ended: Promise<Ended>;
  /** Resolves with the standard output when it contains `text`. Rejects if the process ends before that. */
  printed(text: string): Promise<string>;
  /** Sends the signal. */
  signal(signal: NodeJS.Signals): void;
  /** Sends the signal and resolves when the process has ended. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

interface StartOptions {
  readonly nodeOptions?: readonly string[];
  /** Added to the environment of the tests, without npm's name of the script. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts `booking-service` with these arguments. */
export function startCommand(args: readonly string[], options: StartOptions = {}): Command {
  return startProgram(bin, args, options);
}

/** Starts a program of this repository with these arguments. */
export function startProgram(
  file: string,
  args: readonly string[],
  { nodeOptions = [], environment = {} }: StartOptions = {},
): Command {
  if (over) throw new Error('The tests are over: nothing is started any more.');
  const child = spawn(process.execPath, [...nodeOptions, '--conditions=@booking-service/source', file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_lifecycle_event: undefined, ...environment },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close').then(([code, signal]: (number | NodeJS.Signals | null)[]): Ended => ({
    // Node passes either a code or a signal to this event.
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout,
    stderr,
  }));

  async function end(signal: NodeJS.Signals): Promise<Ended> {
    child.kill(signal);
    return ended;
  }

  const command: Command = {
    pid: child.pid,
    ended,
    signal: (signal) => void child.kill(signal),
    end,
    async printed(text) {
      while (!stdout.includes(text)) {
        const last = await Promise.race([ended, once(child.stdout, 'data')]);
        if ('code' in last && !stdout.includes(text)) {
          throw new Error(`The command ended with ${last.code ?? last.signal} before it printed ${text}: ${stderr}`);
        }
      }
      return stdout;
    },
    [Symbol.asyncDispose]: async () => void (await end('SIGKILL')),
  };
  running.add(command);
  void ended.then(() => running.delete(command));
  return command;
}

/** Runs `booking-service` to its end. */
export async function runCommand(args: readonly string[], options: StartOptions = {}): Promise<Ended> {
  await using command = startCommand(args, options);
  return await command.ended;
}

/**
 * Runs a command line in this process, as far as it is text: the start of Node takes twenty times as long. Its log still goes to the
 * standard error of this process. A line that starts a service must be one that is refused.
 */
export async function runHere(
  args: readonly string[],
  { environment = {} }: Pick<StartOptions, 'environment'> = {},
): Promise<Ended> {
  // Loaded here: a set-up file of every test loads this module.
  const { runCommandLine } = await import('../../../src/command/run-command-line.ts');
  const { exitCode, text, warnings = [] } = await runCommandLine(args, environment);
  const warned = warnings.map((warning) => `Warning: ${warning}\n`).join('');
  const [stdout, stderr] = exitCode === 0 ? [`${text}\n`, warned] : ['', `${warned}${text}\n`];
  return { code: exitCode, signal: null, stdout, stderr };
}

export interface Service extends Command {
  readonly url: string;
  readonly receiverUrl: string;
  readonly adminUrl: string;
  readonly keys: Readonly<Record<KeyMode, string>>;
  /** The output of the start. */
  readonly welcome: string;
}

/** Starts the service in `folder` on free ports, with a tick of one second, and waits for its welcome. */
export async function startService(folder: string, options: StartOptions = {}): Promise<Service> {
  const command = await startOnFreePorts(folder, options);
  const welcome = await command.printed('Stop: Ctrl-C');
  return {
    ...command,
    welcome,
    url: find(welcome, /Service +(http:\S+)/),
    receiverUrl: find(welcome, /Webhooks +(http:\S+)/),
    adminUrl: find(welcome, /Admin +(http:\S+)/),
    keys: { test: find(welcome, /Test key +(\S+)/), live: find(welcome, /Live key +(\S+)/) },
  };
}

export async function startOnFreePorts(folder: string, options: StartOptions = {}): Promise<Command> {
  return startCommand([...sandbox, '--data', folder, ...(await portFlags()), '--tick', '1'], options);
}

/** The command that `npm start` runs. */
export const sandbox = ['serve', '--sandbox'] as const;

/** The flags of a sandbox with its own ports. */
export async function portFlags(ports: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const free = await freePorts();
  const flags = ['--port', '--receiver-port', '--admin-port'];
  return flags.flatMap((flag, index) => [flag, ports[flag] ?? free[index] ?? '']);
}

/** A data folder that is removed after the test. */
export async function openFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'booking-service-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

interface CallOptions {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to the service. Default: with its test key. */
export async function call<Body>(
  { url, keys }: Pick<Service, 'url' | 'keys'>,
  target: `${'GET' | 'POST'} /${string}`,
  { key = keys.test, body, headers = {} }: CallOptions = {},
): Promise<{ status: number; headers: Headers; body: Body }> {
  const [method = '', path = ''] = target.split(' ');
  const response = await fetch(url + path, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // The wire tests check the response against the contract.
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

/** The body of a create: tomorrow's first slot at a venue that confirms. */
export async function bookingRequest(service: Service): Promise<unknown> {
  const date = new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10);
  const search = { venue_id: 'ven_harbour_table', date, party_size: 2 };
  const { body } = await call<SlotList>(service, 'POST /v1/availability/search', { body: search });
  return { ...newBooking(), slot_id: body.data[0]?.id };
}

/** Creates a booking. */
export async function book(service: Service, options: CallOptions = {}): Promise<Booking> {
  const body = await bookingRequest(service);
  const created = await call<Booking>(service, 'POST /v1/bookings', { body, ...options });
  if (created.status !== 201) throw new Error(`The create got ${created.status}.`);
  return created.body;
}

interface Received {
  readonly received: string;
  readonly signature: string;
  readonly repeated: boolean;
  readonly event: BookingEvent | null;
}

/** The webhooks that the receiver at this URL has received, newest first. */
export async function listReceived(receiverUrl: string): Promise<readonly Received[]> {
  const response = await fetch(`${receiverUrl}/events`);
  const list = (await response.json()) as { data: readonly Received[] };
  return list.data;
}

/** The type and the verdict on the signature of each received webhook of this booking, ordered by type. */
export async function webhooksOf({ receiverUrl }: Pick<Service, 'receiverUrl'>, booking_id: string): Promise<string[]> {
  const received = await listReceived(receiverUrl);
  return received
    .filter(({ event }) => event?.data.object.id === booking_id)
    .map(({ event, signature }) => `${event?.type} ${signature}`)
    .toSorted();
}

/** Reads until the condition holds, up to 600 times in about a minute. Then it throws with the last value. */
export async function eventually<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  let last: T | undefined;
  for (let tries = 0; tries < 600; tries += 1) {
    last = await read();
    if (holds(last)) return last;
    await pause(100);
  }
  throw new Error(`It did not come to hold; last read: ${JSON.stringify(last)}`);
}

function find(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`${pattern} is not in: ${text}`);
  return found;
}
