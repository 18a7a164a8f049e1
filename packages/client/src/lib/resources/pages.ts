import type { Call, ListCall } from './call.ts';
import type { Page } from './resources.ts';

/** Adds the iteration over all pages to the call of the first page. Each page is a separate call with its own deadline. */
export function pages<Query extends object, Item, Failure>(
  read: (query: Query) => Call<Page<Item>, Failure>,
  // A query may be left out only if no field of it is required.
  query = {} as Query,
): ListCall<Item, Failure> {
  const first = read(query);
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      for (let page = await first; ; page = await read({ ...query, cursor: page.next_cursor })) {
        yield* page.data;
        if (!page.next_cursor) return;
      }
    },
  });
}
