import { slow_ms, type DeliveryHosts } from './delivery-hosts.ts';

/** An attempt lingers once it has lasted this long. */
const linger_ms = 50;

/** Waits for the attempt. Calls `onLinger` once it lingers, and reports it to `hosts` once it is slow. */
export async function watchAttempt<T>(
  sending: Promise<T>,
  { hosts, host, onLinger }: { hosts: DeliveryHosts; host: string; onLinger: () => void },
): Promise<{ sent: T; isSlow: boolean }> {
  const begun_ms = performance.now();
  let hasEnded = false;
  let isReported = false;
  hosts.begin(host);
  let timer = after(linger_ms, () => {
    onLinger();
    timer = after(slow_ms - linger_ms, () => {
      isReported = true;
      hosts.slow(host);
    });
  });
  try {
    const sent = await sending;
    return { sent, isSlow: performance.now() - begun_ms >= slow_ms };
  } finally {
    hasEnded = true;
    clearTimeout(timer);
    hosts.end(host, { isSlow: isReported });
  }

  /** Responses that arrived while this process was busy come first. */
  function after(ms: number, task: () => void): NodeJS.Timeout {
    return setTimeout(() => setImmediate(() => (hasEnded ? undefined : task())), ms);
  }
}
