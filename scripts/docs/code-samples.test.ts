/**
 * Runs every code sample of the reference unchanged: the samples of operations against a real server, and the samples of
 * webhooks as the endpoint that the server delivers to.
 *
 * @module-tag slow
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  operationTable,
  type Booking,
  type EventList,
  type EventMap,
  type OperationId,
  type Session,
} from '@booking-service/contract';
import { openWorld, type World } from '@booking-service/server/testing';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readPublicContract } from '../contract-files.ts';
import type { CodeSample } from '@booking-service/toolkit';

const root = fileURLToPath(new URL('../..', import.meta.url));
const contract = readPublicContract();
const longest = { timeout: 240_000 };
const guest = { first_name: 'Ada', email: 'ada@diner.test' };

/** The samples of each operation and webhook, by operationId and by type. */
const samples: ReadonlyMap<string, readonly CodeSample[]> = new Map([
  ...Object.values(contract.paths).flatMap((methods) =>
    Object.values(methods).map((each) => [each.operationId, each['x-codeSamples']] as const),
  ),
  ...Object.entries(contract.webhooks).map(([type, { post }]) => [type, post['x-codeSamples']] as const),
]);

interface SampleTest {
  /** Prepares the world and returns the variables that the sample reads. */
  readonly before?: (world: World) => Promise<Readonly<Record<string, string>>>;
  /** The output of each sample: the curl sample prints the response, the client sample its log. */
  readonly prints: readonly [curl: RegExp, client: RegExp];
}

const slot = 'slt_harbour_table_20261122T1900';
const session = async (world: World) => ({ SESSION_ID: (await createSession(world)).id });
const verified = async (world: World) => {
  const { id } = await createSession(world);
  await world.call('POST', `/v1/sessions/${id}/verify`, { key: 'live', body: { code: '424242' } });
  return { SESSION_ID: id };
};

