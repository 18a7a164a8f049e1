/**
 * Spans of OpenTelemetry. A call is a span named by its operationId; each attempt beneath it is a client span, named and
 * described by the stable conventions for HTTP. None holds the API key, a query, a header that was sent, a body or a message:
 * `error.type` says what went wrong.
 */
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span, TracerProvider } from '@opentelemetry/api';
import { BookingClientError } from './lib/errors.ts';
import { clientVersion } from './generated/tables.ts';
import type { CallInfo, CallWrapper, Middleware } from './lib/transport/middleware.ts';
import type { BookingClientOptions } from './lib/options.ts';

/** Options of {@link withTracing}. */
export interface TracingOptions {
  /** Who makes the tracer. Default: the provider that is registered globally, now or later. */
  readonly tracerProvider?: TracerProvider;
}

/**
 * Adds spans to the options of a client:
 *
 * ```ts
 * const client = createBookingClient(withTracing({ apiKey, baseUrl }));
 * ```
 *
 * A call's span is a child of what is active where the call is made. Each attempt carries the context of its own span to the
 * service, in the headers of the propagator that is registered globally.
 */
export function withTracing(
  options: BookingClientOptions,
  { tracerProvider = trace.getTracerProvider() }: TracingOptions = {},
): BookingClientOptions {
  const tracer = tracerProvider.getTracer('@booking-service/client', clientVersion);
  const { baseUrl = globalThis.process?.env?.['BOOKING_BASE_URL'] ?? '', onCall = (_, run) => run() } = options;

  const traceCall: CallWrapper = (call, run) => {
    const name = call.operation ?? call.method;
    const callSpan = tracer.startSpan(name, { attributes: attributesOf(call, new URL(baseUrl)) });
    const inCall = trace.setSpan(context.active(), callSpan);

    const traceAttempt: Middleware = async (request, next, attempt) => {
      const { method, path, number } = attempt;
      const url = new URL(request.url);
      const attributes = {
        ...attributesOf(attempt, url),
        'url.full': url.origin + url.pathname,
        ...(number > 1 && { 'http.request.resend_count': number - 1 }),
      };
      const attemptName = attempt.operation ? `${method} ${path}` : method;
      const span = tracer.startSpan(attemptName, { kind: SpanKind.CLIENT, attributes }, inCall);
      const inAttempt = trace.setSpan(inCall, span);
      propagation.inject(inAttempt, request.headers, { set: (headers, key, value) => headers.set(key, value) });
      const send = async () => ({ response: await next(request) });
      const { response } = await inSpan({ span, inner: inAttempt, signal: request.signal }, send);
      return response;
    };

    const runTraced: typeof run = (...layers) => run(...layers, traceAttempt);
    return inSpan({ span: callSpan, inner: inCall }, () => onCall(call, runTraced));
  };

  return { ...options, onCall: traceCall };
}

/** Without the path of what the contract does not have: it may hold anything. */
function attributesOf({ operation, method, path }: CallInfo, { protocol, hostname, port }: URL): Attributes {
  return {
    'http.request.method': method,
    ...(operation && { 'url.template': path }),
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  };
}

interface Spanning {
  readonly span: Span;
  /** What is active inside of it. */
  readonly inner: Context;
  /** What may have cut the work short. */
  readonly signal?: AbortSignal;
}

/** Works in a span, which tells what came of it and ends. */
async function inSpan<Outcome extends { readonly response: Response }>(
  { span, inner, signal }: Spanning,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    const outcome = await context.with(inner, work);
    tellAnswer(span, outcome.response);
    return outcome;
  } catch (thrown) {
    const { response, code } = thrown instanceof BookingClientError ? thrown : {};
    if (response) tellAnswer(span, response);
    const name = thrown instanceof Error ? thrown.name : '_OTHER';
    tellFailure(span, signal?.aborted ? 'AbortError' : (code ?? name));
    throw thrown;
  } finally {
    span.end();
  }
}

function tellAnswer(span: Span, { status, headers }: Response): void {
  span.setAttribute('http.response.status_code', status);
  const requestId = headers.get('Request-Id');
  if (requestId !== null) span.setAttribute('http.response.header.request-id', [requestId]);
  if (status >= 400) tellFailure(span, String(status));
}

function tellFailure(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
