/**
 * The hosts of webhook URLs. Many organizations may have their webhooks at one host. If it hangs, they all hang.
 *  - An attempt is *slow* once it has lasted slow_ms.
 *  - A host *hangs* if maxSlow attempts at it are slow, and none has ended sooner than slow_ms for trust_ms.
 * Only hosts with attempts in progress are kept.
 */
import { leaveTrail } from '../log/trail.ts';

export const slow_ms = 1_000;
const maxSlow = 20;
const trust_ms = 10_000;

interface Host {
  inProgress: number;
  slow: number;
  /** The end of the last attempt that was not slow. */
  responded_ms: number;
}

export interface DeliveryHosts {
  begin(host: string): void;
  /** The attempt has lasted slow_ms. */
  slow(host: string): void;
  end(host: string, attempt: { readonly isSlow: boolean }): void;
  hangs(host: string): boolean;
  /** True if one of the hosts hangs. */
  hangsAny(): boolean;
}

/** `now` returns milliseconds. Default: the monotonic clock. */
export function createDeliveryHosts(now: () => number = () => performance.now()): DeliveryHosts {
  const hosts = new Map<string, Host>();
  const isHanging = ({ slow, responded_ms }: Host) => slow >= maxSlow && now() - responded_ms > trust_ms;
  return {
    begin(host) {
      const known = hosts.get(host) ?? { inProgress: 0, slow: 0, responded_ms: -Infinity };
      known.inProgress += 1;
      hosts.set(host, known);
    },
    slow(host) {
      const known = hosts.get(host);
      if (known) known.slow += 1;
    },
    end(host, { isSlow }) {
      const known = hosts.get(host);
      if (!known) return;
      known.inProgress -= 1;
      if (isSlow) known.slow -= 1;
      else known.responded_ms = now();
      if (known.inProgress === 0) hosts.delete(host);
    },
    hangs(host) {
      const known = hosts.get(host);
      return known !== undefined && isHanging(known);
    },
    hangsAny: () => [...hosts.values()].some(isHanging),
  };
}

/** Returns the host and port of a webhook URL, or the text itself if it is not a URL. */
export function hostOf(webhook_url: string | null): string {
  return URL.parse(webhook_url ?? '')?.host ?? String(webhook_url);
}

/** An attempt lingers once it has lasted this long. */
const linger_ms = 50;
/** A step of a process that gets too little CPU time takes longer, so its own delay does not make a receiver slow. */
const steps = 10;
const step_ms = (slow_ms - linger_ms) / steps;

/**
 * Waits for the attempt. Calls `onLinger` once it lingers. Calls `onSlow`, and reports it to `hosts`, once it is slow. Timers measure its
 * duration, because they are late while the process cannot read the response either.
 */
export async function watchAttempt<T>(
  sending: Promise<T>,
  { hosts, host, ...on }: { hosts: DeliveryHosts; host: string; onLinger: () => void; onSlow: () => void },
): Promise<T> {
  let hasEnded = false;
  let isSlow = false;
  let timer: NodeJS.Timeout | undefined;
  hosts.begin(host);
  // Both are about other deliveries too.
  leaveTrail(() =>
    wait(linger_ms, () => {
      afterPoll(on.onLinger);
      count(steps);
    }),
  );
  try {
    return await sending;
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
          on.onSlow();
        });
    });
  }

  /** Responses that arrived while this process was busy come first. */
  function afterPoll(task: () => void): void {
    setImmediate(() => (hasEnded ? undefined : task()));
  }
}
