import { expect, it } from 'vitest';
import { durationText, exactTime, relativeTime, shortTime } from '../../src/components/time-text.ts';

const now = Date.parse('2026-11-21T09:30:00.000Z');

it.each([
  ['2026-11-21T09:30:00.400Z', 'now', '0s ago'],
  ['2026-11-21T09:29:15.000Z', '45 seconds ago', '45s ago'],
  ['2026-11-21T09:24:01.000Z', '5 minutes ago', '5m ago'],
  ['2026-11-21T11:30:00.000Z', 'in 2 hours', 'in 2h'],
  ['2026-11-20T09:30:00.000Z', '1 day ago', '1d ago'],
  ['2026-11-19T17:30:00.000Z', '1 day ago', '1d ago'],
])('shows %s as %s, in a table as %s', (at, long, narrow) => {
  expect(relativeTime(at, now)).toBe(long);
  expect(relativeTime(at, now, 'narrow').replace('in 0s', '0s ago')).toBe(narrow);
});

it('shows the date of a time that is 30 days away', () => {
  expect(relativeTime('2026-10-22T09:30:00.000Z', now)).toMatch(/^Oct 2\d, 2026$/);
  expect(exactTime('2026-10-22T12:30:05.000Z')).toMatch(/^Oct 2\d, 2026, .*30:05/);
});

it('shows a time without its year and seconds below a chart', () => {
  expect(shortTime('2026-10-22T12:30:05.000Z')).toMatch(/^Oct 2\d, \d+:\d0\s[AP]M$/);
});

it('shows a duration in milliseconds below a second', () => {
  expect([0, 999, 1000, 12_480].map(durationText)).toEqual(['0 ms', '999 ms', '1.0 s', '12.5 s']);
});
