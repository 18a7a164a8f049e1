import type { Booking } from '@booking-service/contract';
import type { NewRun } from './store.ts';

/**
 * Whether a new run may be claimed from the start: it is due at the time of the change that asks for it. One that is not is
 * marked as ready when its time comes.
 */
export function isReady({ due_at, lease }: NewRun, { updated }: Pick<Booking, 'updated'>): boolean {
  return !lease && due_at <= updated;
}
