import { exactTime } from '../components/time-text.ts';
import type { DeliveryCounts, DeliveryState } from '../generated/admin.ts';

export interface Bar {
  readonly key: string;
  readonly state: DeliveryState;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly title: string;
}

/** From the bottom up. */
const stacked = ['succeeded', 'pending', 'abandoned'] as const satisfies readonly DeliveryState[];

type Totals = Pick<DeliveryCounts, 'succeeded' | 'pending' | 'abandoned'>;

/** The rectangles of a stacked bar chart of this size. The highest bar has the whole height; a count above 0 is always visible. */
export function chartBars(
  counts: readonly DeliveryCounts[],
  { width, height }: { readonly width: number; readonly height: number },
): Bar[] {
  const most = Math.max(1, ...counts.map(({ deliveries }) => deliveries));
  const step = width / Math.max(1, counts.length);
  const gap = Math.min(2, step / 4);
  return counts.flatMap((each, index) => {
    let top = height;
    return stacked.flatMap((state) => {
      const count = each[state];
      if (count === 0) return [];
      const size = Math.max(2, (count / most) * height);
      top = Math.max(0, top - size);
      const title = `${exactTime(each.from)}: ${count} ${state}`;
      return {
        key: `${each.from} ${state}`,
        state,
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
  return { succeeded: sum('succeeded'), pending: sum('pending'), abandoned: sum('abandoned') };
}

/** The share of the finished deliveries that succeeded, in words. Rounded down, so that a failure never reads as 100 %. */
export function successText({ succeeded, abandoned }: Totals): string {
  const finished = succeeded + abandoned;
  if (finished === 0) return 'No finished deliveries';
  return `${Math.floor((succeeded / finished) * 1000) / 10} % delivered`;
}
