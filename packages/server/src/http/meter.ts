import { limits } from '@booking-service/contract';
import type { RateWindow } from '../domain/rate-window.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Caller } from '../store/store.ts';

/** A request that was counted in the organization's window. All keys of an organization share it (LIM-1, ORG-4). */
export interface CountedRequest {
  /** The number of requests in the window, this one included. At most the limit + 1. */
  readonly count: number;
  readonly window: RateWindow;
}

interface Metered {
  /** The headers of every response to this request (LIM-2). */
  readonly headers: Readonly<Record<string, string>>;
  /** Set if the request exceeds the limit. The caller of meter throws it after it has kept the headers (LIM-3). */
  readonly refusal?: Refusal;
}

/** Compares the count with the organization's limit. */
export function meter({ organization: { rate_limit } }: Caller, { count, window }: CountedRequest): Metered {
  const reset = String(window.reset_seconds);
  const headers = {
    [limits.headers.limit]: String(rate_limit),
    [limits.headers.remaining]: String(Math.max(0, rate_limit - count)),
    [limits.headers.reset]: reset,
  };
  if (count <= rate_limit) return { headers };
  return { headers, refusal: new Refusal('rate_limited', { headers: { [limits.headers.retry_after]: reset } }) };
}
