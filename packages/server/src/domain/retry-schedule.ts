import { delivery } from '@booking-service/contract';

/**
 * Returns when a delivery is due again after its `attempt`-th attempt failed at `ended`; undefined if it is abandoned (DLV-5, DLV-8).
 */
export function nextAttempt(attempt: number, ended: Date): Date | undefined {
  const seconds = attempt < delivery.max_attempts ? delivery.retry_delays_seconds[attempt - 1] : undefined;
  return seconds === undefined ? undefined : new Date(ended.getTime() + seconds * 1000);
}
