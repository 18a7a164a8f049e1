/**
 * OpenTelemetry spans. A call is a span named by its operationId. Each of its attempts is a client span that follows the
 * stable conventions for HTTP. No span contains the API key, a query, a request header, a body or a message. `error.type` is
 * the reason of a failure.
 */
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Context, Span, TracerProvider } from '@opentelemetry/api';
import { BookingClientError } from './lib/errors.ts';
import { clientVersion } from './generated/tables.ts';
import type { CallInfo, CallWrapper, Middleware } from './lib/transport/middleware.ts';
import type { BookingClientOptions } from './lib/options.ts';

/** Options of {@link withTracing}. */
export interface TracingOptions {
  /** Creates the tracer. Default: the global provider, which may be registered later. */
  readonly tracerProvider?: TracerProvider;
}

/**
 * Adds spans to the options of a client:
 *
 * ```ts
 * const client = createBookingClient(withTracing({ apiKey, baseUrl }));
 * ```
 *
 * The span of a call is a child of the active span. Each attempt sends the context of its own span to the service, in the
 * headers of the global propagator.
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

/** Leaves out a path outside the contract: it may contain anything. */
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
  /** The active context inside the span. */
  readonly inner: Context;
  /** Aborts the work. */
  readonly signal?: AbortSignal;
}

/** Runs the work in a span, records its outcome and ends the span. */
async function inSpan<Outcome extends { readonly response: Response }>(
  { span, inner, signal }: Spanning,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    const outcome = await context.with(inner, work);
    recordResponse(span, outcome.response);
    return outcome;
  } catch (thrown) {
    const { response, code } = thrown instanceof BookingClientError ? thrown : {};
    if (response) recordResponse(span, response);
    const name = thrown instanceof Error ? thrown.name : '_OTHER';
    recordFailure(span, signal?.aborted ? 'AbortError' : (code ?? name));
    throw thrown;
  } finally {
    span.end();
  }
}

function recordResponse(span: Span, { status, headers }: Response): void {
  span.setAttribute('http.response.status_code', status);
  const requestId = headers.get('Request-Id');
  if (requestId !== null) span.setAttribute('http.response.header.request-id', [requestId]);
  if (status >= 400) recordFailure(span, String(status));
}

function recordFailure(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
