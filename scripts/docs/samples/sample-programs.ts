/** Runs samples as programs, in the folder of the repository: the preparation of the world of each sample, and its output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CodeSample } from '@booking-service/toolkit';
import {
  type Booking,
  type EventList,
  type EventMap,
  type OperationId,
  operationTable,
  type Session,
} from '@booking-service/contract';
import { openWorld, type World } from '@booking-service/server/testing';
import { expect, vi } from 'vitest';
import { readPublicContract } from '../../contract-files.ts';

export const root: string = fileURLToPath(new URL('../../..', import.meta.url));
const contract = readPublicContract();

/** The samples of each operation and webhook, by operationId and by type. */
export const samples: ReadonlyMap<string, readonly CodeSample[]> = new Map([
  ...Object.values(contract.paths).flatMap((methods) =>
    Object.values(methods).map((each) => [each.operationId, each['x-codeSamples']] as const),
  ),
  ...Object.entries(contract.webhooks).map(([type, { post }]) => [type, post['x-codeSamples']] as const),
]);

export function sourceOf(name: string, label: string): string {
  return samples.get(name)?.find((each) => each.label === label)?.source ?? '';
}

/** The flags of Node that run a program, using the sources of the packages. */
export function node(source: string): string[] {
  return ['--conditions=@booking-service/source', '--input-type=module-typescript', '--eval', source];
}

export async function run(
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }> {
  const env = { PATH: process.env['PATH'], ...variables };
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 200_000 });
  const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
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

const guest = { first_name: 'Ada', email: 'ada@diner.test' };

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
export const operations: Readonly<Partial<Record<OperationId, SampleTest>>> = {
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
  getRequest: {
    async before(world) {
      const { headers } = await world.call('GET', '/v1/events');
      const id = headers.get('request-id') ?? '';
      await logged(world, `/v1/requests/${id}`);
      return { REQUEST_ID: id };
    },
    prints: [/"operation":"listEvents"/, /operation: 'listEvents'/],
  },
  listRequests: {
    async before(world) {
      const { organization_id } = world.organization;
      await world.store.setLimits(organization_id, { rate_limit: 1 });
      const refused = async () =>
        (await world.call('GET', `/v1/bookings/bkg_${'0'.repeat(32)}`)).headers.get('request-id');
      await refused();
      const id = await refused();
      await world.store.setLimits(organization_id, { rate_limit: 300 });
      await logged(world, `/v1/requests/${id}`);
      return {};
    },
    prints: [/"status":429/, /status: 429/],
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
export const usual: SampleTest = {
  before: async (world) => ({ ...(await book('express_counter')(world)), ...(await session(world)) }),
  prints: [/^\{"/, /\w/],
};

/** For each webhook, how to trigger it, and what its sample prints. */
export const webhooks: Readonly<Record<keyof EventMap, { readonly trigger: Trigger; readonly prints: string }>> = {
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

/** Resolves when the log of requests has the request at this path. A request is noted once its connection reports its end. */
async function logged(world: World, path: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await world.clock.advance(1_000);
      if ((await world.call('GET', path)).status !== 200) throw new Error('The log lacks the request.');
    },
    { timeout: 30_000 },
  );
}

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

/** Runs the sample of an operation against a world of its own, and returns its output. It must succeed and write no error. */
export async function runOperation(name: OperationId, program: string, args: readonly string[]): Promise<string> {
  const { before } = operations[name] ?? usual;
  await using world = await openWorld();
  const variables = (await before?.(world)) ?? {};
  const key = world.organization.keys[operationTable[name].live_key ? 'live' : 'test'];
  const env = { BOOKING_BASE_URL: world.url, BOOKING_API_KEY: key, ...variables };
  const { code, stdout, stderr } = await run(program, args, env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** Runs the sample of a webhook as the endpoint of a world, triggers the webhook once, and returns the output of the sample. */
export async function runReceiver(
  type: keyof EventMap,
  program: string,
  args: readonly string[],
): Promise<{ readonly printed: string; readonly booking: string }> {
  const port = await freePort();
  // The sample compares signatures with the computer's time, so the world starts at the current time.
  const start = new Date();
  const organization = { webhook_url: `http://127.0.0.1:${port}/webhooks` };
  await using world = await openWorld({ start, organization });
  const { signing_secret } = world.organization;
  const env = { PATH: process.env['PATH'], BOOKING_WEBHOOK_SECRET: signing_secret, PORT: String(port) };
  const receiver = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = text(receiver.stdout);
  const errors = text(receiver.stderr);
  try {
    await listening(port, receiver);
    const { BOOKING_ID } = await webhooks[type].trigger(world);
    await world.clock.advance(30_000);
    receiver.kill();
    expect(await errors).toBe('');
    return { printed: await printed, booking: BOOKING_ID };
  } finally {
    receiver.kill('SIGKILL');
  }
}
