/** Set-up of the tests of the folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newBooking } from '../../support/new-booking.ts';
import type { SizedBooking } from '../../../src/domain/booking.ts';

export const request: SizedBooking = newBooking();
export const start: Date = new Date('2026-11-21T09:30:00.000Z');

export async function makeFolder(): Promise<{ folder: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

export function inDatabase<T>(folder: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(folder, 'booking-service.db'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}
