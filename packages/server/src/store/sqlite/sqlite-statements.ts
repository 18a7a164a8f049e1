import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '../store.ts';
import { sqliteBookings } from './bookings.ts';
import { sqliteDeliveries } from './deliveries.ts';
import { sqliteDeliveryQueues } from './delivery-queues.ts';
import type { ReadMethod, WriteMethod } from './writer/method-sides.ts';
import { sqliteNextDue } from './next-due.ts';
import { sqliteOrganizations } from './organizations.ts';
import { sqliteRuns } from './runs.ts';
import { sqliteSessionCreations } from './session-creations.ts';
import { sqliteSessions } from './sessions.ts';
import { sqliteWorkload } from './workload.ts';
import { sqliteWriteCheck } from './file/write-check.ts';

export type SqliteStatements = Pick<Store, ReadMethod | WriteMethod>;

/** Every statement of the engine, on this connection. Signing secrets go in and come out sealed. */
export function sqliteStatements(db: DatabaseSync): SqliteStatements {
  return {
    ...sqliteOrganizations(db),
    ...sqliteBookings(db),
    ...sqliteRuns(db),
    ...sqliteSessions(db),
    ...sqliteSessionCreations(db),
    ...sqliteDeliveries(db),
    ...sqliteDeliveryQueues(db),
    ...sqliteWorkload(db),
    ...sqliteWriteCheck(db),
    ...sqliteNextDue(db),
  };
}
