import { slow_ms, type DeliveryHosts } from './delivery-hosts.ts';

/** An attempt lingers once it has lasted this long. */
const linger_ms = 50;
/** A step of a process that gets too little CPU time takes longer, so its own delay does not make a receiver slow. */
const steps = 10;
const step_ms = (slow_ms - linger_ms) / steps;

/**
 * Waits for the attempt. Calls `onLinger` once it lingers, and reports it to `hosts` once it is slow. Timers measure its duration,
 * because they are late while the process cannot read the response either.
 */
export async function watchAttempt<T>(
  sending: Promise<T>,
  { hosts, host, onLinger }: { hosts: DeliveryHosts; host: string; onLinger: () => void },
): Promise<{ sent: T; isSlow: boolean }> {
  let hasEnded = false;
  let isSlow = false;
  let timer: NodeJS.Timeout | undefined;
  hosts.begin(host);
  wait(linger_ms, () => {
    afterPoll(onLinger);
    count(steps);
  });
  try {
    return { sent: await sending, isSlow };
  } finally {
    hasEnded = true;
    clearTimeout(timer);
    hosts.end(host, { isSlow });
  }

  function wait(ms: number, task: () => void): void {
    timer = setTimeout(task, ms);
  }

  function count(remaining: number): void {
    wait(step_ms, () => {
      if (remaining > 1) count(remaining - 1);
      else
        afterPoll(() => {
          isSlow = true;
          hosts.slow(host);
        });
    });
  }

  /** Responses that arrived while this process was busy come first. */
  function afterPoll(task: () => void): void {
    setImmediate(() => (hasEnded ? undefined : task()));
  }
}
