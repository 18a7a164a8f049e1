/** The handler of web-standard requests: bodies, aborts, base path, and what a host does before it calls the service. */
import { createLog, createSandboxIntegrations, systemClock, type Provider } from '../../src/index.ts';
import { expect, it } from 'vitest';
import { newBooking } from '../support/new-booking.ts';
import { openHosted, type HostedService } from '../support/worlds/hosted-service.ts';

const booking = newBooking({ date: '2026-11-22' });
const json = JSON.stringify(booking);
const type = { 'Content-Type': 'application/json' };

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestInit['body'];
  readonly signal?: AbortSignal;
}

function toRequest({ Authorization }: HostedService, target: string, { headers, body, ...init }: Sent = {}): Request {
  const [method = 'GET', path = '/'] = target.split(' ');
  // Node requires this option with a stream. Its types lack it.
  const streamed = body instanceof ReadableStream ? ({ duplex: 'half' } as const) : {};
  const content = body === undefined ? {} : { body };
  return new Request(`https://app.test${path}`, {
    method,
    headers: { Authorization, ...headers },
    ...content,
    ...streamed,
    ...init,
  });
}

async function read(response: Response) {
  const text = await response.text();
  const body = (text === '' ? undefined : JSON.parse(text)) as Record<string, unknown> | undefined;
  return { status: response.status, headers: response.headers, body };
}

/** Sends a request to the handler. */
async function send(service: HostedService, target: string, sent?: Sent) {
  return read(await service.server.handler(toRequest(service, target, sent)));
}

/** A body of these chunks, without a length. `pulled` counts them. */
function toStream(chunks: Iterable<Uint8Array<ArrayBuffer>>): { stream: ReadableStream; pulled: () => number } {
  let count = 0;
  const rest = chunks[Symbol.iterator]();
  const stream = new ReadableStream({
    pull(controller) {
      const { done, value } = rest.next();
      if (done) {
        controller.close();
        return;
      }
      count += 1;
      controller.enqueue(value);
    },
  });
  return { stream, pulled: () => count };
}

const bytes = new TextEncoder();

it('END-3 END-4: creates a booking from a streamed body, and reads it at its Location', async () => {
  await using service = await openHosted();
  const { stream } = toStream([json.slice(0, 20), json.slice(20)].map((part) => bytes.encode(part)));
  const created = await send(service, 'POST /v1/bookings', { headers: type, body: stream });
  expect(created).toMatchObject({ status: 201, body: { status: 'processing' } });
  const found = await send(service, `GET ${created.headers.get('location')}`);
  expect(found).toMatchObject({ status: 200, body: { id: created.body?.['id'] } });
});

it('END-3: sends no body to HEAD, with the Content-Length of GET', async () => {
  await using service = await openHosted();
  const get = await service.server.handler(toRequest(service, 'GET /v1/bookings'));
  const head = await service.server.handler(toRequest(service, 'HEAD /v1/bookings'));
  expect([head.status, head.headers.get('content-length'), head.body]).toEqual([
    200,
    String((await get.bytes()).length),
    null,
  ]);
});

it('END-12: needs no content type for an empty body of unknown length', async () => {
  await using service = await openHosted();
  const created = await send(service, 'POST /v1/bookings', { headers: type, body: json });
  const { stream } = toStream([]);
  const cancelled = await send(service, `POST /v1/bookings/${String(created.body?.['id'])}/cancel`, { body: stream });
  expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } });
});

it('END-12: refuses a body of unknown length without a content type with 415, after its first bytes', async () => {
  await using service = await openHosted();
  const { stream, pulled } = toStream(endless());
  const headers = { 'Content-Type': 'text/plain' };
  const refused = await send(service, 'POST /v1/bookings', { headers, body: stream });
  expect(refused).toMatchObject({ status: 415, body: { error_code: 'unsupported_media_type' } });
  expect(pulled()).toBeLessThan(10);
});

const chunk = 65_536;

function* endless(): Generator<Uint8Array<ArrayBuffer>> {
  for (;;) yield new Uint8Array(chunk).fill(32);
}

it('END-12: reads at most 1 MiB of a body without an end, and refuses it with 413', async () => {
  await using service = await openHosted();
  const { stream, pulled } = toStream(endless());
  const refused = await send(service, 'POST /v1/bookings', { headers: type, body: stream });
  expect(refused).toMatchObject({ status: 413, body: { error_code: 'payload_too_large' } });
  // The connection belongs to the host.
  expect(refused.headers.has('connection')).toBe(false);
  // A stream reads one chunk ahead.
  expect(pulled()).toBeLessThanOrEqual(16 + 3);
});

it('END-12: refuses a body that is announced too large with 413, and leaves it unread and unlocked', async () => {
  await using service = await openHosted();
  const { stream } = toStream(endless());
  const headers = { ...type, 'Content-Length': '2000000' };
  const request = toRequest(service, 'POST /v1/bookings', { headers, body: stream });
  expect((await service.server.handler(request)).status).toBe(413);
  expect([request.bodyUsed, request.body?.locked]).toEqual([false, false]);
});

it('AUT-11: leaves the body of a request without a key unread', async () => {
  await using service = await openHosted();
  const headers = { ...type, Authorization: 'none' };
  const request = toRequest(service, 'POST /v1/bookings', { headers, body: json });
  expect((await service.server.handler(request)).status).toBe(401);
  expect(await request.text()).toBe(json);
});

