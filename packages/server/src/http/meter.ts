import { limits } from '@booking-service/contract';
import type { Clock } from '../clock.ts';
import { rateWindowAt } from '../domain/rate-window.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Caller, Store } from '../store/store.ts';

interface Metered {
  /** The headers of every answer to this call from now on (LIM-2). */
  readonly headers: Readonly<Record<string, string>>;
  /** Thrown by the caller of meter, once the headers are kept (LIM-3). */
  readonly refusal?: Refusal;
}

/** Counts the call in the organization's window, whichever of its keys made it (LIM-1, ORG-4). */
export async function meter(
  { organization: { id, rate_limit } }: Caller,
  { store, clock }: { store: Pick<Store, 'countCall'>; clock: Pick<Clock, 'now'> },
): Promise<Metered> {
  const { start, reset_seconds } = rateWindowAt(clock.now());
  const calls = await store.countCall({ organization_id: id, window_start: start, limit: rate_limit });
  const headers = {
    [limits.headers.limit]: String(rate_limit),
    [limits.headers.remaining]: String(Math.max(0, rate_limit - calls)),
    [limits.headers.reset]: String(reset_seconds),
  };
  if (calls <= rate_limit) return { headers };
  return {
    headers,
    refusal: new Refusal('rate_limited', { headers: { [limits.headers.retry_after]: String(reset_seconds) } }),
  };
}
