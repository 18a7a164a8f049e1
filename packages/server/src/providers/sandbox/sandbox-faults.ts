import { adminLimits } from '@booking-service/contract/admin';
import type { Provider } from '../provider.ts';
import { wrapProvider } from '../wrap-provider.ts';
import type { Clock } from '@booking-service/kernel/time';

/** The behaviour of a simulated system. `failing` responds with an error; `unavailable` does not respond. */
export interface SandboxFault {
  readonly behavior: 'normal' | 'slow' | 'failing' | 'unavailable';
  /** The delay of `slow`. Default: 5, as adminLimits states. */
  readonly delay_seconds?: number;
}

/** The faults of a sandbox, which the admin server changes while it runs. */
export interface SandboxFaults {
  /** The simulated provider, and the built-in webhook receiver. */
  readonly current: { readonly provider: SandboxFault; readonly endpoint: SandboxFault };
  /** Replaces the faults that are given. */
  set(faults: { readonly provider?: SandboxFault | undefined; readonly endpoint?: SandboxFault | undefined }): void;
}

const normal = { behavior: 'normal' } as const;
const defaultDelay_seconds: number = adminLimits.fault_delay_seconds;

/** Returns faults that are all normal. */
export function createSandboxFaults(): SandboxFaults {
  let current: SandboxFaults['current'] = { provider: normal, endpoint: normal };
  return {
    get current() {
      return current;
    },
    set({ provider = current.provider, endpoint = current.endpoint }) {
      current = { provider, endpoint };
    },
  };
}

/**
 * Applies a fault to a call. Returns when the system should respond: at once, or after its delay. Throws if it fails. If it is
 * unavailable the promise never settles: the timeout of the caller ends the call.
 */
export function applyFault(
  { behavior, delay_seconds = defaultDelay_seconds }: SandboxFault,
  clock: Pick<Clock, 'after'>,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (behavior === 'normal') resolve();
  if (behavior === 'slow') clock.after(delay_seconds * 1000, resolve);
  if (behavior === 'failing') reject(new Error('The simulated system responded with 500, as its fault says.'));
  return promise;
}

interface Sides {
  readonly live: Provider;
  readonly test: Provider;
}

interface FaultOptions {
  readonly faults: Pick<SandboxFaults, 'current'>;
  readonly clock: Pick<Clock, 'after'>;
}

/** Returns the suppliers of a sandbox with its fault, which is read at each call. */
export function withFaults(suppliers: readonly Sides[], { faults, clock }: FaultOptions): readonly Sides[] {
  const withFault = (provider: Provider): Provider =>
    wrapProvider(provider, async ({ begin }) => {
      await applyFault(faults.current.provider, clock);
      return begin();
    });
  return suppliers.map(({ live, test }) => ({ live: withFault(live), test: withFault(test) }));
}
