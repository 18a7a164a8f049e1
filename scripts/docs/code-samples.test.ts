/**
 * Runs every code sample of the reference unchanged: the samples of operations against a real server, and the samples of
 * webhooks as the endpoint that the server delivers to.
 *
 * @module-tag slow
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { operationTable, type Booking, type EventMap, type OperationId, type Session } from '@booking-service/contract';
import { openWorld, type World } from '@booking-service/server/testing';
import { describe, expect, it } from 'vitest';
import { readBundledContract, type ContractOperation } from '../contract/bundled-contract.ts';

const folder = fileURLToPath(new URL('../../openapi/code-samples', import.meta.url));
const contract = readBundledContract();
const longest = { timeout: 240_000 };
const guest = { first_name: 'Ada', email: 'ada@diner.test' };

interface SampleTest {
  /** The key that the sample uses. Default: test. */
  readonly key?: 'test' | 'live';
  /** Prepares the world and returns the variables that the sample reads. */
  readonly before?: (world: World) => Promise<Readonly<Record<string, string>>>;
  /** The output of each sample: the curl sample prints the response, the client sample prints what it logs. */
  readonly prints: readonly [curl: RegExp, client: RegExp];
}

const slot = 'slt_harbour_table_20261122T1900';
const session = async (world: World) => ({ SESSION_ID: (await createSession(world)).id });
const verified = async (world: World) => {
  const { id } = await createSession(world);
  await world.call('POST', `/v1/sessions/${id}/verify`, { key: 'live', body: { code: '424242' } });
  return { SESSION_ID: id };
};

/** This table does not compile if an operation is missing. */
const operations: Readonly<Record<OperationId, SampleTest>> = {
  searchVenues: { prints: [/"id":"ven_harbour_table"/, /^ven_harbour_table Harbour Table$/m] },
  searchAvailability: {
    before: async () => ({ DAY: '2026-11-22' }),
    prints: [new RegExp(`"id":"${slot}"`), new RegExp(`^${slot} 2026-11-22T19:00:00.000Z$`, 'm')],
  },
  createBooking: {
    before: async () => ({ SLOT_ID: slot }),
    prints: [/"status":"processing"/, /^bkg_\w+ processing$/m],
  },
  getBooking: { before: book('express_counter'), prints: [/"confirmation_code":"SBX-/, /^confirmed SBX-/m] },
  continueBooking: { before: book('code_house'), prints: [/"status":"processing"/, /^processing$/m] },
  cancelBooking: { before: book('harbour_table'), prints: [/"status":"cancelled"/, /^cancelled$/m] },
  modifyBooking: { before: book('express_counter'), prints: [/"party_size":4/, /^confirmed 4$/m] },
  createSession: { key: 'live', prints: [/"status":"pending"/, /^ses_\w+ pending$/m] },
  verifySession: { key: 'live', before: session, prints: [/"status":"verified"/, /^verified$/m] },
  getSessionCard: { key: 'live', before: verified, prints: [/"last4":"\d{4}"/, /^\w+ \d{4}$/m] },
  getCard: { key: 'live', before: verified, prints: [/"last4":"\d{4}"/, /^\w+ \d{4}$/m] },
};

/** For each webhook, how to trigger it, and what its sample prints. */
const webhooks: Readonly<Record<keyof EventMap, { readonly trigger: Trigger; readonly prints: string }>> = {
  'booking.created': { trigger: book('express_counter'), prints: 'was accepted' },
  'booking.requires_action': { trigger: book('code_house'), prints: 'needs: enter_code' },
  'booking.processing': {
    trigger: onBooking('code_house', 'continue', { type: 'enter_code', code: '424242' }),
    prints: 'runs again',
  },
  'booking.confirmed': { trigger: book('express_counter'), prints: 'is confirmed' },
  'booking.failed': { trigger: book('broken_bell'), prints: 'failed: provider_failed' },
  'booking.cancelled': { trigger: onBooking('express_counter', 'cancel', {}), prints: 'is cancelled' },
  'booking.modified': { trigger: onBooking('express_counter', 'modify', { party_size: 4 }), prints: 'is modified' },
};

type Trigger = (world: World) => Promise<{ BOOKING_ID: string }>;

it('the contract embeds the sample files: curl and client for each operation', () => {
  const sampled = [
    ...Object.values(contract.paths).flatMap((methods) => Object.values(methods)),
    ...Object.entries(contract.webhooks).map(([type, { post }]) => ({ ...post, operationId: type })),
  ];
  const expected = sampled.map(({ operationId }) => ({ operationId, 'x-codeSamples': samplesOf(operationId) }));
  expect(sampled.map((each) => ({ operationId: each.operationId, 'x-codeSamples': labelled(each) }))).toEqual(expected);
  const files = [
    ...Object.keys(operations).flatMap((operationId) => [`${operationId}.sh`, `${operationId}.ts`]),
    ...Object.keys(webhooks).map((type) => `${type}.ts`),
  ];
  expect(readdirSync(folder).toSorted()).toEqual([...files, 'tsconfig.json'].toSorted());
});

describe.each(Object.entries(operations))('%s', (operationId, { key = 'test', before, prints }) => {
  const [curl, client] = prints;
  const shell = { ...longest, tags: ['needs-bash', 'needs-curl'] };
  it(`${operationId}.sh prints what it should`, shell, async () => {
    expect(await runSample(`${operationId}.sh`, ['bash', '-euo', 'pipefail'])).toMatch(curl);
  });
  it(`${operationId}.ts prints what it should`, longest, async () => {
    expect(await runSample(`${operationId}.ts`, node())).toMatch(client);
  });

  async function runSample(sample: string, [program = '', ...flags]: readonly string[]): Promise<string> {
    await using world = await openWorld();
    const variables = (await before?.(world)) ?? {};
    const env = { BOOKING_BASE_URL: world.url, BOOKING_API_KEY: world.organization.keys[key], ...variables };
    const { code, stdout, stderr } = await run(program, [...flags, `${folder}/${sample}`], env);
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
    const [program = '', ...flags] = node();
    const env = { PATH: process.env['PATH'], BOOKING_WEBHOOK_SECRET: signing_secret, PORT: String(port) };
    const receiver = spawn(program, [...flags, `${folder}/${type}.ts`], { env, stdio: ['ignore', 'pipe', 'pipe'] });
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

/** The command for this Node, using the sources of the packages. */
function node(): readonly string[] {
  return [process.execPath, '--conditions=@booking-service/source'];
}

async function run(program: string, args: readonly string[], variables: Readonly<Record<string, string>>) {
  const env = { PATH: process.env['PATH'], ...variables };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 200_000 });
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

function samplesOf(name: string): { label: string; source: string }[] {
  const isOperation = Object.hasOwn(operationTable, name);
  const read = (extension: string) => readFileSync(`${folder}/${name}.${extension}`, 'utf8');
  const client = { label: 'TypeScript', source: read('ts') };
  return isOperation ? [{ label: 'curl', source: read('sh') }, client] : [client];
}

function labelled({
  'x-codeSamples': samples,
}: Pick<ContractOperation, 'x-codeSamples'>): { label: string; source: string }[] {
  return samples.map(({ label, source }) => ({ label, source }));
}
