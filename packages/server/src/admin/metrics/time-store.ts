import type { Reports } from '../../log/observer.ts';
import type { Store } from '../../store/store.ts';
import type { Clock } from '../../time/clock.ts';

type Call = (...args: readonly unknown[]) => Promise<unknown>;

/** These return no promise. */
const untimed: ReadonlySet<string> = new Set(['audited', 'watchRuns']);

/** Returns the store, with a report of each call of a method and its time. */
export function timeStore(
  store: Store,
  {
    clock,
    report,
  }: { readonly clock: Pick<Clock, 'monotonic_ms'>; readonly report: (call: Reports['storeCalled']) => void },
): Store {
  const time =
    (method: string, call: Call): Call =>
    async (...args) => {
      const started_ms = clock.monotonic_ms();
      let outcome: 'succeeded' | 'failed' = 'failed';
      try {
        const result = await call(...args);
        outcome = 'succeeded';
        return result;
      } finally {
        report({ method, outcome, duration_ms: clock.monotonic_ms() - started_ms });
      }
    };
  const methods = Object.entries(store).filter(([name, value]) => typeof value === 'function' && !untimed.has(name));
  const timed = Object.fromEntries(methods.map(([name, value]) => [name, time(name, value as Call)]));
  // A prototype has the other methods without the cost of a Proxy. Each timed method passes its arguments and its result on.
  return Object.assign(Object.create(store) as Store, timed);
}
