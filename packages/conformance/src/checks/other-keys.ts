import type { CheckedService } from '../checked-service.ts';
import { Unchecked } from '../verdict.ts';

/** Returns a key of the check; undefined if it has none. */
export function findKey(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unchecked) return undefined;
    throw error;
  }
}

/** The keys that list nothing of the test key: a live one, and one of another organization. As far as there are. */
export function otherKeys(service: CheckedService): string[] {
  return [findKey(() => service.live), findKey(() => service.other)].filter((key) => key !== undefined);
}
