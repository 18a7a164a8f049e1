import { limits } from '@booking-service/contract';
import type { RateWindow } from '../domain/rate-window.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Caller } from '../store/store.ts';

/** A call that was counted in the organization's window, whichever of its keys made it (LIM-1, ORG-4). */
export interface CountedCall {
  /** How many there are now in the window; past the limit, limit + 1. */
  readonly calls: number;
  readonly window: RateWindow;
}

interface Metered {
  /** The headers of every answer to this call from now on (LIM-2). */
  readonly headers: Readonly<Record<string, string>>;
  /** Thrown by the caller of meter, once the headers are kept (LIM-3). */
  readonly refusal?: Refusal;
}

/** What the count comes to, under the organization's limit. */
export function meter({ organization: { rate_limit } }: Caller, { calls, window }: CountedCall): Metered {
  const reset = String(window.reset_seconds);
  const headers = {
    [limits.headers.limit]: String(rate_limit),
    [limits.headers.remaining]: String(Math.max(0, rate_limit - calls)),
    [limits.headers.reset]: reset,
  };
  if (calls <= rate_limit) return { headers };
  return { headers, refusal: new Refusal('rate_limited', { headers: { [limits.headers.retry_after]: reset } }) };
}
