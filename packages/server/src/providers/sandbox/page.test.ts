import { expect, it } from 'vitest';
import { toPage } from './sandbox-provider.ts';

const all = Array.from({ length: 45 }, (_, index) => index);

it('END-13: returns pages of 20 by default until nothing follows', () => {
  const first = toPage(all, {});
  expect(first).toMatchObject({ object: 'list', data: all.slice(0, 20), has_more: true });
  const second = toPage(all, { cursor: String(first.next_cursor) });
  expect(second).toMatchObject({ data: all.slice(20, 40), has_more: true });
  const third = toPage(all, { cursor: String(second.next_cursor) });
  expect(third).toEqual({ object: 'list', data: all.slice(40), has_more: false, next_cursor: null });
});

it.each([1, 7, 44, 45, 46, 100])('END-13: returns everything once and in order with a limit of %i', (limit) => {
  const seen: number[] = [];
  for (let cursor: string | undefined; ;) {
    const page = toPage(all, { limit, ...(cursor !== undefined && { cursor }) });
    expect(page.data.length).toBeLessThanOrEqual(limit);
    expect(page.has_more).toBe(page.next_cursor !== null);
    seen.push(...page.data);
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(all);
});

it('END-13: returns one empty page for an empty list', () => {
  expect(toPage([], { limit: 5 })).toEqual({ object: 'list', data: [], has_more: false, next_cursor: null });
});

it.each(['nonsense', Buffer.from('-1').toString('base64url'), Buffer.from('1.5').toString('base64url'), 'MWU5OTk'])(
  'END-13: refuses the unknown cursor %s with invalid_request that names the field',
  (cursor) => {
    const details = [{ in: 'body', path: '/cursor', message: 'is not a next_cursor of this search' }];
    expect(() => toPage(all, { cursor })).toThrow(
      expect.objectContaining({ code: 'invalid_request', details }) as Error,
    );
  },
);
