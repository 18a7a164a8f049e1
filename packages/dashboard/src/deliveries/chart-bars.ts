import { durationText, exactTime } from '../components/shown-values.ts';
import type { DeliveryCounts } from '@booking-service/contract/admin';

/** A part of a bar: its class, its value, and its words. */
type Part = readonly [kind: 'succeeded' | 'failed' | 'mean' | 'slowest', value: number, words: string];

export interface Bar {
  readonly key: string;
  readonly kind: Part[0];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly title: string;
}

type Totals = Pick<DeliveryCounts, 'succeeded' | 'failed' | 'abandoned'>;

/** The attempts of a bar, from the bottom up. */
export function attemptParts({ succeeded, failed }: DeliveryCounts): Part[] {
  return [
    ['succeeded', succeeded, `${succeeded} succeeded`],
    ['failed', failed, `${failed} failed`],
  ];
}

/** The time until the responses of a bar: the mean, and above it the slowest. */
export function latencyParts({ mean_ms, slowest_ms }: DeliveryCounts): Part[] {
  if (mean_ms === null || slowest_ms === null) return [];
  const words = `${durationText(mean_ms)} on average, ${durationText(slowest_ms)} at most`;
  return [
    ['mean', mean_ms, words],
    ['slowest', slowest_ms - mean_ms, words],
  ];
}

/** The rectangles of a stacked bar chart of this size. The highest bar has the whole height; a value above 0 is always visible. */
export function chartBars(
  counts: readonly DeliveryCounts[],
  partsOf: (each: DeliveryCounts) => readonly Part[],
  { width, height }: { readonly width: number; readonly height: number },
): Bar[] {
  const stacks = counts.map((each) => ({ from: each.from, parts: partsOf(each) }));
  const max = Math.max(1, ...stacks.map(({ parts }) => parts.reduce((sum, [, value]) => sum + value, 0)));
  const step = width / Math.max(1, counts.length);
  const gap = Math.min(2, step / 4);
  return stacks.flatMap(({ from, parts }, index) => {
    let top = height;
    return parts.flatMap(([kind, value, words]) => {
      if (value === 0) return [];
      const size = Math.max(2, (value / max) * height);
      top = Math.max(0, top - size);
      return {
        key: `${from} ${kind}`,
        kind,
        x: index * step + gap / 2,
        y: top,
        width: step - gap,
        height: size,
        title: `${exactTime(from)}: ${words}`,
      };
    });
  });
}

/** The sum of all counts. */
export function sumCounts(counts: readonly Totals[]): Totals {
  const sum = (state: keyof Totals) => counts.reduce((total, each) => total + each[state], 0);
  return { succeeded: sum('succeeded'), failed: sum('failed'), abandoned: sum('abandoned') };
}

/** The share of the attempts that succeeded, in words. Rounded down, so that a failure never reads as 100 %. */
export function successText({ succeeded, failed }: Totals): string {
  const attempts = succeeded + failed;
  if (attempts === 0) return 'No attempts';
  return `${Math.floor((succeeded / attempts) * 1000) / 10} % of attempts succeeded`;
}

/** The time until the responses, in words. */
export function latencyText(counts: readonly DeliveryCounts[]): string {
  const slowest = Math.max(-1, ...counts.map(({ slowest_ms }) => slowest_ms ?? -1));
  return slowest < 0 ? 'No responses' : `The slowest response took ${durationText(slowest)}`;
}
