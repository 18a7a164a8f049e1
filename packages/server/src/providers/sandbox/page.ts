import { limits, type SlotList, type VenueList } from '@booking-service/contract';
import type { NamesEveryField } from '../../domain/every-field.ts';
import { Refusal } from '../../domain/refusal.ts';

/** Returns one page of a complete list. The cursor encodes the offset of the next page. Any other cursor is refused. */
export function toPage<T>(
  all: readonly T[],
  { limit = limits.page.default, cursor }: { limit?: number; cursor?: string },
): { object: 'list'; data: T[]; has_more: boolean; next_cursor: string | null } {
  const start = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
  if (cursor !== undefined && (!(Number.isSafeInteger(start) && start > 0) || toCursor(start) !== cursor)) {
    const details = [{ in: 'body', path: '/cursor', message: 'is not a next_cursor of this search' }] as const;
    throw new Refusal('invalid_request', { details });
  }
  const end = start + limit;
  const has_more = end < all.length;
  const next_cursor = has_more ? toCursor(end) : null;
  const page = { object: 'list' as const, data: all.slice(start, end), has_more, next_cursor };
  return page satisfies NamesEveryField<SlotList | Omit<VenueList, 'missing_providers'>>;
}

function toCursor(offset: number): string {
  return Buffer.from(String(offset)).toString('base64url');
}
