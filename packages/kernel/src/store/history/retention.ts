import { idStart } from '../../ids.ts';

const day_ms = 24 * 3600 * 1000;

/** Returns the time from which on events are kept at `now`. Older ones are removed, unless a delivery is pending (DLV-14). */
export function keptSince(now: Date, { retention_days }: { retention_days: number }): Date {
  return new Date(now.getTime() - retention_days * day_ms);
}

/**
 * Returns whether an event or a delivery with this id that is not in the store may have been removed because of its age. An id
 * begins with the time of the event.
 */
export function mayBeRemoved(id: string, since: Date): boolean {
  return /^(?:evt|dlv)_[\da-f]{32}$/.test(id) && id < idStart(id.startsWith('evt') ? 'evt' : 'dlv', since);
}
