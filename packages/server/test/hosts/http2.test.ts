/** The middleware in a server of node:http2, with the client of node:http2. */
import { once } from 'node:events';
import {
  connect,
  createServer,
  type ClientHttp2Session,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDocsSite } from '@booking-service/kernel/http';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newBooking } from '../support/new-booking.ts';
import { openHosted, type HostedService } from '../support/worlds/hosted-service.ts';

const json = JSON.stringify(newBooking({ date: '2026-11-22' }));
const type = { 'content-type': 'application/json' };

let opened: AsyncDisposableStack;
let service: HostedService;
let session: ClientHttp2Session;
let host: string;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'booking-docs-')));
  await writeFile(join(folder.path, 'index.html'), '{base_url}');
  service = opened.use(await openHosted({ docs: await openDocsSite(folder.path) }));
  const server = createServer((req, res) => service.server.middleware(req, res)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this form.
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  session = connect(`http://${host}`);
  opened.defer(() => void server.close());
  opened.defer(() => session.close());
});
afterAll(() => opened.disposeAsync());

/** Sends a request on the one connection. A string is sent as a body without a Content-Length. */
async function send(
  method: string,
  path: string,
  { headers, body }: { headers?: OutgoingHttpHeaders; body?: string } = {},
) {
  const all = { ':method': method, ':path': path, authorization: service.Authorization, ...headers };
  const stream = session.request(all, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  const [received] = (await once(stream, 'response')) as [IncomingHttpHeaders];
  const text = await textOf(stream);
  return { status: received[':status'], headers: received, text };
}

it('END-3: creates a booking from a body without a Content-Length, and replays it', async () => {
  const headers = { ...type, 'idempotency-key': 'order-1' };
  const created = await send('POST', '/v1/bookings', { headers, body: json });
  expect(created.status).toBe(201);
  const replayed = await send('POST', '/v1/bookings', { headers, body: json });
  expect(replayed).toMatchObject({ status: 200, text: created.text });
  const found = await send('GET', created.headers.location ?? '');
  expect(found).toMatchObject({ status: 200, text: created.text });
  expect(await send('HEAD', created.headers.location ?? '')).toMatchObject({ status: 200, text: '' });
});

it('END-12: needs no content type where no body is sent', async () => {
  const created = await send('POST', '/v1/bookings', { headers: type, body: json });
  const { id } = JSON.parse(created.text) as { id: string };
  expect(await send('POST', `/v1/bookings/${id}/cancel`)).toMatchObject({ status: 200 });
  const other = await send('POST', '/v1/bookings', { headers: type, body: json });
  const path = `/v1/bookings/${(JSON.parse(other.text) as { id: string }).id}/cancel`;
  expect(await send('POST', path, { body: '' })).toMatchObject({ status: 200 });
});

it.each([
  { name: 'no body', sent: {}, status: 400, code: 'invalid_request' },
  { name: 'half a body', sent: { headers: type, body: '{' }, status: 400, code: 'invalid_request' },
  { name: 'a body of another type', sent: { body: json }, status: 415, code: 'unsupported_media_type' },
  {
    name: 'a body of 65,537 bytes',
    sent: { headers: type, body: json.padEnd(65_537) },
    status: 413,
    code: 'payload_too_large',
  },
  {
    name: 'a body of 2 MB',
    sent: { headers: type, body: json.padEnd(2_000_000) },
    status: 413,
    code: 'payload_too_large',
  },
  {
    name: 'a key that is sent twice',
    sent: { headers: { ...type, 'idempotency-key': ['one', 'one'] }, body: json },
    status: 400,
    code: 'invalid_request',
  },
])(
  'END-12: refuses $name with $status, and serves the next request on the connection',
  async ({ sent, status, code }) => {
    const warned: unknown[] = [];
    const note = (warning: unknown) => warned.push(warning);
    process.on('warning', note);
    const refused = await send('POST', '/v1/bookings', sent);
    expect(refused).toMatchObject({ status, text: expect.stringContaining(code) as unknown });
    expect((await send('GET', '/v1/bookings')).status).toBe(200);
    process.off('warning', note);
    // Node warns of a header that HTTP/2 does not have.
    expect(warned).toEqual([]);
  },
);

it('END-15: writes the docs for the authority of the request', async () => {
  expect(await send('GET', '/docs/')).toMatchObject({ status: 200, text: `http://${host}` });
});

it('END-12: responds to other requests after a client resets its own', async () => {
  const stream = session.request({
    ':method': 'POST',
    ':path': '/v1/bookings',
    authorization: service.Authorization,
    ...type,
  });
  stream.write('{');
  stream.close(8);
  await once(stream, 'close');
  expect((await send('GET', '/v1/bookings')).status).toBe(200);
  expect(service.lines.filter(({ level }) => level !== 'info')).toEqual([]);
});
