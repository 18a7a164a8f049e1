import { expect, it } from 'vitest';
import { chartBars, successText, sumCounts } from '../../src/deliveries/chart-bars.ts';

const size = { width: 100, height: 50 };

function hour(from: string, succeeded: number, pending = 0, abandoned = 0) {
  const status_classes = {
    none: 0,
    '2xx': succeeded,
    '3xx': 0,
    '4xx': 0,
    '5xx': abandoned,
    other: 0,
    no_response: pending,
  };
  const deliveries = succeeded + pending + abandoned;
  return { from, before: from, deliveries, is_sample: false, succeeded, pending, abandoned, status_classes };
}

it('stacks the states of each hour, and gives the highest hour the whole height', () => {
  const bars = chartBars([hour('2026-11-21T08:00:00.000Z', 5), hour('2026-11-21T09:00:00.000Z', 4, 2, 4)], size);
  expect(bars.map(({ state, y, height }) => [state, y, height])).toEqual([
    ['succeeded', 25, 25],
    ['succeeded', 30, 20],
    ['pending', 20, 10],
    ['abandoned', 0, 20],
  ]);
  expect(bars.every(({ x, width }) => x >= 0 && x + width <= 100)).toBe(true);
});

it('shows one failure among thousands', () => {
  const bars = chartBars([hour('2026-11-21T09:00:00.000Z', 1999, 0, 1)], size);
  expect(bars.at(-1)).toMatchObject({ state: 'abandoned', height: 2 });
});

it('draws nothing without deliveries', () => {
  expect(chartBars([hour('2026-11-21T09:00:00.000Z', 0)], size)).toEqual([]);
  expect(chartBars([], size)).toEqual([]);
});

it('rounds the share of successes down, so that a failure never reads as 100 %', () => {
  expect(successText(sumCounts([hour('a', 1999, 5, 1)]))).toBe('99.9 % delivered');
  expect(successText({ succeeded: 2, pending: 0, abandoned: 0 })).toBe('100 % delivered');
  expect(successText({ succeeded: 0, pending: 3, abandoned: 0 })).toBe('No finished deliveries');
});
