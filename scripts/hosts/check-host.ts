/** The projects of the hosts, and the requests that each host must pass on unchanged. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from 'node:http2';
import { text } from 'node:stream/consumers';
import { deepStrictEqual, equal, match } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestEvent, createTestWebhook, type TestWebhook } from '@booking-service/webhooks/testing';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
import { pageBlocks } from '../pages/page-blocks.ts';
import { npm } from '../programs/run-program.ts';

export type HostCommand = readonly [string, ...string[]];

interface StartedHost {
  /** Its output so far. */
  readonly printed: () => string;
  /** Throws if it has ended. */
  readonly check: () => void;
  /** Stops it by SIGTERM. Returns how it ended. */
  readonly stop: () => Promise<number | string | null>;
}

/** Runs `use` with a program. Afterwards the program has ended; an error has what it printed. */
async function withHost<Result>(
  [program, ...args]: HostCommand,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
  use: (host: StartedHost) => Promise<Result>,
): Promise<Result> {
  const host = spawn(program, args, {
    cwd,
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(host, 'close');
  let printed = '';
  for (const stream of [host.stdout, host.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (printed += chunk));
  try {
    return await use({
      printed: () => printed,
      check() {
        if (host.exitCode !== null) throw new Error(`It ended with ${host.exitCode}.`);
      },
      async stop() {
        host.kill('SIGTERM');
        const [code, signal] = (await closed) as [number | null, string | null];
        return code ?? signal;
      },
    });
  } catch (error) {
    host.kill('SIGKILL');
    await closed;
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nThe host printed:\n${printed}`, {
      cause: error,
    });
  }
}

/** Sends a request until it has a response. */
async function untilItListens(send: () => Promise<unknown>, { check }: StartedHost): Promise<void> {
  for (;;) {
    try {
      await send();
      return;
    } catch {
      check();
      await delay(100);
    }
  }
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The parts of the body. One part is sent with its length, more parts without. */
  readonly parts?: readonly string[];
}

interface Received {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends a request on a connection of its own. */
type Send = (request: Sent) => Promise<Received>;

export const sendHttp1: Send = async ({ method, url, headers, parts = [] }) => {
  // Bun closes the connection without a response if a request with a body announces its end.
  const agent = new Agent({ keepAlive: true });
  const req = request(url, { method, headers, agent });
  const [only, ...more] = parts;
  if (more.length === 0) req.end(only);
  else {
    for (const part of parts) req.write(part);
    req.end();
  }
  const [res] = (await once(req, 'response')) as [IncomingMessage];
  const received = { status: res.statusCode, headers: res.headers, text: await text(res) };
  agent.destroy();
  return received;
};

export const sendHttp2: Send = async ({ method, url, headers, parts = [] }) => {
  const { origin, pathname, search } = new URL(url);
  const session = connect(origin);
  // An error of the session also reaches its streams.
  session.on('error', () => undefined);
  try {
    const target = { ':method': method, ':path': pathname + search };
    const stream = session.request({ ...target, ...headers }, { endStream: parts.length === 0 });
    for (const part of parts) stream.write(part);
    if (parts.length > 0) stream.end();
    const [received] = (await once(stream, 'response')) as [IncomingHttpHeaders & IncomingHttpStatusHeader];
    return { status: received[':status'], headers: received, text: await text(stream) };
  } finally {
    session.close();
  }
};

export interface Host {
  readonly command: HostCommand;
  readonly send: Send;
  /** False if the program has no page of its own at its root. Default: true. */
  readonly hasHome?: boolean;
}

const token = 'a-user-of-the-app';

/** Starts the host, sends the requests, and stops it. Returns what was checked. Throws if a response is not the one of the service. */
export async function checkHost({ command, send, hasHome = true }: Host, folder: string): Promise<string> {
  const [port] = await freePorts();
  rmSync(join(folder, 'data'), { recursive: true, force: true });
  const SEALING_KEY = randomBytes(32).toString('base64');
  const url = `http://127.0.0.1:${port}`;
  return withHost(command, { cwd: folder, env: { PORT: port, SEALING_KEY, USER_TOKEN: token } }, async (host) => {
    await untilItListens(() => send({ method: 'GET', url, headers: {} }), host);
    if (hasHome) equal((await send({ method: 'GET', url, headers: {} })).text, 'Harbour Group');
    const Authorization = `Bearer ${await findKey(send, url, host.printed)}`;
    await checkRequests((sent) => send({ ...sent, headers: { Authorization, ...sent.headers } }), url);
    const ended = await host.stop();
    if (hasHome && ended !== 0) throw new Error(`It ended with ${ended} at SIGTERM.`);
    return 'created, read, replayed and cancelled a booking, got the refusals of the service, and stopped';
  });
}

/** Returns the key that bookings.ts prints. Next.js loads it with the first request for the service. */
async function findKey(send: Send, url: string, printed: () => string): Promise<string> {
  for (;;) {
    const [key] = /sk_test_[\w-]+/.exec(printed()) ?? [];
    if (key !== undefined) return key;
    await send({ method: 'GET', url: `${url}/booking/v1/bookings`, headers: {} });
    await delay(100);
  }
}

const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
const booking = {
  venue_id: 'ven_harbour_table',
  slot_id: `slt_harbour_table_${day}T1900`,
  party_size: 2,
  guest: { first_name: 'Ad\u00e4', email: 'ada@diner.test' },
};
const json = JSON.stringify(booking);
const type = { 'Content-Type': 'application/json', 'X-User-Token': token };

/** Sends the requests whose form a host could change: paths, methods, bodies and headers. */
async function checkRequests(send: Send, url: string): Promise<void> {
  const ask = async (target: string, headers: Readonly<Record<string, string>> = {}, ...parts: string[]) => {
    const [method = '', path = ''] = target.split(' ');
    const all = { 'X-User-Token': token, ...headers };
    return send({ method, url: url + path, headers: all, parts }).catch((error: unknown) => {
      throw new Error(`${target} has no response.`, { cause: error });
    });
  };
  const refused = async (status: number, code: string, ...sent: Parameters<typeof ask>) => {
    const received = await ask(...sent);
    const { error, error_code = error } = JSON.parse(received.text) as { error: string; error_code?: string };
    deepStrictEqual([sent[0], received.status, error_code], [sent[0], status, code]);
  };
  const create = 'POST /booking/v1/bookings';

  const keyed = { ...type, 'Idempotency-Key': 'order-1' };
  const created = await ask(create, keyed, json);
  equal(created.status, 201, created.text);
  const location = String(created.headers['location']);
  match(location, /^\/booking\/v1\/bookings\/bkg_\w+$/);
  match(String(created.headers['content-type']), /^application\/json/);
  match(String(created.headers['ratelimit-limit']), /^\d+$/);
  const replayed = await ask(create, keyed, json);
  deepStrictEqual([replayed.status, replayed.headers['idempotent-replayed']], [200, 'true']);
  const read = await ask(`GET ${location}`);
  equal(read.status, 200);
  equal((JSON.parse(read.text) as typeof booking).guest.first_name, booking.guest.first_name);
  const head = await ask(`HEAD ${location}`, { 'Request-Id': 'req_fromthecheck' });
  deepStrictEqual([head.status, head.text, head.headers['request-id']], [200, '', 'req_fromthecheck']);
  equal((await ask(`POST ${location}/cancel`)).status, 200);
  equal((await ask(create, type, json.slice(0, 30), json.slice(30))).status, 201);

  await refused(400, 'invalid_request', create, type, '{');
  await refused(400, 'invalid_request', create, type);
  await refused(400, 'invalid_request', 'GET /booking/v1/bookings?limit=1&limit=2');
  await refused(413, 'payload_too_large', create, type, json.padEnd(65_537));
  await refused(413, 'payload_too_large', create, type, json, ' '.repeat(65_537));
  await refused(415, 'unsupported_media_type', create, { ...type, 'Content-Type': 'text/plain' }, json);
  await refused(415, 'unsupported_media_type', create, { ...type, 'Content-Encoding': 'gzip' }, json);
  await refused(405, 'method_not_allowed', 'PUT /booking/v1/bookings', type, json);
}

const secret = 'whsec_of_the_check';

/** Starts a receiver, sends it webhooks, and stops it. Returns what was checked. Throws if it accepts a wrong one, or refuses a right one. */
export async function checkReceiver(command: (port: string) => HostCommand, folder: string): Promise<string> {
  const [port] = await freePorts();
  const url = `http://127.0.0.1:${port}/webhooks`;
  const send = async ({ body, headers }: TestWebhook) => {
    const response = await fetch(url, { method: 'POST', body, headers });
    return { status: response.status, text: await response.text() };
  };
  const env = { PORT: port, BOOKING_WEBHOOK_SECRET: secret };
  return withHost(command(port), { cwd: folder, env }, async (host) => {
    await untilItListens(() => fetch(url), host);
    const confirmed = createTestEvent('booking.confirmed', { object: { provider: 'caf\u00e9 \u2615' } });
    const later = { ...createTestEvent('booking.created'), type: 'venue.closed' };
    // Above the limits of body parsers, and below that of the receiver.
    const large = createTestEvent('booking.failed', { object: { provider: 'x'.repeat(250_000) } });
    for (const event of [confirmed, confirmed, later, large]) {
      deepStrictEqual(await send(createTestWebhook(event, { secret })), { status: 204, text: '' });
    }
    const forged = await send(createTestWebhook(confirmed, { secret: 'whsec_guessed' }));
    deepStrictEqual(forged.status, 400);
    match(forged.text, /^signature_mismatch: /);
    const lines = host
      .printed()
      .split('\n')
      .filter((line) => /bkg_|venue\.closed/.test(line));
    deepStrictEqual(lines, [
      `${confirmed.data.object.id} is confirmed`,
      'unknown event type venue.closed',
      `${large.data.object.id} failed: ${large.data.object.error_code}`,
    ]);
    await host.stop();
    return 'handled each event once, acknowledged an unknown type, and refused a forged webhook';
  });
}

const root = fileURLToPath(new URL('../..', import.meta.url));

interface NewProject {
  readonly folder: string;
  /** The packages of this repository that the project installs, with what they need of each other. */
  readonly packages: readonly string[];
  /** The folder node_modules of the hosts. */
  readonly tools: string;
  /** The guides whose programs the project contains. */
  readonly guides: readonly string[];
}

/** Makes a project with the tarballs of the packages, the hosts, and the programs of the guides. */
export function openProject({ folder, packages, tools, guides }: NewProject): void {
  mkdirSync(folder);
  const flags = ['--workspaces=false', '--silent', '--pack-destination', folder];
  const tarballs = packages.map((name) =>
    join(folder, runIn(join(root, 'packages', name), ...npm('pack', ...flags)).trim()),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--silent'];
  runIn(folder, ...npm('install', ...quiet, ...tarballs));
  cpSync(tools, join(folder, 'node_modules'), { recursive: true, force: false });
  // Next.js checks the types of every program: some name a file with its extension, and that of NestJS has decorators.
  const compilerOptions = { allowImportingTsExtensions: true, experimentalDecorators: true };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  for (const { file, body } of guides.flatMap((guide) => pageBlocks(readFileSync(join(root, guide), 'utf8')))) {
    if (file === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), body);
  }
}

/** Compiles the app of Next.js. The variables of the service are not set, as on a build server. */
export function buildNext(folder: string): void {
  runIn(folder, process.execPath, ['node_modules/next/dist/bin/next', 'build']);
}

/** Compiles the app of NestJS, whose decorators Node does not run, into the folder `nest`. */
export function buildNest(folder: string): void {
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    outDir: 'nest',
    rootDir: '.',
    strict: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: true,
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.nest.json'), JSON.stringify({ compilerOptions, files: ['src/main.ts'] }));
  runIn(folder, process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.nest.json']);
}

function runIn(cwd: string, program: string, args: readonly string[]): string {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
  const { status, stdout } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}. It printed:\n${stdout}`);
  return stdout;
}