it('ERR-7: a body that the host has read is a fault of the host, with its reason in the log', async () => {
  await using service = await openHosted();
  const request = toRequest(service, 'POST /v1/bookings', { headers: type, body: json });
  await request.text();
  const refused = await read(await service.server.handler(request));
  expect(refused).toMatchObject({ status: 500, body: { error_code: 'internal_error' } });
  expect(JSON.stringify(service.lines)).toContain('Of a Request, read a clone.');
});

it('END-12: serves a request of which the host has read a clone', async () => {
  await using service = await openHosted();
  const request = toRequest(service, 'POST /v1/bookings', { headers: type, body: json });
  expect(await request.clone().json()).toEqual(booking);
  expect((await service.server.handler(request)).status).toBe(201);
});

it('END-12 IDM-4: takes two joined keys as one key, because a Request does not show that they were two', async () => {
  await using service = await openHosted();
  const request = toRequest(service, 'POST /v1/bookings', { headers: type, body: json });
  request.headers.append('Idempotency-Key', 'one');
  request.headers.append('Idempotency-Key', 'two');
  const created = await read(await service.server.handler(request));
  const headers = { ...type, 'Idempotency-Key': 'one, two' };
  const replayed = await send(service, 'POST /v1/bookings', { headers, body: json });
  expect(replayed).toMatchObject({ status: 200, body: { id: created.body?.['id'] } });
});

/** A provider that holds every check of a request until it is released. */
function heldProvider() {
  const arrived = Promise.withResolvers<void>();
  const allowed = Promise.withResolvers<void>();
  const sandbox = createSandboxIntegrations({ clock: systemClock });
  const [{ test: provider }] = sandbox.suppliers;
  const test: Provider = {
    ...provider,
    async checkRequest(request, context) {
      arrived.resolve();
      await allowed.promise;
      return provider.checkRequest(request, context);
    },
  };
  return { integrations: { ...sandbox, suppliers: [{ test }] }, arrived: arrived.promise, release: allowed.resolve };
}

it('END-14: after an abort the host gets a response at once, and the operation completes', async () => {
  const { integrations, arrived, release } = heldProvider();
  await using service = await openHosted(integrations);
  const aborting = new AbortController();
  const headers = { ...type, 'Idempotency-Key': 'order-1', 'Request-Id': 'req_aborted0' };
  const { signal } = aborting;
  const body = JSON.stringify(newBooking({ date: tomorrow() }));
  const creating = service.server.handler(toRequest(service, 'POST /v1/bookings', { headers, body, signal }));
  await arrived;
  aborting.abort();
  const response = await creating;
  expect([response.status, response.body]).toEqual([499, null]);
  const line = service.lines.find(({ request_id }) => request_id === 'req_aborted0');
  expect(line).toMatchObject({ operationId: 'createBooking', status: null });
  release();
  // The operation of the aborted request has stored the booking, or stores it now.
  await expect.poll(async () => (await send(service, 'GET /v1/bookings')).body?.['data']).toHaveLength(1);
  expect((await send(service, 'POST /v1/bookings', { headers, body })).status).toBe(200);
  expect(service.lines.filter(({ level }) => level !== 'info')).toEqual([]);
});

function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
}

it('END-14: a request that was aborted before has a response and a log line, too', async () => {
  await using service = await openHosted();
  const response = await service.server.handler(
    toRequest(service, 'GET /v1/bookings', { signal: AbortSignal.abort() }),
  );
  expect(response.status).toBe(499);
  expect(service.lines).toEqual([expect.objectContaining({ operationId: 'listBookings', status: null })]);
});

it('ERR-7: logs no error if the client goes away within the body', async () => {
  await using service = await openHosted();
  const gone = new ReadableStream({
    start: (controller) => controller.enqueue(bytes.encode('{')),
    pull: (controller) => controller.error(new Error('The connection was closed.')),
  });
  const refused = await send(service, 'POST /v1/bookings', { headers: type, body: gone });
  expect(refused).toMatchObject({ status: 400, body: { error_code: 'invalid_request' } });
  expect(service.lines.filter(({ level }) => level !== 'info')).toEqual([]);
});

it('rejects if the service cannot respond to an error', async () => {
  const log = Object.assign(createLog({ level: 'silent' }), {
    error() {
      throw new Error('The disk is full.');
    },
  });
  await using service = await openHosted({ log });
  const request = toRequest(service, 'POST /v1/bookings', { headers: type, body: json });
  await request.text();
  await expect(service.server.handler(request)).rejects.toThrow('The service could not respond.');
});

it('END-3: serves below a base path, with a Location that leads there', async () => {
  await using service = await openHosted({ basePath: '/api/booking' });
  const created = await send(service, 'POST /api/booking/v1/bookings', { headers: type, body: json });
  const location = `/api/booking/v1/bookings/${String(created.body?.['id'])}`;
  expect([created.status, created.headers.get('location')]).toEqual([201, location]);
  expect(await send(service, `GET ${location}`)).toMatchObject({ status: 200, body: { id: created.body?.['id'] } });
  expect((await send(service, 'GET /api/booking/v1/bookings?limit=1')).body?.['data']).toHaveLength(1);
  for (const path of ['/v1/bookings', '/api/booking', '/api/bookings/v1/bookings', '/', '/api/booking//v1/bookings']) {
    const refused = await send(service, `GET ${path}`);
    expect(refused).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
  }
});

it.each(['booking', '/booking/', '/', '', '/a//b', '/a b', '/%20', '/{tenant}'])(
  'refuses the base path "%s" with the reason',
  async (basePath) => {
    await expect(openHosted({ basePath })).rejects.toThrow('is not a path. Write it as in /api');
  },
);
