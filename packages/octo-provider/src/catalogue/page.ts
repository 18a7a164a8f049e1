import { limits } from '@booking-service/contract';
import { Refusal } from '@booking-service/server';

export interface Page<T> {
  readonly object: 'list';
  readonly data: T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** Returns one page of a complete list. The cursor encodes the offset of the next page. Any other cursor is refused. */
export function toPage<T>(
  all: readonly T[],
  { limit = limits.page.default, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Page<T> {
  const start = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
  if (cursor !== undefined && !(Number.isSafeInteger(start) && start > 0 && toCursor(start) === cursor)) {
    const details = [{ in: 'body', path: '/cursor', message: 'is not a next_cursor of this search' }] as const;
    throw new Refusal('invalid_request', { details });
  }
  const end = start + limit;
  const has_more = end < all.length;
  return { object: 'list', data: all.slice(start, end), has_more, next_cursor: has_more ? toCursor(end) : null };
}

function toCursor(offset: number): string {
  return Buffer.from(String(offset)).toString('base64url');
}
