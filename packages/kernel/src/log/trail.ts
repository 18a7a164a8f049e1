/**
 * Follows work in progress: by its trail, its span, its containment, and the reports of its calls.
 * A trail joins the log lines of a request with those of everything that it causes.
 *  - A *trail* names the request, the trace, and the subject once it is known: what the request is about. Work inherits the trail in which it starts, also over an
 *    await and in callbacks.
 *  - An event and other stored work keep the request and the trace. The worker follows their trail again, in any process.
 *  - Shared work, such as a tick that a request wakes, leaves the trail. Otherwise its lines would name one request of many.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Bindings, ChildLoggerOptions, Logger } from 'pino';
import { errorLine } from './error-line.ts';
import type { Clock } from '../time/clock.ts';

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
function currentTrail(): Trail | undefined {
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

// Containment: an error that escapes from a delivery attempt or a call of an integration must not end the process (DLV-13).
//  - Such work runs in an async context that names it. Everything that the work starts inherits this context.
//  - An uncaught error (an emitter without a listener, a late callback or a promise that is not awaited) reaches `process`.
//  - If the error comes from contained work, it is logged and the process continues: the state of the service is intact.
//  - Any other uncaught error may have left an undefined state. It is logged, and the process exits with 1.

/** Contained work, as the log shows it. */
type ContainedWork =
  | { readonly work: 'delivery'; readonly organization_id: string; readonly event_id: string }
  | { readonly work: 'integration'; readonly integration: string };

const contexts = new AsyncLocalStorage<ContainedWork>();

/** Runs the task. Errors that escape from it are logged with this work. Errors that it throws or rejects with reach the caller. */
export function contain<T>(work: ContainedWork, task: () => T): T {
  return contexts.run(work, task);
}

/** Wraps the integration: each call of its methods, and of the methods of its object properties, is contained. */
export function containIntegration<T extends object>(integration: string, target: T): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name);
      if (typeof value === 'function') {
        return (...args: unknown[]) =>
          contain({ work: 'integration', integration }, () => Reflect.apply(value, object, args) as unknown);
      }
      return typeof value === 'object' && value !== null ? containIntegration(integration, value) : value;
    },
  });
}

/**
 * Logs uncaught errors and exits with 1, unless the error comes from contained work. Affects the whole process, so only the
 * command calls it. The returned function removes the listeners.
 */
export function exitOnUncaught(log: Pick<Logger, 'error' | 'fatal'>): () => void {
  const onException = (error: unknown) => end('uncaught_exception', error);
  const onRejection = (reason: unknown) => end('unhandled_rejection', reason);
  process.on('uncaughtException', onException);
  process.on('unhandledRejection', onRejection);
  return () => {
    process.off('uncaughtException', onException);
    process.off('unhandledRejection', onRejection);
  };

  function end(code: 'uncaught_exception' | 'unhandled_rejection', error: unknown): void {
    const work = contexts.getStore();
    if (work) {
      log.error({ code: 'contained_error', ...work, err: errorLine(error) }, 'an error escaped from contained work');
      return;
    }
    try {
      log.fatal({ code, err: errorLine(error) }, 'uncaught error: the process exits');
    } finally {
      process.exit(1);
    }
  }
}

/**
 * Writes the warnings of Node.js and of modules (process.emitWarning) to the log. Node.js prints them as plain text, which is not a line
 * of JSON. Returns a function that ends this. With --no-warnings it changes nothing.
 */
export function logNodeWarnings(log: Pick<Logger, 'warn'>): () => void {
  const before = process.listeners('warning');
  if (before.length === 0) return () => undefined;
  const write = (warning: Error): void => log.warn({ code: 'node_warning', err: errorLine(warning) }, 'Node.js warns');
  process.removeAllListeners('warning');
  process.on('warning', write);
  return () => {
    process.off('warning', write);
    for (const listener of before) process.on('warning', listener);
  };
}

/** Receives reports, by name, to count and to measure. Must not block. Errors that it throws are logged. */
export type ObserverOf<Reports> = { readonly [Name in keyof Reports]: (report: Reports[Name]) => void };

/** Completes the observer of the host. A missing method is ignored, and an error that it throws is logged. */
export function completeObserver<Reports>(
  observer: Partial<ObserverOf<Reports>>,
  {
    names,
    log,
  }: {
    /** The name of every report. */
    readonly names: { readonly [Name in keyof Reports]: true };
    readonly log: Pick<Logger, 'error'>;
  },
): ObserverOf<Reports> {
  const guard =
    <Name extends keyof Reports & string>(name: Name) =>
    (report: Reports[Name]): void => {
      try {
        observer[name]?.(report);
      } catch (error) {
        log.error({ err: errorLine(error) }, `the observer failed at ${name}`);
      }
    };
  // The keys are the names of all reports.
  const all = Object.keys(names) as (keyof Reports & string)[];
  return Object.fromEntries(all.map((name) => [name, guard(name)])) as unknown as ObserverOf<Reports>;
}

type Call = (...args: readonly unknown[]) => Promise<unknown>;

/** The report of a call to the store. */
export interface StoreCalled {
  /** The name of the method. */
  readonly method: string;
  readonly outcome: 'succeeded' | 'failed';
  readonly duration_ms: number;
}

interface StoreObservation<Store> {
  readonly clock: Pick<Clock, 'monotonic_ms'>;
  /** Receives each call of a method, with its time. Default: none. */
  readonly report?: ((call: StoreCalled) => void) | undefined;
  /** Creates a span for each call while a trail is in progress: the calls of a poll would be traces of their own. Default: none. */
  readonly tracing?: Tracing | undefined;
  /** Comes before the names of the service's own span attributes. */
  readonly spanPrefix: string;
  /** Methods that return no promise. Default: none. */
  readonly unobserved?: readonly (keyof Store & string)[];
}

/** Returns the store. Its calls are reported and traced. Without a report and tracing it is the given store. */
export function observeStore<Store extends object>(
  store: Store,
  { clock, report, tracing, spanPrefix, unobserved = [] }: StoreObservation<Store>,
): Store {
  if (!report && !tracing) return store;

  async function time(method: string, call: () => Promise<unknown>): Promise<unknown> {
    if (!report) return call();
    const started_ms = clock.monotonic_ms();
    let outcome: 'succeeded' | 'failed' = 'failed';
    try {
      const result = await call();
      outcome = 'succeeded';
      return result;
    } finally {
      report({ method, outcome, duration_ms: clock.monotonic_ms() - started_ms });
    }
  }

  function observe(method: string, call: Call): Call {
    const span = {
      name: `store ${method}`,
      kind: 'internal',
      attributes: { [`${spanPrefix}.store_method`]: method },
    } as const;
    return async (...args) => {
      const timed = () => time(method, () => call(...args));
      return tracing && currentTrail() ? inSpan(tracing, span, timed) : timed();
    };
  }

  const skipped: ReadonlySet<string> = new Set(unobserved);
  const methods = Object.entries(store).filter(([name, value]) => typeof value === 'function' && !skipped.has(name));
  const observed = Object.fromEntries(methods.map(([name, value]) => [name, observe(name, value as Call)]));
  // A prototype has the other methods without the cost of a Proxy. Each observed method passes its arguments and its result on.
  return Object.assign(Object.create(store) as Store, observed);
}
