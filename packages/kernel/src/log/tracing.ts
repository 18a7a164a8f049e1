/** The port to tracing. createTracing (otel.ts) implements it with OpenTelemetry. Without it nothing here is called or created. */
import { currentTrail, followTrail } from './trail.ts';

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** The start of a span. No part of it comes from a body, a query or a header. */
export interface SpanStart {
  readonly name: string;
  /** `server`: serves a request. `client`: calls another system. `internal`: everything else. */
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes: SpanAttributes;
  /** The traceparent of the span that it continues, or null to begin a trace. Default: the span in progress. */
  readonly parent?: string | null;
  /** True if an error of the work is a failure. Default: every error is one. */
  readonly isFailure?: (error: unknown) => boolean;
}

/** A span in progress. */
export interface OpenSpan {
  /** Its traceparent, for what the work sends and stores. Null without a trace. */
  readonly traceparent: string | null;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed. `type` is a stable word, such as a code. */
  fail(type: string): void;
}

export interface Tracing {
  /** Runs the work in a new span, which ends with it. A failure of the work is recorded by its code or name, without its message. */
  span<T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T>;
}

/** Runs the work in a span. Its log lines, and the origin of what it stores, name the trace and the span. */
export function inSpan<T>(tracing: Tracing, start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  return tracing.span(start, (span) => {
    const { request_id = null, subject } = currentTrail() ?? {};
    return followTrail({ request_id, traceparent: span.traceparent, subject }, () => work(span));
  });
}

/**
 * Returns the target. Its calls have spans while a trail is in progress: the statements of a poll would be traces of their own. `startOf`
 * returns the beginning of the span of a method, or undefined for a method without spans.
 */
export function traceCalls<T extends object>(
  target: T,
  { tracing, startOf }: { readonly tracing: Tracing; readonly startOf: (method: string) => SpanStart | undefined },
): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name);
      const start = typeof value === 'function' && typeof name === 'string' ? startOf(name) : undefined;
      if (typeof value !== 'function' || !start) return value;
      return async (...args: readonly unknown[]) => {
        const call = async () => (await Reflect.apply(value, object, args)) as unknown;
        return currentTrail() ? inSpan(tracing, start, call) : call();
      };
    },
  });
}
