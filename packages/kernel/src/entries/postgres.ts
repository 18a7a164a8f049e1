export { createPartitions, postgresArchive, postgresHistoryRemoval } from '../store/history/postgres.ts';
export {
  type Connections,
  connectionTo,
  type Database,
  eventFields,
  groupCalls,
  jsonArgument,
  openPool,
  type PooledDatabase,
  prepareSharedOn,
  type Statement,
  unavailableCode,
  withClient,
} from '../store/postgres/database.ts';
export {
  digestOfProgram,
  migrateDatabase,
  requireKey,
  requireServed,
  selectMigration,
} from '../store/postgres/migrate-database.ts';
export { migratePostgres, openPostgresEngine, postgresKernel } from '../store/postgres/open-postgres.ts';
