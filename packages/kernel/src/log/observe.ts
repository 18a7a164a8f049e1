import type { Logger } from 'pino';
import { errorLine } from './error-line.ts';
import { currentTrail, inSpan, type Tracing } from './trail.ts';
import type { Clock } from '../time/clock.ts';

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
