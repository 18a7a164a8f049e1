import { expect, it } from 'vitest';
import {
  attemptParts,
  chartBars,
  latencyParts,
  latencyText,
  successText,
  sumCounts,
} from '../../src/deliveries/chart-bars.ts';

const size = { width: 100, height: 50 };

function hour(from: string, succeeded: number, failed = 0, abandoned = 0) {
  const status_classes = { '2xx': succeeded, '3xx': 0, '4xx': 0, '5xx': failed, other: 0, no_response: 0 };
  return { from, before: from, succeeded, failed, abandoned, status_classes, mean_ms: null, slowest_ms: null };
}

it('stacks the outcomes of each hour, and gives the highest hour the whole height', () => {
  const hours = [hour('2026-11-21T08:00:00.000Z', 5), hour('2026-11-21T09:00:00.000Z', 4, 6, 1)];
  const bars = chartBars(hours, attemptParts, size);
  expect(bars.map(({ kind, y, height }) => [kind, y, height])).toEqual([
    ['succeeded', 25, 25],
    ['succeeded', 30, 20],
    ['failed', 0, 30],
  ]);
  expect(bars.every(({ x, width }) => x >= 0 && x + width <= 100)).toBe(true);
});

it('shows one failure among thousands', () => {
  const bars = chartBars([hour('2026-11-21T09:00:00.000Z', 1999, 1)], attemptParts, size);
  expect(bars.at(-1)).toMatchObject({ kind: 'failed', height: 2 });
});

it('draws nothing without deliveries', () => {
  expect(chartBars([hour('2026-11-21T09:00:00.000Z', 0)], attemptParts, size)).toEqual([]);
  expect(chartBars([], attemptParts, size)).toEqual([]);
});

it('draws the mean time of a response, and the slowest above it', () => {
  const quiet = hour('2026-11-21T08:00:00.000Z', 0);
  const busy = { ...hour('2026-11-21T09:00:00.000Z', 2), mean_ms: 250, slowest_ms: 1000 };
  expect(chartBars([quiet, busy], latencyParts, size).map(({ kind, y, height }) => [kind, y, height])).toEqual([
    ['mean', 37.5, 12.5],
    ['slowest', 0, 37.5],
  ]);
  expect(latencyText([quiet, busy])).toBe('The slowest response took 1.0 s');
  expect(latencyText([quiet])).toBe('No responses');
});

it('rounds the share of successes down, so that a failure never reads as 100 %', () => {
  expect(successText(sumCounts([hour('a', 1999, 1)]))).toBe('99.9 % of attempts succeeded');
  expect(successText({ succeeded: 2, failed: 0, abandoned: 0 })).toBe('100 % of attempts succeeded');
  expect(successText({ succeeded: 0, failed: 3, abandoned: 0 })).toBe('0 % of attempts succeeded');
  expect(successText({ succeeded: 0, failed: 0, abandoned: 0 })).toBe('No attempts');
});