/** Operations whose samples need more than a booking or a session that exists, or print more than an object. */
const operations: Readonly<Partial<Record<OperationId, SampleTest>>> = {
  searchVenues: { prints: [/"id":"ven_harbour_table"/, /id: 'ven_harbour_table'/] },
  searchAvailability: {
    before: async () => ({ DAY: '2026-11-22' }),
    prints: [new RegExp(`"id":"${slot}"`), new RegExp(`^${slot} 2026-11-22T19:00:00.000Z$`, 'm')],
  },
  createBooking: {
    before: async () => ({ SLOT_ID: slot }),
    prints: [/"status":"processing"/, /^bkg_\w+ processing$/m],
  },
  getBooking: { before: book('express_counter'), prints: [/"confirmation_code":"SBX-/, /confirmation_code: 'SBX-/] },
  getEvent: {
    async before(world) {
      await book('express_counter')(world);
      const { body } = await world.call<EventList>('GET', '/v1/events');
      return { EVENT_ID: body.data[0]?.id ?? '' };
    },
    prints: [/"type":"booking\.confirmed"/, /type: 'booking\.confirmed'/],
  },
  continueBooking: { before: book('code_house'), prints: [/"status":"processing"/, /^processing$/m] },
  cancelBooking: { before: book('harbour_table'), prints: [/"status":"cancelled"/, /status: 'cancelled'/] },
  modifyBooking: { before: book('express_counter'), prints: [/"party_size":4/, /party_size: 4/] },
  createSession: { prints: [/"status":"pending"/, /status: 'pending'/] },
  verifySession: { before: session, prints: [/"status":"verified"/, /status: 'verified'/] },
  getSessionCard: { before: verified, prints: [/"last4":"\d{4}"/, /last4: '\d{4}'/] },
  getCard: { before: verified, prints: [/"last4":"\d{4}"/, /last4: '\d{4}'/] },
};

/** Of every other operation. */
const usual: SampleTest = {
  before: async (world) => ({ ...(await book('express_counter')(world)), ...(await session(world)) }),
  prints: [/^\{"/, /\w/],
};

/** For each webhook, how to trigger it, and what its sample prints. */
const webhooks: Readonly<Record<keyof EventMap, { readonly trigger: Trigger; readonly prints: string }>> = {
  'booking.created': { trigger: book('express_counter'), prints: 'is processing' },
  'booking.requires_action': { trigger: book('code_house'), prints: 'needs: enter_code' },
  'booking.processing': {
    trigger: onBooking('code_house', 'continue', { type: 'enter_code', code: '424242' }),
    prints: 'is processing',
  },
  'booking.confirmed': { trigger: book('express_counter'), prints: 'is confirmed' },
  'booking.failed': { trigger: book('broken_bell'), prints: 'failed: provider_failed' },
  'booking.cancelled': { trigger: onBooking('express_counter', 'cancel', {}), prints: 'is cancelled' },
  'booking.modified': { trigger: onBooking('express_counter', 'modify', { party_size: 4 }), prints: 'is confirmed' },
};

type Trigger = (world: World) => Promise<{ BOOKING_ID: string }>;

it('every operation has a sample for curl and for the client, and every webhook for its receiver', () => {
  const labels = [...samples].map(([name, own]) => [name, own.map(({ label }) => label)]);
  const expected = [
    ...Object.keys(operationTable).map((operationId) => [operationId, ['curl', 'TypeScript']]),
    ...Object.keys(webhooks).map((type) => [type, ['TypeScript']]),
  ];
  expect(labels).toEqual(expected);
  const written = readdirSync(`${root}openapi/code-samples`).filter((file) => file !== 'tsconfig.json');
  expect(written.filter((file) => !samples.has(file.replace(/\.\w+$/, '')))).toEqual([]);
});

it('the samples in TypeScript compile', longest, () => {
  const sources = new Map(
    [...samples.keys()].map((name) => [`${root}scripts/docs/${name}.sample.ts`, sourceOf(name, 'TypeScript')]),
  );
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    allowImportingTsExtensions: true,
    customConditions: ['@booking-service/source'],
  };
  const files = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...files,
    fileExists: (file) => sources.has(file) || files.fileExists(file),
    readFile: (file) => sources.get(file) ?? files.readFile(file),
    getSourceFile(file, ...rest) {
      const source = sources.get(file);
      if (source === undefined) return files.getSourceFile(file, ...rest);
      return ts.createSourceFile(file, source, ts.ScriptTarget.ESNext);
    },
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  const faults = [...sources.keys()].flatMap((file) => {
    const found = ts.getPreEmitDiagnostics(program, program.getSourceFile(file));
    return found.map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  });
  expect(faults).toEqual([]);
});

describe.each(Object.entries(operationTable))('%s', (name, { live_key }) => {
  // The table's keys are the operationIds.
  const { before, prints } = operations[name as OperationId] ?? usual;
  const [curl, client] = prints;
  it(
    `${name}: the curl sample prints the expected output`,
    { ...longest, tags: ['needs-bash', 'needs-curl'] },
    async () => {
      expect(await runSample('bash', ['-euo', 'pipefail', '-c', sourceOf(name, 'curl')])).toMatch(curl);
    },
  );
  it(`${name}: the client sample prints the expected output`, longest, async () => {
    expect(await runSample(process.execPath, node(sourceOf(name, 'TypeScript')))).toMatch(client);
  });

  async function runSample(program: string, args: readonly string[]): Promise<string> {
    await using world = await openWorld();
    const variables = (await before?.(world)) ?? {};
    const key = world.organization.keys[live_key ? 'live' : 'test'];
    const env = { BOOKING_BASE_URL: world.url, BOOKING_API_KEY: key, ...variables };
    const { code, stdout, stderr } = await run(program, args, env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  }
});

it.each(Object.entries(webhooks))(
  'the sample of %s receives its webhook',
  longest,
  async (type, { trigger, prints }) => {
    const port = await freePort();
    // The sample compares signatures with the computer's time, so the world starts at the current time.
    const start = new Date();
    const organization = { webhook_url: `http://127.0.0.1:${port}/webhooks` };
    await using world = await openWorld({ start, organization });
    const { signing_secret } = world.organization;
    const env = { PATH: process.env['PATH'], BOOKING_WEBHOOK_SECRET: signing_secret, PORT: String(port) };
    const args = node(sourceOf(type, 'TypeScript'));
    const receiver = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const printed = text(receiver.stdout);
    const errors = text(receiver.stderr);
    try {
      await listening(port, receiver);
      const { BOOKING_ID } = await trigger(world);
      await world.clock.advance(30_000);
      receiver.kill();
      expect(await printed).toBe(`${BOOKING_ID} ${prints}\n`);
      expect(await errors).toBe('');
    } finally {
      receiver.kill('SIGKILL');
    }
  },
);

/** Creates a booking at this venue of the sandbox and advances the clock until the provider has handled it. */
function book(venue: string): Trigger {
  return async function makeBooking(world) {
    const tomorrow = new Date(world.clock.now().getTime() + 24 * 3600 * 1000).toISOString().slice(0, 10);
    const slot_id = `slt_${venue}_${tomorrow.replaceAll('-', '')}T1900`;
    const request = { venue_id: `ven_${venue}`, slot_id, party_size: 2, guest };
    const { body } = await world.call<Booking>('POST', '/v1/bookings', { body: request });
    // The provider takes less than this; the first webhook comes later.
    await world.clock.advance(2_000);
    return { BOOKING_ID: body.id };
  };
}

function onBooking(venue: string, operation: 'continue' | 'cancel' | 'modify', body: object): Trigger {
  return async function changeBooking(world) {
    const { BOOKING_ID } = await book(venue)(world);
    const { status } = await world.call('POST', `/v1/bookings/${BOOKING_ID}/${operation}`, { body });
    if (status !== 200) throw new Error(`The ${operation} got ${status}.`);
    return { BOOKING_ID };
  };
}

async function createSession(world: World): Promise<Session> {
  const request = { channel: 'email', destination: 'ada@diner.test' };
  const { body } = await world.call<Session>('POST', '/v1/sessions', { key: 'live', body: request });
  return body;
}

/** The flags of Node that run a program, using the sources of the packages. */
function node(source: string): string[] {
  return ['--conditions=@booking-service/source', '--input-type=module-typescript', '--eval', source];
}

function sourceOf(name: string, label: string): string {
  return samples.get(name)?.find((each) => each.label === label)?.source ?? '';
}

async function run(program: string, args: readonly string[], variables: Readonly<Record<string, string>>) {
  const env = { PATH: process.env['PATH'], ...variables };
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 200_000 });
  const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { code: code as unknown, stdout, stderr };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves when the port accepts connections. Rejects if the process ends before that. */
async function listening(port: number, program: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 1200 && program.exitCode === null; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (connected) return;
    await pause(100);
  }
  throw new Error(`Nothing listens on port ${port}.`);
}
