import { deepStrictEqual, equal, match } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../packages/server/test/support/processes/free-ports.ts';
import type { Send } from './send.ts';
import { untilItListens, withHost, type HostCommand } from './start-host.ts';

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
  const request = async (target: string, headers: Readonly<Record<string, string>> = {}, ...parts: string[]) => {
    const [method = '', path = ''] = target.split(' ');
    const all = { 'X-User-Token': token, ...headers };
    return send({ method, url: url + path, headers: all, parts }).catch((error: unknown) => {
      throw new Error(`${target} has no response.`, { cause: error });
    });
  };
  const refused = async (status: number, code: string, ...sent: Parameters<typeof request>) => {
    const received = await request(...sent);
    const { error, error_code = error } = JSON.parse(received.text) as { error: string; error_code?: string };
    deepStrictEqual([sent[0], received.status, error_code], [sent[0], status, code]);
  };
  const create = 'POST /booking/v1/bookings';

  const keyed = { ...type, 'Idempotency-Key': 'order-1' };
  const created = await request(create, keyed, json);
  equal(created.status, 201, created.text);
  const location = String(created.headers['location']);
  match(location, /^\/booking\/v1\/bookings\/bkg_\w+$/);
  match(String(created.headers['content-type']), /^application\/json/);
  match(String(created.headers['ratelimit-limit']), /^\d+$/);
  const replayed = await request(create, keyed, json);
  deepStrictEqual([replayed.status, replayed.headers['idempotent-replayed']], [200, 'true']);
  const read = await request(`GET ${location}`);
  equal(read.status, 200);
  equal((JSON.parse(read.text) as typeof booking).guest.first_name, booking.guest.first_name);
  const head = await request(`HEAD ${location}`, { 'Request-Id': 'req_fromthecheck' });
  deepStrictEqual([head.status, head.text, head.headers['request-id']], [200, '', 'req_fromthecheck']);
  equal((await request(`POST ${location}/cancel`)).status, 200);
  equal((await request(create, type, json.slice(0, 30), json.slice(30))).status, 201);

  await refused(400, 'invalid_request', create, type, '{');
  await refused(400, 'invalid_request', create, type);
  await refused(400, 'invalid_request', 'GET /booking/v1/bookings?limit=1&limit=2');
  await refused(413, 'payload_too_large', create, type, json.padEnd(65_537));
  await refused(413, 'payload_too_large', create, type, json, ' '.repeat(65_537));
  await refused(415, 'unsupported_media_type', create, { ...type, 'Content-Type': 'text/plain' }, json);
  await refused(415, 'unsupported_media_type', create, { ...type, 'Content-Encoding': 'gzip' }, json);
  await refused(405, 'method_not_allowed', 'PUT /booking/v1/bookings', type, json);
}
