import { useEffect, useSyncExternalStore } from 'react';
import { api } from '../api/admin-api.ts';

let lead = 0;

/** The time of the service, in milliseconds. The clock of a sandbox can be ahead of this computer's. */
export function serviceTime(): number {
  return Date.now() + lead;
}

/** Keeps up with the clock of a sandbox. A screen that advances the clock invalidates the query `/sandbox/clock`. */
export function useServiceTime({ sandbox }: { readonly sandbox: boolean }): void {
  const { data } = api.useQuery('get', '/sandbox/clock', {}, { enabled: sandbox, refetchInterval: 5000 });
  useEffect(() => {
    if (data) lead = Date.parse(data.at) - Date.now();
  }, [data]);
}

const refreshAfter = 15_000;
let ticks = 0;

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(() => {
    ticks += 1;
    onTick();
  }, refreshAfter);
  return () => clearInterval(timer);
}

/** Sign-in links and sessions have the time of the computer, which a sandbox does not move. All else has the time of the service. */
export type ClockName = 'service' | 'computer';

const now: Readonly<Record<ClockName, () => number>> = { service: serviceTime, computer: Date.now };

/** The time now, in milliseconds. The component renders again every 15 seconds. */
export function useServiceNow(clock: ClockName = 'service'): number {
  useSyncExternalStore(subscribe, () => ticks);
  return now[clock]();
}
