/**
 * OpenTelemetry spans of the service. It imports the API only: the spans go to the TracerProvider of the process, such as the SDK that
 * a command of the service starts.
 */
import { context, isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Span, TracerProvider } from '@opentelemetry/api';
import type { OpenSpan, SpanAttributes, SpanStart, Tracing } from './trail.ts';

export type { OpenSpan, SpanAttributes, SpanStart, Tracing };

export interface TracingOptions {
  /** Creates the tracer. Default: the global TracerProvider, which may be registered later. */
  readonly tracerProvider?: TracerProvider;
  /** The name of the tracer. Default: that of this package. */
  readonly tracer?: string;
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
 * const service = createService({ contract, database, handlers, tracing: createTracing() });
 * ```
 *
 * Register a context manager, as the SDKs do: without it, calls of other systems and of the store are not children of their request.
 */
export function createTracing({
  tracerProvider = trace.getTracerProvider(),
  tracer: tracerName = '@booking-service/kernel',
}: TracingOptions = {}): Tracing {
  const tracer = tracerProvider.getTracer(tracerName);
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
    // Without a TracerProvider the trace of the caller continues unchanged.
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
