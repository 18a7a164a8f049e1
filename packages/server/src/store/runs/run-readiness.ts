import type { Booking } from '@booking-service/contract';
import type { NewRun } from '../store.ts';

/**
 * Returns whether a new run can be claimed immediately: it is due at the time of the change that stores it. Other runs are
 * marked as ready when they become due.
 */
export function isReady({ due_at, lease }: NewRun, { updated }: Pick<Booking, 'updated'>): boolean {
  return !lease && due_at <= updated;
}
