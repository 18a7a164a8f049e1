/**
 * One trace of a booking across two processes: the client and the receiver are in this one, the service is another. A real receiver of
 * OTLP collects what the service sends.
 *
 * @module-tag slow
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createBookingClient } from '@booking-service/client';
import { withTracing } from '@booking-service/client/otel';
import { afterAll, beforeAll, expect, it } from 'vitest';
// @boundaries-ignore the ports of the tests of every package come from one place
import { freePorts } from '../../server/test/support/processes/free-ports.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

/** The body of an OTLP request. */
interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
});
afterAll(() => {
  context.disable();
  propagation.disable();
});

/** Starts a server that keeps what it receives. */
async function startCollector() {
  const received: Received[] = [];
  const server = createServer((req, res) => {
    void json(req).then((body) => {
      received.push({ headers: req.headers, body });
      res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, received, [Symbol.asyncDispose]: close };
}

/** Resolves with what the process has printed once it has printed the pattern. */
async function printed(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let text = '';
  for await (const part of child.stdout ?? []) {
    text += String(part);
    const match = pattern.exec(text);
    if (match) return match;
  }
  throw new Error(`The service ended: ${text}`);
}

it('shows one trace from the call of the client to the receiver of the webhook', async () => {
  await using opened = new AsyncDisposableStack();
  const [spans, receiver] = [opened.use(await startCollector()), opened.use(await startCollector())];
  const data = await mkdtemp(join(tmpdir(), 'booking-service-'));
  opened.defer(() => rm(data, { recursive: true, force: true }));
  const [port, , admin_port] = await freePorts();
  const bin = fileURLToPath(new URL('../../server/bin/booking-service.js', import.meta.url));
  const ports = ['--port', port, '--admin-port', admin_port];
  const flags = [
    'serve',
    '--sandbox',
    '--data',
    data,
    '--tick',
    '1',
    ...ports,
    '--webhook-url',
    `${receiver.url}/hooks`,
  ];
  const service = spawn(process.execPath, ['--conditions=@booking-service/source', bin, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], OTEL_EXPORTER_OTLP_ENDPOINT: spans.url, OTEL_BSP_SCHEDULE_DELAY: '100' },
  });
  const ended = once(service, 'exit');
  opened.defer(async () => {
    service.kill();
    expect(await ended).toEqual([0, null]);
  });
  const [apiKey] = await printed(service, /sk_test_[\w-]+(?=\s)/);

  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const options = withTracing({ apiKey, baseUrl: `http://127.0.0.1:${port}` }, { tracerProvider });
  const client = createBookingClient(options);
  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const venue = { venue_id: 'ven_express_counter', slot_id: `slt_express_counter_${date.replaceAll('-', '')}T1900` };
  const guest = { first_name: 'Ada', email: 'ada@diner.test' };
  const { id } = await client.bookings.create({ ...venue, party_size: 2, guest });

  const [attempt, call] = exporter.getFinishedSpans();
  expect([call?.name, attempt?.name]).toEqual(['createBooking', 'POST /v1/bookings']);
  const { traceId, spanId } = attempt?.spanContext() ?? {};

  const exported = (): Span[] =>
    spans.received.flatMap(({ body }) =>
      (body as Exported).resourceSpans.flatMap((resource) => resource.scopeSpans.flatMap((scope) => scope.spans)),
    );
  const find = (name: string) => exported().find((span) => span.traceId === traceId && span.name === name);
  await expect.poll(() => find('POST booking.confirmed')).toBeDefined();
  await expect.poll(() => find('POST /v1/bookings')).toBeDefined();

  const names = exported()
    .filter((span) => span.traceId === traceId)
    .map((span) => {
      const parent = exported().find((other) => other.spanId === span.parentSpanId);
      return `${span.name} < ${parent?.name ?? (span.parentSpanId === spanId ? 'the client' : 'another trace')}`;
    });
  expect(new Set(names)).toEqual(
    new Set([
      'POST /v1/bookings < the client',
      'store findBookingByKey < POST /v1/bookings',
      'store admit < POST /v1/bookings',
      'store readTestAllowance < POST /v1/bookings',
      'provider checkRequest < POST /v1/bookings',
      'store createBooking < POST /v1/bookings',
      'store claimRun < POST /v1/bookings',
      'run < POST /v1/bookings',
      'store findBooking < run',
      'provider book < run',
      'store changeBooking < run',
      'store findBooking < POST /v1/bookings',
      'POST booking.created < POST /v1/bookings',
      'POST booking.confirmed < run',
    ]),
  );
  // Requests that do not belong to the booking, such as polls, have no spans.
  expect(exported().every((span) => span.traceId === traceId)).toBe(true);

  // Each start of the service is an instance of a version.
  const resources = spans.received.flatMap(({ body }) => (body as Exported).resourceSpans);
  for (const { resource } of resources) {
    expect(Object.fromEntries(resource.attributes.map(({ key, value }) => [key, value]))).toMatchObject({
      'service.name': { stringValue: 'booking-service' },
      'service.version': { stringValue: expect.stringMatching(/^\d+\.\d+\.\d+/) as unknown },
      'service.instance.id': { stringValue: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown },
    });
  }

  const attributes = Object.fromEntries(
    (find('POST /v1/bookings')?.attributes ?? []).map(({ key, value }) => [key, value]),
  );
  expect(attributes).toMatchObject({
    'http.request.method': { stringValue: 'POST' },
    'http.route': { stringValue: '/v1/bookings' },
    'http.response.status_code': { intValue: 201 },
    'booking_service.operation_id': { stringValue: 'createBooking' },
    'booking_service.booking_id': { stringValue: id },
  });
  const webhook = receiver.received.find(({ body }) => (body as { type: string }).type === 'booking.confirmed');
  expect(webhook?.headers['traceparent']).toBe(`00-${traceId}-${find('POST booking.confirmed')?.spanId}-01`);
  const text = JSON.stringify(spans.received.map(({ body }) => body));
  for (const secret of [apiKey, 'Ada', 'ada@diner.test', '/hooks']) expect(text).not.toContain(secret);
});
