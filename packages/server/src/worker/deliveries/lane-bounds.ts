import type { Receivers } from '../../store/store.ts';
import type { Turn } from './delivery-turn.ts';

/** The number of attempts of one organization at once. Its receiver gets as many connections. */
export const maxBatch = 10;
const firstBatch = 3;

/**
 * The maximum of places, of attempts and turns in progress, and of turns of one host; see delivery-lane.ts. In the quick lane, the
 * last one applies to hosts that hang.
 */
export interface Bounds {
  readonly places: number;
  readonly attempts: number;
  readonly turns: number;
  readonly turns_per_host: number;
}

export const bounds: Readonly<Record<Receivers, Bounds>> = {
  quick: { places: 50, attempts: 2_000, turns: 1_000, turns_per_host: 200 },
  slow: { places: 500, attempts: 1_000, turns: 100, turns_per_host: 50 },
};

/** Most turns have few deliveries, so the first batch is small. If the attempts hang, each turn has one. */
export function batchSize({ open, isFirst }: Turn, isHanging: boolean): number {
  if (isHanging) return 1;
  return isFirst ? firstBatch : maxBatch - open;
}
