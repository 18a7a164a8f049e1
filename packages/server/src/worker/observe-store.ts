import type { Reports } from '../log/observer.ts';
import { currentTrail } from '@booking-service/kernel/log/trail';
import { inSpan, type Tracing } from '@booking-service/kernel/log/tracing';
import type { Store } from '../store/store.ts';
import type { Clock } from '@booking-service/kernel/time/clock';

type Call = (...args: readonly unknown[]) => Promise<unknown>;

export interface StoreObservation {
  readonly clock: Pick<Clock, 'monotonic_ms'>;
  /** Receives each call of a method, with its time. Default: none. */
  readonly report?: ((call: Reports['storeCalled']) => void) | undefined;
  /** Creates a span for each call while a trail is in progress: the calls of a poll would be traces of their own. Default: none. */
  readonly tracing?: Tracing | undefined;
}

/** These return no promise. */
const unobserved: ReadonlySet<string> = new Set(['audited', 'watchRuns'] satisfies (keyof Store)[]);

/** Returns the store. Its calls are reported and traced. Without a report and tracing it is the given store. */
export function observeStore(store: Store, { clock, report, tracing }: StoreObservation): Store {
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
      attributes: { 'booking_service.store_method': method },
    } as const;
    return async (...args) => {
      const timed = () => time(method, () => call(...args));
      return tracing && currentTrail() ? inSpan(tracing, span, timed) : timed();
    };
  }

  const methods = Object.entries(store).filter(([name, value]) => typeof value === 'function' && !unobserved.has(name));
  const observed = Object.fromEntries(methods.map(([name, value]) => [name, observe(name, value as Call)]));
  // A prototype has the other methods without the cost of a Proxy. Each observed method passes its arguments and its result on.
  return Object.assign(Object.create(store) as Store, observed);
}
