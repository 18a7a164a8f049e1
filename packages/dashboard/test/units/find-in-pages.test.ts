import { expect, it } from 'vitest';
import { findInPages } from '../../src/api/use-list.ts';

const rows = ['c', 'b', 'a'].map((id) => ({ id }));

/** Reads pages of one row, and notes the cursors. */
function readerOf(all: readonly { readonly id: string }[]) {
  const cursors: (string | undefined)[] = [];
  const readPage = (cursor: string | undefined) => {
    cursors.push(cursor);
    const at = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
    const next_cursor = at + 1 < all.length ? (all[at]?.id ?? null) : null;
    return Promise.resolve({ data: all.slice(at, at + 1), next_cursor });
  };
  return { readPage, cursors };
}

it('stops at the page that has the row', async () => {
  const { readPage, cursors } = readerOf(rows);
  expect(await findInPages('b', readPage)).toEqual({ id: 'b' });
  expect(cursors).toEqual([undefined, 'c']);
});

it('returns null after the last page', async () => {
  const { readPage, cursors } = readerOf(rows);
  expect(await findInPages('d', readPage)).toBeNull();
  expect(cursors).toEqual([undefined, 'c', 'b']);
});

it('gives up after 20 pages', async () => {
  const { readPage, cursors } = readerOf(Array.from({ length: 30 }, (_, index) => ({ id: `${index}` })));
  expect(await findInPages('29', readPage)).toBeNull();
  expect(cursors).toHaveLength(20);
});
