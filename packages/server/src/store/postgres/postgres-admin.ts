import { type HistoryArchive, joinParts, type Sealing, sealingUnavailable } from '@booking-service/kernel/store';
import {
  type Database,
  openPool,
  postgresArchive,
  postgresHistoryRemoval,
  prepareSharedOn,
  requireKey,
  requireServed,
  type Statement,
  withClient,
} from '@booking-service/kernel/store/postgres';
import { dashboardSessions } from '../access/dashboard-sessions.ts';
import type { AdminStore, Measured, Upkeep } from '../admin-store.ts';
import { bookingFiles as files } from '../booking-files.ts';
import { sealAdminStore } from '../store.ts';
import { postgresResources, postgresStatements } from './postgres-engine.ts';
import { bookingCalls } from '../runs/booking-calls.ts';
import { requestLog } from '../requests/requests.ts';

const selectMoving: Statement = {
  name: 'select_moving_organizations',
  text: 'SELECT organization_id FROM organization_moves',
};

/**
 * Leaves out organizations that move from this cell or to it. Both cells have their events meanwhile, and the move compares them. After
 * it, the archive of one cell has them.
 */
export function withoutMoving(archive: HistoryArchive, database: Database): HistoryArchive {
  async function leaveOut<Row extends { readonly organization_id: string }>(rows: readonly Row[]): Promise<Row[]> {
    const moving = await database.query<{ organization_id: string }>(selectMoving);
    return rows.filter((row) => !moving.some(({ organization_id }) => organization_id === row.organization_id));
  }
  return {
    ...archive,
    async readFinished(page) {
      const { rows, next } = await archive.readFinished(page);
      return { rows: await leaveOut(rows), next };
    },
    removeRead: async (rows) => archive.removeRead(await leaveOut(rows)),
  };
}

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
