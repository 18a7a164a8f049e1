import { exactTime } from '../components/time-text.ts';
import type { DeliveryCounts } from '@booking-service/contract/admin';

export interface Bar {
  readonly key: string;
  readonly outcome: (typeof stacked)[number];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly title: string;
}

/** From the bottom up. */
const stacked = ['succeeded', 'failed'] as const satisfies readonly (keyof DeliveryCounts)[];

type Totals = Pick<DeliveryCounts, 'succeeded' | 'failed' | 'abandoned'>;

/** The rectangles of a stacked bar chart of this size. The highest bar has the whole height; a count above 0 is always visible. */
export function chartBars(
  counts: readonly DeliveryCounts[],
  { width, height }: { readonly width: number; readonly height: number },
): Bar[] {
  const maxAttempts = Math.max(1, ...counts.map(({ succeeded, failed }) => succeeded + failed));
  const step = width / Math.max(1, counts.length);
  const gap = Math.min(2, step / 4);
  return counts.flatMap((each, index) => {
    let top = height;
    return stacked.flatMap((outcome) => {
      const count = each[outcome];
      if (count === 0) return [];
      const size = Math.max(2, (count / maxAttempts) * height);
      top = Math.max(0, top - size);
      const title = `${exactTime(each.from)}: ${count} ${outcome}`;
      return {
        key: `${each.from} ${outcome}`,
        outcome,
        x: index * step + gap / 2,
        y: top,
        width: step - gap,
        height: size,
        title,
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
