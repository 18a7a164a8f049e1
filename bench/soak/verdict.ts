/**
 * Whether something grows without bound. What must stay level is a line through the values of the second half of the run: its rise
 * over this half must stay below a part of the mean, or below a floor for small values. What grows with every booking, the database and
 * the log, must not grow faster: the bytes for a create in the last quarter against those in the quarter before.
 */
import type { Interval } from './measured.ts';

export interface Verdict {
  readonly what: string;
  readonly growth: string;
  readonly allowed: string;
  readonly holds: boolean;
}

interface Level {
  readonly what: string;
  readonly value: (interval: Interval) => number;
  /** The rise that is allowed anyway, in the unit of the value. */
  readonly floor: number;
  readonly unit: string;
}

const allowedPart = 0.15;
/** How much dearer a create may become. Pages are added in steps. */
const allowedRatio = 1.5;
/** Files grow in steps, so a smaller growth is not judged. */
const smallGrowth_bytes = 5e6;

const levels: readonly Level[] = [
  { what: 'RSS', value: ({ rss_bytes }) => rss_bytes / 1e6, floor: 15, unit: 'MB' },
  {
    what: 'heap after garbage collection',
    value: ({ lowest_heap_bytes }) => lowest_heap_bytes / 1e6,
    floor: 5,
    unit: 'MB',
  },
  { what: 'event loop lag', value: ({ loop_lag_ms }) => loop_lag_ms, floor: 50, unit: 'ms' },
  { what: 'open files', value: ({ open_files }) => open_files, floor: 10, unit: '' },
  { what: 'write-ahead log', value: ({ wal_bytes }) => wal_bytes / 1e6, floor: 64, unit: 'MB' },
  { what: 'due work', value: ({ due }) => due, floor: 50, unit: '' },
  { what: 'p99 of requests', value: ({ p99_ms }) => p99_ms, floor: 100, unit: 'ms' },
];

/** Judges a run. The first half warms up: caches fill and code is compiled. */
export function judge(intervals: readonly Interval[]): Verdict[] {
  const half = intervals.slice(Math.floor(intervals.length / 2));
  const errors = intervals.reduce((sum, interval) => sum + interval.errors, 0);
  return [
    { what: 'errors, of the whole run', growth: String(errors), allowed: '0', holds: errors === 0 },
    ...levels.map((level) => judgeLevel(level, half)),
    judgeRate('database for a create', ({ database_bytes }) => database_bytes, half),
    judgeRate('log for a request', ({ log_bytes }) => log_bytes, half),
  ];
}

function judgeLevel({ what, value, floor, unit }: Level, half: readonly Interval[]): Verdict {
  const values = half.map(value);
  const rise = slopeOf(values) * (values.length - 1);
  const allowed = Math.max(floor, allowedPart * mean(values));
  const show = (number: number) => `${number.toFixed(1)} ${unit}`.trim();
  return { what, growth: show(rise), allowed: show(allowed), holds: rise <= allowed };
}

function judgeRate(what: string, size: (interval: Interval) => number, half: readonly Interval[]): Verdict {
  const middle = Math.floor(half.length / 2);
  const cost = (part: readonly Interval[]) => {
    const [first, last] = [part[0], part.at(-1)];
    const requests = part.slice(1).reduce((sum, { requests: each }) => sum + each, 0);
    return first && last && requests > 0 ? (size(last) - size(first)) / requests : 0;
  };
  const [before, after] = [cost(half.slice(0, middle + 1)), cost(half.slice(middle))];
  const ratio = before > 0 ? after / before : 1;
  const [from, to] = [half[middle], half.at(-1)];
  const isSmall = from !== undefined && to !== undefined && size(to) - size(from) < smallGrowth_bytes;
  const holds = isSmall || ratio <= allowedRatio;
  return { what, growth: `× ${ratio.toFixed(2)}${isSmall ? ', below 5 MB' : ''}`, allowed: `× ${allowedRatio}`, holds };
}

/** The slope of the line with the least squares, for each step. */
function slopeOf(values: readonly number[]): number {
  const [middle, average] = [(values.length - 1) / 2, mean(values)];
  const over = values.reduce((sum, value, index) => sum + (index - middle) * (value - average), 0);
  const under = values.reduce((sum, _value, index) => sum + (index - middle) ** 2, 0);
  return under === 0 ? 0 : over / under;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
