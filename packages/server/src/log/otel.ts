/**
 * OpenTelemetry spans of the service. It imports the API only: the spans go to the tracer provider of the process, such as the SDK that
 * `booking-service serve` starts if the OTEL_ settings ask for it.
 */
import { context, isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Span, TracerProvider } from '@opentelemetry/api';
import type { OpenSpan, SpanAttributes, SpanStart, Tracing } from './tracing.ts';

export type { OpenSpan, SpanAttributes, SpanStart, Tracing };

export interface TracingOptions {
  /** Creates the tracer. Default: the global provider, which may be registered later. */
  readonly tracerProvider?: TracerProvider;
}

const kinds: Readonly<Record<SpanStart['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

/**
 * Creates the tracing of a server:
 *
 * ```ts
 * const server = createBookingServer({ store, providers, tracing: createTracing() });
 * ```
 *
 * Register a context manager, as the SDKs do: without it, calls to providers and the store are not children of their request.
 */
export function createTracing({ tracerProvider = trace.getTracerProvider() }: TracingOptions = {}): Tracing {
  const tracer = tracerProvider.getTracer('@booking-service/server');
  return {
    span({ name, kind, attributes, parent, isFailure = () => true }, work) {
      const from = parent === undefined ? context.active() : toContext(parent);
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, from);
      const open = openSpan(span, parent ?? null);
      return context.with(trace.setSpan(from, span), async () => {
        try {
          return await work(open);
        } catch (error) {
          if (isFailure(error)) open.fail(failureType(error));
          throw error;
        } finally {
          span.end();
        }
      });
    },
  };
}

function openSpan(span: Span, parent: string | null): OpenSpan {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const flags = traceFlags.toString(16).padStart(2, '0');
  return {
    // Without a tracer provider the trace of the caller continues unchanged.
    traceparent: isSpanContextValid(span.spanContext()) ? `00-${traceId}-${spanId}-${flags}` : parent,
    set: (attributes) => void span.setAttributes(attributes),
    fail(type) {
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
  };
}

/** Returns the context of a span in another process, or in an earlier one. */
function toContext(traceparent: string | null): Context {
  const [, traceId, spanId, flags] = traceparent?.split('-') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

/** Returns the code of an error, or its name. A message may repeat the input. */
function failureType(error: unknown): string {
  if (!(error instanceof Error)) return '_OTHER';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
