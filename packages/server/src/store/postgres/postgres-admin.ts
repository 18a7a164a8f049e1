import { dashboardSessions } from '../access/dashboard-sessions.ts';
import type { AdminStore } from '../admin-store.ts';
import { joinParts, type Sealing, sealingUnavailable } from '@booking-service/kernel/store';
import {
  openPool,
  postgresArchive,
  postgresHistoryRemoval,
  prepareSharedOn,
  requireKey,
  requireServed,
  withClient,
} from '@booking-service/kernel/store/postgres';
import { bookingFiles as files } from '../booking-files.ts';
import { sealAdminStore } from '../seal-store.ts';
import { postgresResources } from '../upkeep/postgres-upkeep.ts';
import type { Measured, Upkeep } from '../upkeep/upkeep.ts';
import { bookingCalls } from '../runs/booking-calls.ts';
import { withoutMoving } from './without-moving.ts';
import { requestLog } from '../requests/requests.ts';
import { postgresStatements } from './postgres-statements.ts';

/**
 * Opens the part for administration of the database at `url`, and migrates nothing. Without `sealing` no signing secret can be written
 * or read.
 * Throws a StoreError if the database cannot be used, is at another migration, or is sealed with another key.
 */
export async function openPostgresAdmin(
  url: string,
  { sealing }: { sealing?: Sealing | undefined } = {},
): Promise<AdminStore & Measured & AsyncDisposable> {
  await withClient(url, files, async (client, name) => {
    await requireServed(client, { name, files });
    if (sealing) await requireKey(client, { sealing, name });
  });
  const database = openPool(url, { connections: 1, program: files.program });
  // Runs that an operation stores or makes due wait for the next poll of the instances, two seconds at most.
  const statements = postgresStatements(database, { notify: () => undefined });
  const store = sealAdminStore(statements, sealing ?? sealingUnavailable);
  return { ...store, ...postgresResources(database), [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}

/**
 * Opens the database at `url` to remove what is over, and migrates nothing. Throws a StoreError if the database cannot be used
 * or is at another migration.
 */
export async function openPostgresUpkeep(url: string): Promise<Upkeep & AsyncDisposable> {
  await withClient(url, files, (client, name) => requireServed(client, { name, files }));
  const database = openPool(url, { connections: 1, program: files.program });
  const prepare = prepareSharedOn(database);
  const { writes } = joinParts(bookingCalls(prepare), dashboardSessions(prepare), requestLog(prepare));
  return {
    ...postgresHistoryRemoval(database),
    ...withoutMoving(postgresArchive(database, { url, program: files.program }), database),
    removeBookingCalls: (removal) => writes.removeBookingCalls(removal),
    removeDashboardSessions: (removal) => writes.removeDashboardSessions(removal),
    removeRequests: (removal) => writes.removeRequests(removal),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
