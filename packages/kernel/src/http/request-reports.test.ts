import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLimitedLines, maxLinesPerSecond } from './request-reports.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('SHR-1: admits the same number of lines of each organization in a second, and counts the others', () => {
  const reported: unknown[] = [];
  const lines = createLimitedLines({ info: (line: unknown) => void reported.push(line) });
  const admitted = (organization_id: string, count: number) =>
    Array.from({ length: count }, () => lines.admit(organization_id)).filter(Boolean).length;

  expect([admitted('org_a', 500), admitted('org_b', 3)]).toEqual([maxLinesPerSecond, 3]);
  expect(reported).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(admitted('org_b', 3)).toBe(3);
  expect(reported).toEqual([
    { organization_id: 'org_a', error_code: 'rate_limited', left_out: 500 - maxLinesPerSecond },
  ]);
  vi.advanceTimersByTime(1_000);
  expect(admitted('org_a', 1)).toBe(1);
  expect(reported).toHaveLength(1);
});
