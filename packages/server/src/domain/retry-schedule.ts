import { delivery } from '@booking-service/contract';

/**
 * When a delivery is due again after its `attempt`-th attempt failed at `ended`, or undefined where it is abandoned
 * (DLV-5, DLV-8).
 */
export function nextAttempt(attempt: number, ended: Date): Date | undefined {
  const seconds = attempt < delivery.max_attempts ? delivery.retry_delays_seconds[attempt - 1] : undefined;
  return seconds === undefined ? undefined : new Date(ended.getTime() + seconds * 1000);
}
