/**
 * The hosts of webhook URLs. Many organizations may have their webhooks at one host. If it hangs, they all hang.
 *  - An attempt is *slow* once it has lasted slow_ms.
 *  - A host *hangs* if maxSlow attempts at it are slow, and none has ended sooner than slow_ms for trust_ms.
 * Only hosts with attempts in progress are kept.
 */
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
}

/** `now` returns milliseconds. Default: the monotonic clock. */
export function createDeliveryHosts(now: () => number = () => performance.now()): DeliveryHosts {
  const hosts = new Map<string, Host>();
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
      return known !== undefined && known.slow >= maxSlow && now() - known.responded_ms > trust_ms;
    },
  };
}

/** Returns the host and port of a webhook URL, or the text itself if it is not a URL. */
export function hostOf(webhook_url: string | null): string {
  return URL.parse(webhook_url ?? '')?.host ?? String(webhook_url);
}
