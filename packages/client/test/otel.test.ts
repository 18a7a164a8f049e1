/** Calls the real server, and reads the spans that the real SDK of OpenTelemetry exports. */
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base';
import { createBookingClient, type BookingClientOptions } from '@booking-service/client';
import { createRawClient } from '@booking-service/client/raw';
import { withTracing } from '@booking-service/client/otel';
import { openWorld } from '@booking-service/server/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { collected, planted } from './support/collected.ts';

const exporter = new InMemorySpanExporter();
const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const guest = { first_name: 'Ada', email: 'ada@diner.test' };

const keepContext = () => context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

beforeAll(() => {
  keepContext();
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
});
afterEach(() => {
  collected.push(...exporter.getFinishedSpans().map(all));
  exporter.reset();
});
afterAll(() => {
  context.disable();
  propagation.disable();
});

/** Opens a world and a traced client. Collects the requests that the client sends. */
async function openTraced(options: Partial<BookingClientOptions> = {}) {
  const world = await openWorld();
  planted.add(world.organization.keys.test);
  const sent: Request[] = [];
  const traced = withTracing(
    {
      apiKey: world.organization.keys.test,
      baseUrl: world.url,
      random: () => 0,
      fetch(request) {
        sent.push(request);
        return fetch(request);
      },
      ...options,
    },
    { tracerProvider },
  );
  const client = createBookingClient(traced);
  const raw = createRawClient(traced);
  const { port } = new URL(world.url);
  const server = { 'server.address': '127.0.0.1', 'server.port': Number(port) };
  return { world, sent, client, raw, server, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

it('names the span of a call by its operation and the span of an attempt by its URL template', async () => {
  await using traced = await openTraced();
  const { client, world, server, sent } = traced;
  const tracer = tracerProvider.getTracer('the caller');
  const booking = await client.bookings.create({
    venue_id: 'ven_express_counter',
    slot_id: 'slt_express_counter_20261122T1900',
    party_size: 2,
    guest,
  });
  exporter.reset();

  const { requestId } = await tracer.startActiveSpan('handle', async (span) => {
    const result = await client.bookings.get(booking.id).withResponse();
    span.end();
    return result;
  });

  const [attempt, call, outer] = spans(3);
  expect(shown(call)).toEqual({
    name: 'getBooking',
    kind: SpanKind.INTERNAL,
    status: SpanStatusCode.UNSET,
    attributes: {
      'http.request.method': 'GET',
      'url.template': '/v1/bookings/{id}',
      ...server,
      'http.response.status_code': 200,
      'http.response.header.request-id': [requestId],
    },
  });
  expect(shown(attempt)).toEqual({
    name: 'GET /v1/bookings/{id}',
    kind: SpanKind.CLIENT,
    status: SpanStatusCode.UNSET,
    attributes: {
      'http.request.method': 'GET',
      'url.template': '/v1/bookings/{id}',
      ...server,
      'url.full': `${world.url}/v1/bookings/${booking.id}`,
      'http.response.status_code': 200,
      'http.response.header.request-id': [requestId],
    },
  });
  expect(outer.name).toBe('handle');
  expect(call.parentSpanContext?.spanId).toBe(outer.spanContext().spanId);
  expect(attempt.parentSpanContext?.spanId).toBe(call.spanContext().spanId);
  const { traceId, spanId } = attempt.spanContext();
  expect(sent.at(-1)?.headers.get('traceparent')).toBe(`00-${traceId}-${spanId}-01`);
});

it('creates a span with the resend count for each attempt', async () => {
  await using traced = await openTraced({ retries: 2 });
  const { client } = traced;
  const { error } = await client.venues.search({ query: 'sandbox search failed' }).result();
  expect(error?.code).toBe('search_failed');

  const [first, second, third, call] = spans(4);
  const status = error?.status;
  const failed = { 'http.response.status_code': status, 'error.type': String(status) };
  expect([first, second, third].map((span) => shown(span))).toMatchObject([
    { name: 'POST /v1/venues/search', status: SpanStatusCode.ERROR, attributes: failed },
    { status: SpanStatusCode.ERROR, attributes: { ...failed, 'http.request.resend_count': 1 } },
    { status: SpanStatusCode.ERROR, attributes: { ...failed, 'http.request.resend_count': 2 } },
  ]);
  expect(first.attributes).not.toHaveProperty('http.request.resend_count');
  expect(shown(call)).toMatchObject({
    name: 'searchVenues',
    status: SpanStatusCode.ERROR,
    attributes: { 'http.response.status_code': status, 'error.type': 'search_failed' },
  });
  expect([first, second, third].map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual(
    Array.from({ length: 3 }, () => call.spanContext().spanId),
  );
});

it('links an attempt to its call in a runtime without async context', async () => {
  context.disable();
  try {
    await using traced = await openTraced();
    await traced.client.venues.search();
    const [attempt, call] = spans(2);
    expect(attempt.parentSpanContext?.spanId).toBe(call.spanContext().spanId);
  } finally {
    keepContext();
  }
});

it('records the reason in error.type if no response arrives', async () => {
  await using traced = await openTraced();
  const { world } = traced;
  const unreachable = createBookingClient(
    withTracing(
      { apiKey: world.organization.keys.test, baseUrl: 'http://127.0.0.1:1', retries: 0 },
      { tracerProvider },
    ),
  );
  await expect(unreachable.sessions.getLatestCard()).rejects.toMatchObject({ name: 'ConnectionError' });
  expect(spans(2).map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
    ['GET /v1/sessions/card', 'ConnectionError'],
    ['getCard', 'ConnectionError'],
  ]);

  exporter.reset();
  const stop = new AbortController();
  // Aborts after the request has been sent.
  const client = createBookingClient(
    withTracing(
      {
        apiKey: world.organization.keys.test,
        baseUrl: world.url,
        fetch(request) {
          const result = fetch(request);
          stop.abort();
          return result;
        },
      },
      { tracerProvider },
    ),
  );
  await expect(client.venues.search({}, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortedError' });
  await expect.poll(() => exporter.getFinishedSpans().length).toBe(2);
  expect(Object.fromEntries(spans(2).map(({ name, attributes }) => [name, attributes['error.type']]))).toEqual({
    'POST /v1/venues/search': 'AbortError',
    searchVenues: 'AbortedError',
  });
});

it('runs the wrapper and the middleware of the client as without tracing', async () => {
  const order: string[] = [];
  await using traced = await openTraced({
    onCall: async ({ operation }, run) => {
      order.push(`call ${operation}`);
      return run((request, next) => {
        order.push('layer of the call');
        return next(request);
      });
    },
    middleware: [
      (request, next) => {
        order.push(`middleware in ${trace.getActiveSpan() ? 'a span' : 'none'}`);
        return next(request);
      },
    ],
  });
  await traced.client.withOptions({ retries: 0 }).venues.search();
  expect(order).toEqual(['call searchVenues', 'middleware in a span', 'layer of the call']);
  expect(spans(2).map(({ name }) => name)).toEqual(['POST /v1/venues/search', 'searchVenues']);
});

it('keeps the key, the query, the body and the request headers out of spans', async () => {
  await using traced = await openTraced({ retries: 0 });
  const { client, raw, world } = traced;
  const secrets = ['ada@diner.test', 'Ada', 'tables by the sea', 'order-1', 'page=2', 'cursor-of-mine', 'x-mine'];
  await client.venues.search({ query: 'tables by the sea' });
  const create = { venue_id: 'ven_family_name', slot_id: 'slt_family_name_20261122T1900', party_size: 2, guest };
  await client.bookings.create(create, { idempotencyKey: 'order-1', headers: { 'x-mine': 'cursor-of-mine' } }).result();
  // No operation of the contract has a query, so this request is outside the contract.
  const outside: string = '/v1/somewhere?page=2';
  await raw.GET(outside as '/v1/sessions/card').catch(() => undefined);

  const exported = JSON.stringify(spans(6).map(all));
  expect(exported).toContain('/v1/somewhere');
  for (const secret of [world.organization.keys.test, 'Bearer', ...secrets]) expect(exported).not.toContain(secret);
});

/** Returns the finished spans in the order in which they ended. The caller states their number to the compiler. */
function spans(count: number): [ReadableSpan, ReadableSpan, ReadableSpan, ReadableSpan] {
  const finished = exporter.getFinishedSpans();
  expect(finished.map(({ name }) => name)).toHaveLength(count);
  // A shorter tuple reads only the first spans.
  return finished as [ReadableSpan, ReadableSpan, ReadableSpan, ReadableSpan];
}

function shown({ name, kind, status, attributes }: ReadableSpan): object {
  return { name, kind, status: status.code, attributes };
}

/** Returns everything in a span that an exporter could send. */
function all({ name, status, attributes, events, links, resource, instrumentationScope }: ReadableSpan): object {
  return { name, status, attributes, events, links, resource: resource.attributes, instrumentationScope };
}
