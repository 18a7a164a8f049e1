/**
 * Loops over many items that leave the main thread to others in between. The main thread serves every customer, and a large supplier
 * has tens of thousands of products.
 */
import { setImmediate } from 'node:timers/promises';

/** Less than a millisecond of the work that is done for each venue. */
const partSize = 500;

/** Resolves when everything else that is waiting has run. */
export const nextTurn: () => Promise<void> = () => setImmediate();

/** Yields the items in parts, with a turn before each of them but the first. */
export async function* inParts<T>(items: readonly T[]): AsyncGenerator<readonly T[], void, undefined> {
  for (let start = 0; start < items.length; start += partSize) {
    if (start > 0) await nextTurn();
    yield items.slice(start, start + partSize);
  }
}

/** Returns the items in order: sorted parts, which are then merged in pairs. */
export async function sortInTurns<T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for await (const part of inParts(items)) runs.push(part.toSorted(compare));
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(await merge(runs[index] ?? [], runs[index + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<readonly T[]> {
  const merged: T[] = [];
  let next = 0;
  for (const [index, item] of left.entries()) {
    for (let other = right[next]; other !== undefined && compare(other, item) < 0; other = right[++next])
      merged.push(other);
    merged.push(item);
    if (index % partSize === 0) await nextTurn();
  }
  return merged.concat(right.slice(next));
}
