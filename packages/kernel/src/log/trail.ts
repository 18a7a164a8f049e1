/**
 * Trails: what joins the log lines of a request with those of everything that it causes.
 *  - A *trail* names the request, the trace, and the subject once it is known: what the request is about. Work inherits the trail in which it starts, also over an
 *    await and in callbacks.
 *  - An event and other stored work keep the request and the trace. The worker follows their trail again, in any process.
 *  - Shared work, such as a tick that a request wakes, leaves the trail. Otherwise its lines would name one request of many.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Bindings, ChildLoggerOptions, Logger } from 'pino';

/** The id of what the work is about, under the name of its field in a log line: `{ loan_id: 'lon_1' }`. */
export type Subject = Readonly<Record<string, string>>;

export interface Trail {
  readonly request_id: string | null;
  /** The trace and the span that the work belongs to, as W3C Trace Context writes them. Null without a trace. */
  traceparent: string | null;
  /** Undefined until the subject is known. */
  subject?: Subject | undefined;
}

/** The fields of a log line that name a trail. */
type TrailFields = Record<string, string>;

const trails = new AsyncLocalStorage<Trail>();
/** Calls a function in the context in which this module is loaded, which follows no trail. */
const outside = AsyncLocalStorage.snapshot();

/** Runs the task with this trail. */
export function followTrail<T>(trail: Trail, task: () => T): T {
  return trails.run(trail, task);
}

/** Runs the task without a trail, and without every other context, such as that of OpenTelemetry. */
export function leaveTrail<T>(task: () => T): T {
  return outside(task);
}

/** Returns the trail of the work in progress. */
export function currentTrail(): Trail | undefined {
  return trails.getStore();
}

/** Returns what later work keeps of the trail in progress. */
export function currentOrigin(): Pick<Trail, 'request_id' | 'traceparent'> {
  const { request_id = null, traceparent = null } = trails.getStore() ?? {};
  return { request_id, traceparent };
}

/** Adds the subject to the trail of the work in progress, once the work has found or stored it. */
export function noteSubject(subject: Subject): void {
  const trail = trails.getStore();
  if (trail) trail.subject = subject;
}

/** Returns the fields of a log line about the trail. */
export function trailFields({ request_id, traceparent, subject }: Trail): TrailFields {
  const fields: TrailFields = {};
  if (request_id !== null) fields['request_id'] = request_id;
  if (subject !== undefined) Object.assign(fields, subject);
  if (traceparent !== null) fields['trace_id'] = traceIdOf(traceparent);
  return fields;
}

/** Returns the trace id, which is the second part of a valid traceparent. */
function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35);
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

/** Returns the log, with the fields of the trail in progress in every line. A field of the line itself replaces them. */
export function joinLines(log: Logger): Logger {
  const methods = levels.map((level) => {
    const write = (...[first, ...rest]: readonly unknown[]): void => {
      const trail = trails.getStore();
      // Read at each line, because a change of the level replaces the methods of a log.
      const plain: (...args: readonly unknown[]) => void = log[level].bind(log);
      if (trail === undefined) plain(first, ...rest);
      else if (typeof first === 'string') plain(trailFields(trail), first, ...rest);
      else plain({ ...trailFields(trail), ...toFields(first) }, ...rest);
    };
    return [level, write] as const;
  });
  const child = (bindings: Bindings, options?: ChildLoggerOptions): Logger => joinLines(log.child(bindings, options));
  // Everything else is read from the log itself.
  return Object.assign(Object.create(log) as Logger, Object.fromEntries(methods), { child });
}

/** pino writes an error that is the only argument as the field err. */
function toFields(first: unknown): object {
  if (first instanceof Error) return { err: first };
  return typeof first === 'object' && first !== null ? first : {};
}

/** The form of the header traceparent. A later version may have more parts, which are ignored. */
const form = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Returns the value of a traceparent header of W3C Trace Context in the form of version 00, or null if it is missing or not valid. */
export function readTraceparent(header: string | readonly string[] | undefined): string | null {
  if (typeof header !== 'string' || header.length > maxLength) return null;
  const [, version, trace_id, parent_id, flags, more] = form.exec(header) ?? [];
  if (trace_id === undefined || (version === '00' && more !== undefined)) return null;
  return `00-${trace_id}-${parent_id}-${flags}`;
}

/** A header of version 00 has 55 characters. */
const maxLength = 200;

// The port to tracing. createTracing (otel.ts) implements it with OpenTelemetry. Without it nothing here is called or created.

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
